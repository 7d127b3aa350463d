/* Home's summary of the viewer, computed from bookings and the time. Pure. */
import { stateAt, type Booking } from '../../data/bookings/booking';

export interface Mine {
  running: Booking[];
  next: Booking[];
  suspended: Booking[];
  /** Pending or not approved, and not over. */
  asked: Booking[];
}

/** The part of one's own bookings between two moments, in GPU-seconds. */
export function bookedBetween(own: readonly Booking[], from: number, until: number): number {
  return own.reduce(
    (sum, booking) =>
      sum +
      (booking.gpus.length *
        Math.max(0, Math.min(booking.until, until) - Math.max(booking.from, from))) /
        1000,
    0,
  );
}

/** Running ones by their end, upcoming ones by their start. */
export function mine(bookings: readonly Booking[], me: string, now: number): Mine {
  const own = bookings.filter((booking) => booking.owner === me);
  const running = own
    .filter((booking) => stateAt(booking, now) === 'running')
    .sort((a, b) => a.until - b.until);
  const next = own
    .filter((booking) => stateAt(booking, now) === 'upcoming')
    .sort((a, b) => a.from - b.from);
  const suspended = own
    .filter((booking) => booking.state === 'suspended' && booking.until > now)
    .sort((a, b) => a.from - b.from);
  const asked = own
    .filter(
      (booking) => ['pending', 'declined', 'lapsed'].includes(booking.state) && booking.until > now,
    )
    .sort((a, b) => a.from - b.from);
  return { running, next, suspended, asked };
}
