/* Closed violations, page by page. The server cannot filter by person, so pages are read until
   enough match. */
import { api, ask } from '../../data/client';
import type { Problem } from '../../data/problem';
import type { Violation } from '../../data/types';
import { fits, type Filter } from './lists';

const pageOf = 100;
const enough = 20;
const mostPages = 10; // in one go

export class Closed {
  list = $state.raw<readonly Violation[]>([]);
  /** Whether there are more. */
  more = $state(false);
  busy = $state(false);
  ready = $state(false);
  problem = $state.raw<Problem | null>(null);
  #cursor: string | undefined;
  #turn = 0;

  /** From the start; shown ones stay until the answer. */
  async begin(filter: Filter, wanted = ''): Promise<void> {
    const turn = ++this.#turn;
    this.#cursor = undefined;
    await this.#read([], filter, turn, wanted);
  }

  async older(filter: Filter): Promise<void> {
    if (this.busy || !this.more) return;
    await this.#read(this.list, filter, this.#turn, '');
  }

  // `wanted`: a violation to find, on any page.
  async #read(
    before: readonly Violation[],
    filter: Filter,
    turn: number,
    wanted: string,
  ): Promise<void> {
    this.busy = true;
    let list = [...before];
    let found = 0;
    for (let page = 0; page < mostPages; page += 1) {
      const query = {
        state: 'closed' as const,
        limit: pageOf,
        ...(filter.gpu === '' ? {} : { gpu: [filter.gpu] }),
        ...(this.#cursor === undefined ? {} : { cursor: this.#cursor }),
      };
      const got = await ask(api.GET('/api/v1/violations', { params: { query } }));
      if (turn !== this.#turn) return;
      this.problem = got.ok ? null : got.problem;
      if (!got.ok) break;
      list = [...list, ...got.value.items];
      found += got.value.items.filter((one) => fits(one, filter)).length;
      this.#cursor = got.value.next_cursor;
      this.more = this.#cursor !== undefined;
      const missing = wanted !== '' && !list.some((one) => one.id === wanted);
      if (!this.more || (found >= enough && !missing)) break;
    }
    this.list = list;
    this.ready = true;
    this.busy = false;
  }
}
