/* The times in view at which the viewer may not book: one query per window, kept, and repeated when
   people, groups or grants change. Suspended bookings are read too: they hold nothing, so the
   calendar's own queries leave them out. */
import { bookingOf } from '../../../data/bookings/booking';
import { api, ask, seen } from '../../../data/client';
import { clock } from '../../../data/clock.svelte';
import { bookings } from '../../../data/live/bookings.svelte';
import type { ClosedTime, ClosedTimes } from '../plan/drawing/closed_areas';

const mostGpus = 1024; // in one query
const mostMs = 62 * 86_400_000;
const mostSuspended = 1000;

export class Closed {
  byGpu = $state.raw<ClosedTimes>(new Map());
  #known: { gpus: ReadonlySet<string>; from: number; until: number; news: string } | null = null;

  /** `news` changes when the answer may have changed. */
  async load(gpus: readonly string[], start: number, until: number, news: string): Promise<void> {
    const from = Math.max(start, clock.ms());
    const known = this.#known;
    const same =
      known !== null && known.news === news && known.from <= from && until <= known.until;
    if (
      until <= from ||
      until - from > mostMs ||
      (same && gpus.every((gpu) => known.gpus.has(gpu)))
    )
      return;
    if (known?.news !== news) void this.#readSuspended();
    const mine = (this.#known = {
      gpus: new Set(same ? [...known.gpus, ...gpus] : gpus),
      from,
      until,
      news,
    });
    const found = await this.#read([...mine.gpus].slice(0, mostGpus), from, until);
    if (mine !== this.#known) return;
    if (found) this.byGpu = found;
    else this.#known = null; // the next look asks again
  }

  async #read(gpu: string[], from: number, until: number): Promise<ClosedTimes | null> {
    const got = await ask(
      api.POST('/api/v1/access/query', {
        body: {
          gpu,
          from: new Date(from).toISOString(),
          until: new Date(until).toISOString(),
          at_least: seen.position,
        },
      }),
    );
    if (!got.ok) return null;
    const byGpu = new Map<string, ClosedTime[]>();
    for (const { gpu_id: id, from: begins, until: ends, grant_name: after } of got.value.closed) {
      byGpu.set(id, [
        ...(byGpu.get(id) ?? []),
        {
          from: Date.parse(begins),
          until: Date.parse(ends),
          ...(after === undefined ? {} : { after }),
        },
      ]);
    }
    return byGpu;
  }

  async #readSuspended(): Promise<void> {
    const query = {
      state: ['suspended' as const],
      from: new Date(clock.ms()).toISOString(),
      limit: mostSuspended,
      at_least: seen.position,
    };
    const got = await ask(api.GET('/api/v1/reservations', { params: { query } }));
    if (got.ok) for (const one of got.value.items) bookings.put(bookingOf(one));
  }
}
