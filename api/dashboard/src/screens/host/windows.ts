/* The windows of time that the charts can show, in which steps their past is asked for, and the bookings
   in them. Pure. */
import type { Booking } from '../../data/booking';
import { gpusAtOnce, type Step } from '../../data/metrics';
import { hourMs, minuteMs } from '../../lib/zone';

export const ranges = ['10m', '1h', '6h', '2d', '4w'] as const;
export type Range = (typeof ranges)[number];

const lengths: Record<Range, number> = { '10m': 10 * minuteMs, '1h': hourMs, '6h': 6 * hourMs, '2d': 48 * hourMs, '4w': 28 * 24 * hourMs };
const mostPoints = 600; // in one line

export interface Window {
  range: Range;
  length: number;
  /** What is asked for, in seconds. */
  step: Step;
  /** What is drawn, ms: so many steps put together. */
  drawn: number;
  live: boolean;
}

export function windowOf(range: Range, gpus: number): Window {
  const length = lengths[range];
  const live = range === '10m';
  const minutes = gpusAtOnce(length, 60) >= Math.max(1, gpus);
  const step: Step = live ? 1 : minutes ? 60 : 3600;
  const points = length / (step * 1000);
  return { range, length, live, step, drawn: step * 1000 * Math.ceil(points / mostPoints) };
}

export const readRange = (text: string | null): Range => ranges.find((range) => range === text) ?? '10m';

export interface Strip {
  booking: Booking;
  left: number; // %
  width: number;
}

/** Bookings in a window, put into as few lanes as they need. */
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
