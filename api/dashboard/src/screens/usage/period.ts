/* The report's period, as in the address: a day, a week, a month, or from one day to another. Days
   are those of the reader's zone, so one may have 23 or 25 hours. Pure. */
import {
  addDays,
  firstHour,
  isoDay,
  localTime,
  momentOf,
  startOfDay,
  startOfWeek,
} from '../../lib/zone';

export const kinds = ['day', 'week', 'month', 'custom'] as const;
export type Kind = (typeof kinds)[number];

export interface Period {
  kind: Kind;
  from: number;
  /** Its end, possibly in the future. */
  until: number;
}

const usual = 'week' satisfies Kind;
const mostDays = 3660;

export function readDay(text: string | null, zone: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '');
  if (!parts) return undefined;
  const at = momentOf(zone, Number(parts[1]), Number(parts[2]), Number(parts[3]));
  return isoDay(at, zone) === text ? at : undefined; // there is no 31 February
}

export function periodAt(kind: Exclude<Kind, 'custom'>, at: number, zone: string): Period {
  const day = startOfDay(at, zone);
  const t = localTime(day, zone);
  if (kind === 'day') return { kind, from: day, until: addDays(day, 1, zone) };
  if (kind === 'month')
    return {
      kind,
      from: momentOf(zone, t.year, t.month, 1),
      until: momentOf(zone, t.year, t.month + 1, 1),
    };
  const monday = startOfWeek(day, zone);
  return { kind, from: monday, until: addDays(monday, 7, zone) };
}

/** From one day to another, inclusive; undefined if reversed or too long. */
export function customPeriod(
  first: string | null,
  last: string | null,
  zone: string,
): Period | undefined {
  const [from, end] = [readDay(first, zone), readDay(last, zone)];
  if (from === undefined || end === undefined || end < from || daysOf(from, end) > mostDays)
    return undefined;
  return { kind: 'custom', from, until: addDays(end, 1, zone) };
}

export function readPeriod(query: URLSearchParams, now: number, zone: string): Period {
  const kind = kinds.find((one) => one === query.get('period')) ?? usual;
  if (kind === 'custom')
    return customPeriod(query.get('from'), query.get('until'), zone) ?? periodAt(usual, now, zone);
  const at = readDay(query.get('from'), zone) ?? now;
  return periodAt(kind, Math.min(at, now), zone);
}

/** The address's query; defaults are left out. */
export function writePeriod(
  period: Period,
  now: number,
  zone: string,
): Record<string, string | null> {
  const here = period.from <= now && now < period.until && period.kind !== 'custom';
  return {
    period: period.kind === usual ? null : period.kind,
    from: here ? null : isoDay(period.from, zone),
    until: period.kind === 'custom' ? isoDay(period.until - 1, zone) : null,
  };
}

const daysOf = (from: number, until: number): number => Math.round((until - from) / 86_400_000);

/** The same one step earlier (-1) or later (1). */
export function step(period: Period, by: 1 | -1, zone: string): Period {
  if (period.kind !== 'custom')
    return periodAt(period.kind, by === 1 ? period.until : period.from - 1, zone);
  const days = by * daysOf(period.from, period.until);
  return {
    ...period,
    from: addDays(period.from, days, zone),
    until: addDays(period.until, days, zone),
  };
}

export const isRunning = (period: Period, now: number): boolean =>
  period.from <= now && now < period.until;

/** The period to compare with: the one before; for a running one only as much as has passed. */
export function before(period: Period, now: number, zone: string): { from: number; until: number } {
  const last = step(period, -1, zone);
  if (!isRunning(period, now)) return { from: last.from, until: last.until };
  return { from: last.from, until: Math.min(last.until, last.from + (now - period.from)) };
}

/** Rounded to whole hours, as in the report. */
export const hoursOf = ({
  from,
  until,
}: Pick<Period, 'from' | 'until'>): Pick<Period, 'from' | 'until'> => ({
  from: firstHour(from, until),
  until,
});
