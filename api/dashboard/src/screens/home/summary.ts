/* What Home says about oneself, worked out from bookings and the time. Pure. */
import { stateAt, type Booking } from '../../data/booking';

export interface Mine {
  running: Booking[];
  next: Booking[];
  suspended: Booking[];
  /** That wait for approval, or did not get it, and are not over. */
  asked: Booking[];
}

/** What of one's own bookings lies between two moments, in seconds of GPUs. */
export function bookedBetween(own: readonly Booking[], from: number, until: number): number {
  return own.reduce((sum, booking) => sum + (booking.gpus.length * Math.max(0, Math.min(booking.until, until) - Math.max(booking.from, from))) / 1000, 0);
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
