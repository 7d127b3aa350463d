/* The current and the next holder of GPUs, from a list of bookings. Pure. */
import { holds, isOff, type Booking } from './booking';

export interface Holders {
  held: Map<string, Booking>;
  /** When a free GPU is next booked. */
  next: Map<string, number>;
  /** The result holds until then, unless a booking changes. */
  until: number;
}

/** One pass over all bookings. */
export function holders(bookings: readonly Booking[], now: number): Holders {
  const held = new Map<string, Booking>();
  const next = new Map<string, number>();
  let until = Infinity;
  for (const booking of bookings) {
    if (isOff(booking) || booking.until <= now) continue;
    const running = holds(booking, now);
    until = Math.min(until, running ? booking.until : booking.from);
    for (const gpu of booking.gpus) {
      if (running) held.set(gpu, booking);
      else next.set(gpu, Math.min(next.get(gpu) ?? Infinity, booking.from));
    }
  }
  return { held, next, until };
}
