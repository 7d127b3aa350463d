/* The windows of time that the charts can show, in which steps their past is asked for, and the bookings
   in them. Pure. */
import type { Booking } from '../../data/booking';
import { metricNames, type MetricName } from '../../data/live/ring';
import { hourMs, minuteMs } from '../../lib/zone';

export const ranges = ['10m', '1h', '6h', '2d', '4w'] as const;
export type Range = (typeof ranges)[number];

const lengths: Record<Range, number> = { '10m': 10 * minuteMs, '1h': hourMs, '6h': 6 * hourMs, '2d': 48 * hourMs, '4w': 28 * 24 * hourMs };
const mostValues = 90_000; // in one answer, of four measures
const mostPoints = 600; // in one line

export type Step = 1 | 60 | 3600;

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
  const minutes = (length / minuteMs) * Math.max(1, gpus) * 4 <= mostValues;
  const step: Step = live ? 1 : minutes ? 60 : 3600;
  const points = length / (step * 1000);
  return { range, length, live, step, drawn: step * 1000 * Math.ceil(points / mostPoints) };
}

/** How many GPUs one request may ask about. */
export function batchOf(window: Window): number {
  return Math.max(1, Math.floor(mostValues / 4 / (window.length / (window.step * 1000) + 1)));
}

export const readRange = (text: string | null): Range => ranges.find((range) => range === text) ?? '10m';
export const readMetric = (text: string | null): MetricName => metricNames.find((name) => name === text) ?? 'utilization_percent';

export interface Scale {
  unit: string;
  /** Shown is what was measured, times this. */
  factor: number;
  digits: number;
}

export const scales: Record<MetricName, Scale> = {
  utilization_percent: { unit: '%', factor: 1, digits: 0 },
  memory_used_mib: { unit: 'GiB', factor: 1 / 1024, digits: 1 },
  temperature_c: { unit: '°C', factor: 1, digits: 0 },
  power_w: { unit: 'W', factor: 1, digits: 0 },
};

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
