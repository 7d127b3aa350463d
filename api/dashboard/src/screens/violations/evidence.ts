/* The utilisation of the GPUs before and since a person started to run there: the queried interval,
   their mean, and its two parts. Pure. */
import { gpusAtOnce } from '../../data/usage/metrics';
import type { Violation } from '../../data/types';
import { kept, type UsageAsk } from '../../data/usage/usage_retention';
import { minuteMs } from '../../lib/zone';
import { downsample, meanOf, type Column, type Drawn } from '../../parts/chart/series';

const before = 10 * minuteMs;
const mostMinutes = 1000 * minuteMs;
const mostPoints = 300;

export function askFor(violation: Violation, now: number): UsageAsk {
  const from = Date.parse(violation.opened_at) - before;
  const until = violation.closed_at === undefined ? now : Date.parse(violation.closed_at);
  const few = violation.gpus.length <= gpusAtOnce(until - from, 1);
  if (few && now - from <= kept.seconds && until - from <= 30 * minuteMs)
    return { from, until, step: 1 };
  return {
    from,
    until,
    step: now - from < kept.minutes && until - from <= mostMinutes ? 60 : 3600,
  };
}

/** The mean of the known values of several GPUs at each step. */
export function meanColumn(columns: readonly Column[]): Column | undefined {
  const [first] = columns;
  if (!first || columns.length === 1) return first;
  return {
    ...first,
    values: Array.from({ length: first.values.length }, (_, i) =>
      meanOf(columns.map(({ values }) => values[i])),
    ),
  };
}

export interface Evidence {
  times: number[];
  before: Drawn[];
  since: Drawn[];
  /** Means, percent; null: unknown, or less than a minute before. */
  meanBefore: number | null;
  meanSince: number | null;
}

/** The step of the start counts as since. The lines meet: the last moment before is the first
    since. */
export function evidenceOf(fetched: Column, opened: number): Evidence {
  const parts = { before: [] as (number | null)[], since: [] as (number | null)[] };
  Array.from(fetched.values).forEach((value, i) =>
    parts[fetched.from + (i + 1) * fetched.step <= opened ? 'before' : 'since'].push(value),
  );
  const toldBefore =
    parts.before.filter((value) => value !== null).length * fetched.step >= minuteMs;
  const column = downsample(fetched, mostPoints);
  const times = Array.from(
    { length: column.values.length },
    (_, i) => column.from + i * column.step,
  );
  const turn = times.findLastIndex((at) => at + column.step <= opened);
  return {
    times,
    before: times.map((_, i) => (i <= turn ? (column.values[i] ?? null) : null)),
    since: times.map((_, i) => (i >= turn ? (column.values[i] ?? null) : null)),
    meanBefore: toldBefore ? meanOf(parts.before) : null,
    meanSince: meanOf(parts.since),
  };
}
