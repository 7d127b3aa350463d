/* The people search: page by page, read again from the start when the filter or a person
   changes. */
import { findPeople, type PeopleFilter } from '../../../data/access/access';
import type { Problem } from '../../../data/problem';
import type { Person, PersonState, Role } from '../../../data/types';

export const roles = ['user', 'admin', 'observer'] as const satisfies readonly Role[];
export const states = ['active', 'disabled'] as const satisfies readonly PersonState[];

const pageOf = 50;
const waitMs = 180;

export class PeopleFound {
  q = $state('');
  role = $state<Role | ''>('');
  state = $state<PersonState | ''>('');
  list = $state.raw<readonly Person[] | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  #cursor = $state<string | undefined>();
  #filter: PeopleFilter = { q: '', role: '', state: '' };
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get more(): boolean {
    return this.#cursor !== undefined;
  }

  /** Call in an effect: reads shortly after the last key. */
  look(filter: PeopleFilter): void {
    const typing = filter.q !== this.#filter.q;
    this.#filter = filter;
    this.stop();
    const turn = this.#turn;
    this.#timer = setTimeout(() => void this.#first(turn, pageOf), typing ? waitMs : 0);
  }

  /** Reads as many as are shown. */
  again(): void {
    this.stop();
    void this.#first(this.#turn, Math.max(pageOf, this.list?.length ?? 0));
  }

  async #first(turn: number, limit: number): Promise<void> {
    this.busy = true;
    const got = await findPeople(this.#filter, limit);
    if (turn !== this.#turn) return;
    this.busy = false;
    this.problem = got.ok ? null : got.problem;
    if (got.ok) [this.list, this.#cursor] = [got.value.items, got.value.next_cursor];
  }

  async next(): Promise<void> {
    const turn = this.#turn;
    this.busy = true;
    const got = await findPeople(this.#filter, pageOf, this.#cursor);
    if (turn !== this.#turn) return;
    this.busy = false;
    this.problem = got.ok ? null : got.problem;
    if (got.ok)
      [this.list, this.#cursor] = [
        [...(this.list ?? []), ...got.value.items],
        got.value.next_cursor,
      ];
  }

  stop(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
  }
}
