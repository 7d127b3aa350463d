/* The booking that the address names: asked for by its id where it is not among those known (over for
   long, cancelled, never there) or not known whole, and brought into view where the address names no place. */
import { bookingOf, type Booking } from '../../../data/booking';
import { api, ask, seen } from '../../../data/client';
import { clock } from '../../../data/clock.svelte';
import { bookings } from '../../../data/live/bookings.svelte';
import type { Problem } from '../../../data/problem';
import type { CalendarState } from './state.svelte';

/** Why there is none to be shown. */
export type NoBooking = { why: 'cancelled' | 'never' | 'forbidden' } | { why: 'suspended'; booking: Booking } | { why: 'problem'; problem: Problem };

export class Chosen {
  none = $state.raw<NoBooking | null>(null);
  readonly #view: CalendarState;
  #asked = '';

  constructor(view: CalendarState) {
    this.#view = view;
  }

  /** In an effect. */
  follow(): void {
    const { selectedId: id, selected } = this.#view;
    if (id === null || (selected && (selected.protection !== undefined || selected.until <= clock.ms()))) {
      this.none = null;
      this.#asked = '';
    } else if (selected) { // rows of the calendar do not tell how a booking is protected
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

  /** In an effect: once it is known, to where it is. */
  bring(): void {
    const { selected, sought } = this.#view;
    if (selected && selected.id === sought && this.#view.gpus.size > 0) this.#view.bringTo(selected);
  }

  async #ask(id: string, asked: string): Promise<void> {
    const got = await ask(api.GET('/api/v1/reservations/{id}', { params: { path: { id }, query: { at_least: seen.position } } }));
    if (asked !== this.#asked) return; // another one, or none any more
    if (!got.ok) this.none = noneOf(got.problem);
    else if (got.value.state === 'cancelled') this.none = { why: 'cancelled' };
    else if (got.value.state === 'suspended') this.none = { why: 'suspended', booking: bookingOf(got.value) };
    else bookings.put(bookingOf(got.value));
  }
}

function noneOf(problem: Problem): NoBooking {
  if (problem.status === 403) return { why: 'forbidden' };
  return [400, 404, 422].includes(problem.status) ? { why: 'never' } : { why: 'problem', problem };
}
