/* Bookings in a window, put into as few lanes as they need. Pure. */
import type { Booking } from '../../data/booking';

export interface Strip {
  booking: Booking;
  left: number; // %
  width: number;
}

export function lanesOf(bookings: readonly Booking[], from: number, until: number): Strip[][] {
  const lanes: { end: number; strips: Strip[] }[] = [];
  const length = Math.max(1, until - from);
  const shown = bookings.filter((booking) => booking.from < until && booking.until > from);
  for (const booking of shown.toSorted((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1))) {
    const [begin, end] = [Math.max(from, booking.from), Math.min(until, booking.until)];
    let lane = lanes.find((one) => one.end <= begin);
    if (!lane) lanes.push((lane = { end: 0, strips: [] }));
    lane.end = end;
    lane.strips.push({ booking, left: ((begin - from) / length) * 100, width: ((end - begin) / length) * 100 });
  }
  return lanes.map((lane) => lane.strips);
}
