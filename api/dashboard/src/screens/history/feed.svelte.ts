/* The shown events: the newest that match, or those around a linked one; older ones page by page;
   and new ones, held back until requested, so that nothing moves while it is read. */
import { api, ask } from '../../data/client';
import { history } from '../../data/live/history.svelte';
import type { Problem, Result } from '../../data/problem';
import type { Fact } from '../../data/types';
import { isOfOneCommand } from '../../parts/texts/story';
import { asked, usualQuery, type EventsQuery, type Filter } from './filter';
import { merge } from './rows';

const pageOf = 50;
const around = 15; // newer ones beside the linked one
const lookAfterMs = 400;
const restOf = 200; // one command may have many events
const mostPages = 20; // pages may be empty: readers do not see every event
export const mostNew = 100;

type Page = { items: Fact[]; next_cursor?: string };
interface PageQuery extends EventsQuery {
  after?: number;
  order?: 'newest' | 'oldest';
  limit?: number;
  cursor?: string;
  at_least?: number;
}

const read = (query: PageQuery): Promise<Result<Page>> =>
  ask(api.GET('/api/v1/events', { params: { query } }));

/** Its last events are of one command, which may continue on the next page. */
function endsWithin(items: readonly Fact[]): boolean {
  const [before, last] = items.slice(-2);
  return before !== undefined && last !== undefined && isOfOneCommand(before, last);
}

export class Feed {
  /** The newest first. */
  facts = $state.raw<readonly Fact[]>([]);
  /** Newer ones; not in `facts`. */
  fresh = $state.raw<readonly Fact[]>([]);
  /** More arrived than were requested. */
  manyFresh = $state(false);
  /** There are older ones. */
  more = $state(false);
  /** There are newer ones between the first and what comes live. */
  newerMore = $state(false);
  /** The linked event does not exist, or is not visible to this person. */
  missing = $state(false);
  busy = $state(false);
  ready = $state(false);
  problem = $state.raw<Problem | null>(null);
  #query: EventsQuery = {};
  #cursor: string | undefined;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** From the newest, or around one event. Shown events stay until the answer arrives. */
  async begin(filter: Filter, event?: number): Promise<void> {
    const turn = ++this.#turn;
    this.#query = asked(filter);
    this.busy = true;
    let start: readonly Fact[] = [];
    let query: PageQuery = this.#query;
    this.missing = false;
    let newerMore = false;
    if (event !== undefined) {
      const one = await read({ after: event - 1, order: 'oldest', limit: 1 });
      if (turn !== this.#turn) return;
      if (!one.ok) return this.#failed(one.problem);
      const found = one.value.items.find((fact) => fact.position === event);
      this.missing = !found;
      // Among similar ones: what people did, or everything.
      this.#query = usualQuery(found?.type ?? '');
      if (found) {
        const got = await this.#whole(
          { ...this.#query, after: event - 1, order: 'oldest', limit: around + 1 },
          turn,
        );
        if (turn !== this.#turn) return;
        if (!got.ok) return this.#failed(got.problem);
        start = got.value.items;
        newerMore = got.value.next_cursor !== undefined;
        query = { ...this.#query, until: new Date(Date.parse(found.time) + 1).toISOString() };
      } else query = this.#query = asked(filter);
    }
    const got = await this.#page(query, turn);
    if (turn !== this.#turn) return;
    if (!got.ok) return this.#failed(got.problem);
    this.facts = merge(start, got.value.items);
    this.fresh = [];
    this.manyFresh = false;
    this.newerMore = newerMore;
    this.#end();
  }

  async older(): Promise<void> {
    const turn = this.#turn;
    if (this.busy || this.#cursor === undefined) return;
    this.busy = true;
    const got = await this.#page({ ...this.#query, cursor: this.#cursor }, turn);
    if (turn !== this.#turn) return;
    if (!got.ok) return this.#failed(got.problem);
    this.facts = merge(this.facts, got.value.items);
    this.#end();
  }

  /** The next ones above the first shown. */
  async newer(): Promise<void> {
    const turn = this.#turn;
    if (this.busy) return;
    this.busy = true;
    const got = await this.#whole(
      { ...this.#query, after: this.facts[0]?.position ?? 0, order: 'oldest', limit: pageOf },
      turn,
    );
    if (turn !== this.#turn) return;
    if (!got.ok) return this.#failed(got.problem);
    this.facts = merge(got.value.items, this.facts);
    this.newerMore = got.value.next_cursor !== undefined;
    this.#end();
  }

  /** New events were recorded; checks once per burst whether any match. */
  lookSoon(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#look();
    }, lookAfterMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#turn += 1;
  }

  showFresh(): void {
    this.facts = merge(this.fresh, this.facts);
    this.fresh = [];
  }

  async #look(): Promise<void> {
    const turn = this.#turn;
    if (!this.ready || this.busy || this.newerMore || document.hidden) return;
    const after = this.facts[0]?.position ?? 0;
    const got = await read({ ...this.#query, after, limit: mostNew, at_least: history.position });
    if (turn !== this.#turn || !got.ok) return;
    const top = this.facts[0]?.position ?? 0;
    this.fresh = merge(got.value.items.filter((fact) => fact.position > top));
    this.manyFresh = got.value.next_cursor !== undefined;
  }

  async #page(query: PageQuery, turn: number): Promise<Result<Page>> {
    const got = await this.#whole({ ...query, limit: pageOf }, turn);
    if (!got.ok || turn !== this.#turn) return got;
    this.#cursor = got.value.next_cursor;
    this.more = this.#cursor !== undefined;
    return got;
  }

  // Reads until there are events or no more pages, and to the end of a command, so that its row is
  // complete.
  async #whole(query: PageQuery, turn: number): Promise<Result<Page>> {
    const items: Fact[] = [];
    let next = query;
    for (let pages = 1; ; pages += 1) {
      const got = await read(next);
      if (!got.ok || turn !== this.#turn) return got;
      items.push(...got.value.items);
      const { next_cursor: cursor } = got.value;
      if (cursor === undefined || pages === mostPages || (items.length > 0 && !endsWithin(items)))
        return { ...got, value: { ...got.value, items } };
      next = { ...query, cursor, ...(items.length > 0 ? { limit: restOf } : {}) };
    }
  }

  #failed(problem: Problem): void {
    this.problem = problem;
    this.busy = false;
  }

  #end(): void {
    this.problem = null;
    this.ready = true;
    this.busy = false;
  }
}
