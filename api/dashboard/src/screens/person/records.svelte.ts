/* A person's history: their bookings of the last weeks, and closed violations by and against them.
   The server cannot filter violations by person, so some pages are read. */
import { api, ask, askAll } from '../../data/client';
import { bookingOf, type Booking } from '../../data/bookings/booking';
import { clock } from '../../data/clock.svelte';
import type { Problem } from '../../data/problem';
import type { Violation } from '../../data/types';
import { dayMs } from '../../lib/zone';
import { concerns } from './rows';

export const bookingDays = 30;
const mostBookings = 2000;
const enough = 20;
const pageOf = 200;
const mostPages = 5;

export class Records {
  /** Past ones, the newest first; null before the answer. */
  bookings = $state.raw<readonly Booking[] | null>(null);
  /** Closed ones; null before the answer. */
  violations = $state.raw<readonly Violation[] | null>(null);
  /** Older violations were not read. */
  more = $state(false);
  problem = $state.raw<Problem | null>(null);

  constructor(readonly person: string) {}

  async read(): Promise<void> {
    await Promise.all([this.#readBookings(), this.#readViolations()]);
  }

  async #readBookings(): Promise<void> {
    const state: ('finished' | 'released')[] = ['finished', 'released'];
    const query = {
      owner: this.person,
      state,
      from: new Date(clock.ms() - bookingDays * dayMs).toISOString(),
      limit: 1000,
    };
    const got = await askAll(
      (cursor) =>
        api.GET('/api/v1/reservations', {
          params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        }),
      mostBookings,
    );
    if (got.ok)
      this.bookings = got.value
        .map(bookingOf)
        .sort((a, b) => b.until - a.until || (a.id < b.id ? 1 : -1));
    else this.problem = got.problem;
  }

  async #readViolations(): Promise<void> {
    const found: Violation[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const got = await ask(
        api.GET('/api/v1/violations', {
          params: {
            query: { state: 'closed', limit: pageOf, ...(cursor === undefined ? {} : { cursor }) },
          },
        }),
      );
      if (!got.ok) {
        this.problem = got.problem;
        return;
      }
      found.push(...got.value.items.filter((one) => concerns(one, this.person)));
      cursor = got.value.next_cursor;
      if (cursor === undefined || found.length >= enough) break;
    }
    this.more = cursor !== undefined;
    this.violations = found;
  }
}
