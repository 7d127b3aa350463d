/* The events that are shown: the newest that fit, or those around one that a link leads to; older ones
   page by page; and what came since, held back until it is wanted, so that nothing moves while it is read. */
import { api, ask } from '../../data/client';
import { history } from '../../data/live/history.svelte';
import type { Problem, Result } from '../../data/problem';
import type { Fact } from '../../data/types';
import { isOfOneCommand } from '../../parts/story';
import { asked, usualQuery, type EventsQuery, type Filter } from './filter';
import { merge } from './rows';

const pageOf = 50;
const around = 15; // newer ones beside the one that a link leads to
const lookAfterMs = 400;
const restOf = 200; // what one command did may be long
const mostPages = 20; // pages may come empty: not everybody may see everything
export const mostNew = 100;

type Page = { items: Fact[]; next_cursor?: string };
interface PageQuery extends EventsQuery {
  after?: number;
  order?: 'newest' | 'oldest';
  limit?: number;
  cursor?: string;
  at_least?: number;
}

const read = (query: PageQuery): Promise<Result<Page>> => ask(api.GET('/api/v1/events', { params: { query } }));

/** Its last ones are of one command, which may go on in the next page. */
function endsWithin(items: readonly Fact[]): boolean {
  const [before, last] = items.slice(-2);
  return before !== undefined && last !== undefined && isOfOneCommand(before, last);
}

export class Feed {
  /** The newest first. */
  facts = $state.raw<readonly Fact[]>([]);
  /** Came since; not in `facts`. */
  fresh = $state.raw<readonly Fact[]>([]);
  /** More came than were asked for. */
  manyFresh = $state(false);
  /** There are older ones. */
  more = $state(false);
  /** There are newer ones between the first and what comes live. */
  newerMore = $state(false);
  /** The one that was asked for is not there, or not for this person. */
  missing = $state(false);
  busy = $state(false);
  ready = $state(false);
  problem = $state.raw<Problem | null>(null);
  #query: EventsQuery = {};
  #cursor: string | undefined;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** From the newest, or around one event. What is shown stays until the answer is there. */
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
      // Among its like: what people did, or everything.
      this.#query = usualQuery(found?.type ?? '');
      if (found) {
        const got = await this.#whole({ ...this.#query, after: event - 1, order: 'oldest', limit: around + 1 }, turn);
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
    const got = await this.#whole({ ...this.#query, after: this.facts[0]?.position ?? 0, order: 'oldest', limit: pageOf }, turn);
    if (turn !== this.#turn) return;
    if (!got.ok) return this.#failed(got.problem);
    this.facts = merge(got.value.items, this.facts);
    this.newerMore = got.value.next_cursor !== undefined;
    this.#end();
  }

  /** Something was recorded: is any of it wanted here? Asked once for a burst. */
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

  // Until something is there, or there is no more; and to the end of what one command did, so that its row is whole.
  async #whole(query: PageQuery, turn: number): Promise<Result<Page>> {
    const items: Fact[] = [];
    let next = query;
    for (let pages = 1; ; pages += 1) {
      const got = await read(next);
      if (!got.ok || turn !== this.#turn) return got;
      items.push(...got.value.items);
      const { next_cursor: cursor } = got.value;
      if (cursor === undefined || pages === mostPages || (items.length > 0 && !endsWithin(items))) return { ...got, value: { ...got.value, items } };
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
