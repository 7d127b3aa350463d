/* The pieces of a booking that swapped GPUs while it ran. Pure. */
import type { Booking } from '../../../data/bookings/booking';

/** Its GPUs over time: a piece for each, including given-up ones. */
export function staysOf(booking: Booking): { gpu: string; from: number; until: number }[] {
  const joined = new Map<string, number>();
  const stays: { gpu: string; from: number; until: number }[] = [];
  const add = (gpu: string, until: number): void => {
    const from = joined.get(gpu) ?? booking.from;
    if (from < until) stays.push({ gpu, from, until });
  };
  for (const move of booking.moves ?? []) {
    add(move.from, move.at);
    joined.set(move.to, move.at);
  }
  for (const gpu of booking.gpus) add(gpu, booking.until);
  return stays;
}
