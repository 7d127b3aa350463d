/* One booking and its events. Read again when the stream reports a change, or that it is no longer
   upcoming or running. */
import { api, ask, askAll, seen } from '../../data/client';
import { bookingOf, stateAt } from '../../data/bookings/booking';
import { clock } from '../../data/clock.svelte';
import { bookings } from '../../data/live/bookings.svelte';
import type { Problem } from '../../data/problem';
import type { Fact, Reservation } from '../../data/types';

export class One {
  reservation = $state.raw<Reservation | null>(null);
  /** The oldest first; null before the first answer. */
  facts = $state.raw<readonly Fact[] | null>(null);
  problem = $state.raw<Problem | null>(null);
  factsProblem = $state.raw<Problem | null>(null);
  #turn = 0;
  #busy = false;
  #rereading = false;
  #missed = false;

  constructor(readonly id: string) {}

  async read(): Promise<void> {
    const turn = ++this.#turn;
    this.#busy = true;
    const atLeast = seen.position;
    const got = await ask(
      api.GET('/api/v1/reservations/{id}', {
        params: { path: { id: this.id }, query: { at_least: atLeast } },
      }),
    );
    if (turn !== this.#turn) return;
    this.problem = got.ok ? null : got.problem;
    if (got.ok) {
      this.reservation = got.value;
      bookings.put(bookingOf(got.value));
    }
    this.#busy = false;
    if (got.ok) await this.#readFacts(turn);
  }

  async #readFacts(turn: number): Promise<void> {
    const query = {
      reservation: this.id,
      order: 'oldest' as const,
      limit: 200,
      at_least: seen.position,
    };
    const got = await askAll(
      (cursor) =>
        api.GET('/api/v1/events', {
          params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        }),
      2000,
    );
    if (turn !== this.#turn) return;
    this.factsProblem = got.ok ? null : got.problem;
    if (got.ok) this.facts = got.value;
  }

  /** New events: reads one at a time, and once more for those that arrived meanwhile. */
  async readFactsAgain(): Promise<void> {
    if (this.#rereading || this.facts === null) {
      this.#missed = this.#rereading;
      return;
    }
    this.#rereading = true;
    do {
      this.#missed = false;
      await this.#readFacts(this.#turn);
    } while (this.#missed);
    this.#rereading = false;
  }

  /** Call in an effect: compares the stream's version with the shown one. */
  follow(): void {
    const known = bookings.get(this.id);
    const shown = this.reservation;
    if (this.#busy || !bookings.ready) return;
    const newer = known !== undefined && known.version > (shown?.version ?? 0);
    const gone =
      known === undefined &&
      shown !== null &&
      ['upcoming', 'running'].includes(stateAt(bookingOf(shown), clock.ms()));
    if ((shown !== null && newer) || gone) void this.read();
  }
}
