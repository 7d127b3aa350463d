/* The record as a file, page by page, the oldest first: all events that match the filters. Made in
   the browser, from the same reads as `dibs audit export`. */
import { api, ask } from '../../data/client';
import { clock } from '../../data/clock.svelte';
import type { Problem } from '../../data/problem';
import { isoDay } from '../../lib/zone';
import { preferences } from '../../page/preferences.svelte';
import { headOf, lineOf, type Format } from './audit';
import type { EventsQuery } from './filter';

const pageOf = 1000;
const typeOf = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;

export class Export {
  /** Export is running. */
  busy = $state(false);
  /** Events exported so far. */
  count = $state(0);
  problem = $state.raw<Problem | null>(null);
  #turn = 0;

  async save(query: EventsQuery, format: Format): Promise<void> {
    const turn = ++this.#turn;
    [this.busy, this.count, this.problem] = [true, 0, null];
    const parts = [new Blob([headOf(format)])]; // a browser keeps Blobs on disk too, not in memory alone
    let cursor: string | undefined;
    do {
      const got = await ask(
        api.GET('/api/v1/events', {
          params: {
            query: {
              ...query,
              order: 'oldest',
              limit: pageOf,
              ...(cursor === undefined ? {} : { cursor }),
            },
          },
        }),
      );
      if (turn !== this.#turn) return;
      if (!got.ok) {
        [this.busy, this.problem] = [false, got.problem];
        return;
      }
      parts.push(new Blob([got.value.items.map((fact) => lineOf(fact, format)).join('')]));
      this.count += got.value.items.length;
      cursor = got.value.next_cursor;
    } while (cursor !== undefined);
    this.busy = false;
    give(
      new Blob(parts, { type: typeOf[format] }),
      `dibs-audit-${isoDay(clock.ms(), preferences.zone)}.${format}`,
    );
  }

  stop(): void {
    this.#turn += 1;
    this.busy = false;
  }
}

function give(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it meanwhile
}
