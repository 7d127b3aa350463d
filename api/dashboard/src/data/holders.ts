/* Who holds GPUs now, and who comes next, from a list of bookings. Pure. */
import { holds, type Booking } from './booking';

/** Who holds each GPU, and when a free one is taken next: one pass over all bookings. */
export function holders(bookings: readonly Booking[], now: number): { held: Map<string, Booking>; next: Map<string, number> } {
  const held = new Map<string, Booking>();
  const next = new Map<string, number>();
  for (const booking of bookings) {
    if (booking.state === 'cancelled' || booking.until <= now) continue;
    const running = holds(booking, now);
    for (const gpu of booking.gpus) {
      if (running) held.set(gpu, booking);
      else next.set(gpu, Math.min(next.get(gpu) ?? Infinity, booking.from));
    }
  }
  return { held, next };
}
