/* The booking in the address. It is read by its id if it is not loaded (long over, cancelled,
   unknown) or not loaded whole. It is brought into view if the address has no position. */
import { bookingOf, type Booking } from '../../../data/bookings/booking';
import { api, ask, seen } from '../../../data/client';
import { clock } from '../../../data/clock.svelte';
import { bookings } from '../../../data/live/bookings.svelte';
import type { Problem } from '../../../data/problem';
import type { CalendarState } from './state.svelte';

/** Why it cannot be shown. */
export type NoBooking =
  | { why: 'cancelled' | 'never' | 'forbidden' }
  | { why: 'suspended'; booking: Booking }
  | { why: 'problem'; problem: Problem };

export class ChosenBooking {
  none = $state.raw<NoBooking | null>(null);
  readonly #view: CalendarState;
  #asked = '';

  constructor(view: CalendarState) {
    this.#view = view;
  }

  /** Call in an effect. */
  follow(): void {
    const { selectedId: id, selected } = this.#view;
    if (
      id === null ||
      (selected && (selected.protection !== undefined || selected.until <= clock.ms()))
    ) {
      this.none = null;
      this.#asked = '';
    } else if (selected) {
      // the calendar's query leaves out the protection
      this.none = null;
      const asked = `${id} v${selected.version}`;
      if (this.#asked === asked) return;
      this.#asked = asked;
      void this.#ask(id, asked);
    } else if (bookings.ready && this.#asked !== `${id} ${bookings.epoch}`) {
      this.#asked = `${id} ${bookings.epoch}`;
      void this.#ask(id, this.#asked);
    }
  }

  /** Call in an effect: moves to the booking once it is known. */
  bring(): void {
    const { selected, sought } = this.#view;
    if (selected && selected.id === sought && this.#view.gpus.size > 0)
      this.#view.bringTo(selected);
  }

  async #ask(id: string, asked: string): Promise<void> {
    const got = await ask(
      api.GET('/api/v1/reservations/{id}', {
        params: { path: { id }, query: { at_least: seen.position } },
      }),
    );
    if (asked !== this.#asked) return; // another one, or none by now
    if (!got.ok) this.none = noneOf(got.problem);
    else if (got.value.state === 'cancelled') this.none = { why: 'cancelled' };
    else if (got.value.state === 'suspended')
      this.none = { why: 'suspended', booking: bookingOf(got.value) };
    else bookings.put(bookingOf(got.value));
  }
}

function noneOf(problem: Problem): NoBooking {
  if (problem.status === 403) return { why: 'forbidden' };
  return [400, 404, 422].includes(problem.status) ? { why: 'never' } : { why: 'problem', problem };
}
