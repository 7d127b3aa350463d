/* Who holds GPUs now, and next: worked out once a second for all panels. */
import { stateAt, type Booking } from '../../data/booking';
import { clock } from '../../data/clock.svelte';
import { bookings } from '../../data/live/bookings.svelte';

class Ahead {
  /** Running and upcoming, by start. */
  readonly list: readonly Booking[] = $derived.by(() => {
    const now = clock.now;
    return bookings.all
      .filter((booking) => ['running', 'upcoming'].includes(stateAt(booking, now)))
      .sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1));
  });
}

export const ahead = new Ahead();
