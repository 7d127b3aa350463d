/* The days of a month as a grid of weeks, in the person's zone, beginning with the locale's first day. */
import { addDays, localTime, momentOf, startOfDay } from '../../../../lib/zone';

export interface Day {
  at: number; // its midnight
  date: number;
  inMonth: boolean;
}

/** Six weeks at most; five or four where they cover the month. */
export function monthOf(at: number, zone: string, firstWeekday: number): Day[][] {
  const { year, month } = localTime(at, zone);
  const first = momentOf(zone, year, month, 1);
  const before = (localTime(first, zone).weekday - firstWeekday + 7) % 7;
  const weeks: Day[][] = [];
  for (
    let day = 1 - before;
    weeks.length === 0 || momentOf(zone, year, month, day) < momentOf(zone, year, month + 1, 1);
    day += 7
  ) {
    weeks.push(
      Array.from({ length: 7 }, (_, i) => {
        const midnight = momentOf(zone, year, month, day + i);
        const local = localTime(midnight, zone);
        return { at: midnight, date: local.day, inMonth: local.month === month };
      }),
    );
  }
  return weeks;
}

/** The same day of another month, or that month's last. */
export function addMonths(at: number, by: number, zone: string): number {
  const { year, month, day } = localTime(at, zone);
  const last = localTime(momentOf(zone, year, month + by + 1, 0), zone).day;
  return momentOf(zone, year, month + by, Math.min(day, last));
}

/** The day after a key; null: not a key of the grid. */
export function dayByKey(
  at: number,
  key: string,
  zone: string,
  firstWeekday: number,
): number | null {
  const inWeek = (localTime(at, zone).weekday - firstWeekday + 7) % 7;
  switch (key) {
    case 'ArrowLeft':
      return startOfDay(addDays(at, -1, zone), zone);
    case 'ArrowRight':
      return startOfDay(addDays(at, 1, zone), zone);
    case 'ArrowUp':
      return startOfDay(addDays(at, -7, zone), zone);
    case 'ArrowDown':
      return startOfDay(addDays(at, 7, zone), zone);
    case 'Home':
      return startOfDay(addDays(at, -inWeek, zone), zone);
    case 'End':
      return startOfDay(addDays(at, 6 - inWeek, zone), zone);
    case 'PageUp':
      return addMonths(at, -1, zone);
    case 'PageDown':
      return addMonths(at, 1, zone);
    default:
      return null;
  }
}

interface LocaleWithWeek extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** Monday is 1, Sunday 7. If the browser does not know, Monday, as in ISO 8601. */
export function firstWeekdayOf(locale: string): number {
  try {
    const found: LocaleWithWeek = new Intl.Locale(locale);
    return (found.getWeekInfo?.() ?? found.weekInfo)?.firstDay ?? 1;
  } catch {
    return 1; // not a locale
  }
}
