/* Week numbers of ISO 8601: "2026-W47" belongs to the year of its Thursday. Pure. */
import { localTime, momentOf, startOfWeek, twoDigits } from '../../../lib/zone';

const dayMs = 86_400_000;

/** The week of a moment, on the zone's clock. */
export function isoWeek(at: number, zone: string): string {
  const monday = localTime(startOfWeek(at, zone), zone);
  const thursday = Date.UTC(monday.year, monday.month - 1, monday.day + 3);
  const year = new Date(thursday).getUTCFullYear();
  const number = Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * dayMs)) + 1;
  return `${year}-W${twoDigits(number)}`;
}

/** Its number; undefined if invalid. */
export function weekNumber(week: string): number | undefined {
  const parts = /^2\d{3}-W(\d{2})$/.exec(week);
  const number = Number(parts?.[1] ?? '0');
  return number >= 1 && number <= 53 ? number : undefined;
}

/** A moment within the week: noon of its Thursday. */
export function momentIn(week: string, zone: string): number | undefined {
  const number = weekNumber(week);
  if (number === undefined) return undefined;
  const year = Number(week.slice(0, 4));
  const fourth = new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7; // 4 January is in the first week
  return momentOf(zone, year, 1, 4 - fourth + 4 + (number - 1) * 7, 12);
}
