/* The time windows of the charts, the number of points of their history, and the bookings in them.
   The server chooses the step: it knows how long each is kept. Pure. */
import type { Booking } from '../../data/bookings/booking';
import { mostPoints, pointsFor } from '../../data/usage/metrics';
import { hourMs, minuteMs } from '../../lib/zone';

export const ranges = ['10m', '1h', '6h', '1d', '7d', '30d', '90d', '1y'] as const;
export type Range = (typeof ranges)[number];

const dayMs = 24 * hourMs;
const lengths: Record<Range, number> = {
  '10m': 10 * minuteMs,
  '1h': hourMs,
  '6h': 6 * hourMs,
  '1d': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
  '1y': 365 * dayMs,
};
/** Per line: more cannot be told apart. */
export const mostDrawn = 600;
/** Longer windows show no holders: there would be thousands. */
const longestHeld = 31 * dayMs;

export interface Window {
  range: Range;
  length: number;
  live: boolean;
  /** At most this many per line. */
  points: number;
  holders: boolean;
}

export function windowOf(range: Range, gpus: number): Window {
  const length = lengths[range];
  return {
    range,
    length,
    live: range === '10m',
    points: Math.min(mostPoints, pointsFor(gpus, 1)),
    holders: length <= longestHeld,
  };
}

export const readRange = (text: string | null): Range =>
  ranges.find((range) => range === text) ?? '10m';

export interface Strip {
  booking: Booking;
  left: number; // %
  width: number;
}

/** Bookings in a window, placed in as few lanes as possible. */
export function lanesOf(bookings: readonly Booking[], from: number, until: number): Strip[][] {
  const lanes: { end: number; strips: Strip[] }[] = [];
  const length = Math.max(1, until - from);
  const shown = bookings.filter((booking) => booking.from < until && booking.until > from);
  for (const booking of shown.toSorted((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1))) {
    const [begin, end] = [Math.max(from, booking.from), Math.min(until, booking.until)];
    let lane = lanes.find((one) => one.end <= begin);
    if (!lane) lanes.push((lane = { end: 0, strips: [] }));
    lane.end = end;
    lane.strips.push({
      booking,
      left: ((begin - from) / length) * 100,
      width: ((end - begin) / length) * 100,
    });
  }
  return lanes.map((lane) => lane.strips);
}
