/* The usage of a booking: the query's interval and steps, and the numbers. Pure. */
import { isOff, type Booking } from '../../data/bookings/booking';
import { gpusAtOnce, readMetric, type MetricName, type Step } from '../../data/usage/metrics';
import type { Usage } from '../../data/types';
import { kept, type UsageAsk } from '../../data/usage/usage_retention';
import { minuteMs } from '../../lib/zone';
import { downsample, meanOf, type Column } from '../../parts/chart/series';

const mostPoints = 600; // per line

/** The metrics of the page and its chart. */
export const metricsFor = (shown: MetricName): MetricName[] => [
  ...new Set<MetricName>(['utilization_percent', 'memory_used_mib', shown]),
];

export const gpusFor = (
  booking: Booking,
  { from, until, step }: UsageAsk,
  metrics: number,
): string[] => booking.gpus.slice(0, gpusAtOnce(until - from, step, metrics));

/** The past part of it; undefined before it begins. A cancelled one never ran. */
export function askFor(booking: Booking, now: number, metrics = 2): UsageAsk | undefined {
  const { from } = booking;
  const until = Math.min(booking.until, now);
  if (isOff(booking) || until - from < 1000) return undefined;
  const allowed = (step: Step) =>
    gpusAtOnce(until - from, step, metrics) >=
    Math.min(booking.gpus.length, gpusAtOnce(until - from, 3600, metrics));
  if (now - from <= kept.seconds && until - from <= 15 * minuteMs && allowed(1))
    return { from, until, step: 1 };
  if (now - from <= kept.minutes && allowed(60)) return { from, until, step: 60 };
  return { from, until, step: 3600 };
}

export type Columns = ReadonlyMap<string, Partial<Record<MetricName, Column>>>;

/** An answer as columns. Values outside the booking belong to others' time. */
export function columnsOf(usage: Usage, asked: UsageAsk): Columns {
  const [from, step] = [Date.parse(usage.from), usage.step_s * 1000];
  const skip = usage.step_s === 1 ? 0 : Math.max(0, Math.ceil((asked.from - from) / step - 0.5)); // half a step may be another person's
  const columns = new Map<string, Partial<Record<MetricName, Column>>>();
  for (const gpu of usage.gpus) {
    const known: Partial<Record<MetricName, Column>> = {};
    for (const [key, values] of Object.entries(gpu)) {
      const name = readMetric(key);
      if (name === key)
        known[name] = {
          from: from + skip * step,
          step,
          values: (values as (number | null)[]).slice(skip),
        };
    }
    columns.set(gpu.gpu_id, known);
  }
  return columns;
}

export const drawn = (column: Column): Column => downsample(column, mostPoints);

/** One line for many GPUs: at each moment the mean of the known values. */
export function meanColumn(columns: readonly Column[]): Column | undefined {
  const [first] = columns;
  if (!first) return undefined;
  const values = Array.from({ length: first.values.length }, (_, i) =>
    meanOf(columns.map((column) => column.values[i])),
  );
  return { ...first, values };
}

export function mostUse(column: Column | undefined): number | undefined {
  let most: number | undefined;
  for (const value of Array.from(column?.values ?? []))
    if (value !== null) most = Math.max(most ?? value, value);
  return most;
}
