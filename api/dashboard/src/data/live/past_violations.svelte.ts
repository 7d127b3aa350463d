/* Violations that ended before the page was opened, of GPUs whose past is drawn. Read once; newer
   ones come by the stream. */
import { api, askAll } from '../client';
import { dayMs } from '../../lib/zone';
import { stream } from '../stream.svelte';
import type { Violation } from '../types';
import { violations } from './violations.svelte';

const pageOf = 200;
const most = 2000;
const mostGpus = 1024; // in one question
// The server lists them by their start; one that began this long before a window may end in it.
const longestMs = 14 * dayMs;

class PastViolations {
  #past = $state.raw<ReadonlyMap<string, Violation>>(new Map());
  #resync = 0;
  /** By GPU: since when they are known, ms. */
  readonly #known = new Map<string, number>();

  /** Includes open ones, and those that ended meanwhile. */
  readonly all: readonly Violation[] = $derived([
    ...new Map([...this.#past, ...violations.byId]).values(),
  ]);

  /** Violations without an excuse, by the booking that they run into. */
  readonly byReservation: ReadonlyMap<string, readonly Violation[]> = $derived.by(() => {
    const found = new Map<string, Violation[]>();
    for (const one of this.all) {
      const id = one.excused === undefined ? one.reservation_id : undefined;
      if (id === undefined) continue;
      const there = found.get(id);
      if (there) there.push(one);
      else found.set(id, [one]);
    }
    return found;
  });

  /** Loads violations that ran at `from` or later; a problem leaves the known ones. */
  async load(gpus: readonly string[], from: number): Promise<void> {
    if (this.#resync !== stream.resyncs) this.#known.clear(); // some may have ended during a gap of the stream
    this.#resync = stream.resyncs;
    const missing = gpus.filter((gpu) => (this.#known.get(gpu) ?? Infinity) > from);
    for (let i = 0; i < missing.length; i += mostGpus)
      await this.#read(missing.slice(i, i + mostGpus), from);
  }

  async #read(gpu: string[], from: number): Promise<void> {
    for (const one of gpu) this.#known.set(one, from);
    const got = await askAll(
      (cursor) =>
        api.POST('/api/v1/violations/query', {
          body: {
            state: 'closed',
            gpu,
            limit: pageOf,
            ...(cursor === undefined ? {} : { cursor }),
          },
        }),
      most,
      (last) => Date.parse(last.opened_at) < from - longestMs,
    );
    if (!got.ok) {
      for (const one of gpu) this.#known.delete(one);
      return;
    }
    const ran = got.value.filter((one) => Date.parse(one.closed_at ?? one.opened_at) > from);
    if (ran.length > 0)
      this.#past = new Map([...this.#past, ...ran.map((one) => [one.id, one] as const)]);
  }
}

export const pastViolations = new PastViolations();
