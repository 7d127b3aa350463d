/* What Home says about oneself, worked out from bookings and the time. Pure. */
import { stateAt, type Booking } from '../../data/booking';

export interface Mine {
  running: Booking[];
  next: Booking[];
  suspended: Booking[];
  /** That wait for approval, or did not get it, and are not over. */
  asked: Booking[];
}

/** Running ones by their end, those ahead by their start. */
export function mine(bookings: readonly Booking[], me: string, now: number): Mine {
  const own = bookings.filter((booking) => booking.owner === me);
  const running = own.filter((booking) => stateAt(booking, now) === 'running').sort((a, b) => a.until - b.until);
  const next = own.filter((booking) => stateAt(booking, now) === 'upcoming').sort((a, b) => a.from - b.from);
  const suspended = own.filter((booking) => booking.state === 'suspended' && booking.until > now).sort((a, b) => a.from - b.from);
  const asked = own.filter((booking) => ['pending', 'declined', 'lapsed'].includes(booking.state) && booking.until > now).sort((a, b) => a.from - b.from);
  return { running, next, suspended, asked };
}
