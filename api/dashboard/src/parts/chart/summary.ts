/* A chart in numbers: the current value, mean and range of each line, and a few rows of all of it.
   Pure. */
import type { Drawn } from './series';
import { meanOf } from './series';

export interface LineSummary {
  label: string;
  last: number | null;
  mean: number | null;
  low: number | null;
  high: number | null;
  /** Unknown part of the moments, 0 to 1. */
  unknown: number;
}

export function summarise(label: string, values: readonly Drawn[]): LineSummary {
  let last: number | null = null;
  let low = Infinity;
  let high = -Infinity;
  let unknown = 0;
  for (const value of values) {
    if (value === null) unknown += 1;
    if (typeof value !== 'number') continue;
    last = value;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const known = last !== null;
  return {
    label,
    last,
    mean: meanOf(values),
    low: known ? low : null,
    high: known ? high : null,
    unknown: values.length > 0 ? unknown / values.length : 1,
  };
}

export interface Row {
  from: number;
  until: number;
  /** One per line: its mean in that part. */
  values: (number | null)[];
}

/** At most `most` rows, newest first. */
export function tableRows(
  times: readonly number[],
  lines: readonly (readonly Drawn[])[],
  most: number,
): Row[] {
  const each = Math.max(1, Math.ceil(times.length / most));
  const step = times.length > 1 ? (times[1] ?? 0) - (times[0] ?? 0) : 0;
  const rows: Row[] = [];
  for (let end = times.length; end > 0; end -= each) {
    const start = Math.max(0, end - each);
    rows.push({
      from: times[start] ?? 0,
      until: (times[end - 1] ?? 0) + step,
      values: lines.map((values) => meanOf(values, start, end)),
    });
  }
  return rows;
}
