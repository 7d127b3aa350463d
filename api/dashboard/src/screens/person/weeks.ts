/* A person's weeks, for the chart and the sentence. Pure. */
import type { UsageReport } from '../../data/types';
import { addDays } from '../../lib/zone';
import { splitOf, type Split } from '../../parts/split/split';

export interface Week {
  from: number;
  /** GPU-hours. */
  reserved: number;
  split: Split;
  /** It is not over yet. */
  running: boolean;
}

const hours = (seconds: number): number => seconds / 3600;

/** The last `count` weeks. The report begins with the first known week: before it nothing was
    reserved. */
export function weeksOf(report: UsageReport, now: number, count: number): Week[] {
  const known = knownWeeks(report, now);
  const first = known[0]?.from;
  if (first === undefined) return [];
  const before = Array.from({ length: Math.max(0, count - known.length) }, (_, i) =>
    addDays(first, -7 * (i + 1), report.zone),
  ).reverse();
  return [
    ...before.map((from) => ({
      from,
      reserved: 0,
      split: { holder: 0, others: 0, idle: 0, unknown: 0 },
      running: false,
    })),
    ...known,
  ];
}

function knownWeeks(report: UsageReport, now: number): Week[] {
  return report.rows.flatMap((row) => {
    if (row.from === undefined) return [];
    const split = splitOf(row);
    const from = Date.parse(row.from);
    const inHours = {
      holder: hours(split.holder),
      others: hours(split.others),
      idle: hours(split.idle),
      unknown: hours(split.unknown),
    };
    return [
      {
        from,
        reserved: hours(row.reserved_s),
        split: inHours,
        running: addDays(from, 7, report.zone) > now,
      },
    ];
  });
}

/** The week before this one. */
export const lastWhole = (weeks: readonly Week[]): Week | undefined =>
  weeks.filter((week) => !week.running).at(-1);
