/* Days and hours in a person's zone. Moments are milliseconds since 1970 everywhere; only here do
   they become dates, so days of 23 and 25 hours are right. */

export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export interface LocalTime {
  year: number;
  month: number; // 1 to 12
  day: number;
  hour: number;
  minute: number;
  second: number;
  weekday: number; // Monday is 1, Sunday 7
}

const formats = new Map<string, Intl.DateTimeFormat>();

function partsFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      weekday: 'short',
    });
    formats.set(zone, format);
  }
  return format;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function localTime(at: number, zone: string): LocalTime {
  const found: Record<string, string> = {};
  for (const part of partsFormat(zone).formatToParts(at)) found[part.type] = part.value;
  const number = (name: string) => Number(found[name] ?? '0');
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    hour: number('hour'),
    minute: number('minute'),
    second: number('second'),
    weekday: weekdays.indexOf(found['weekday'] ?? 'Mon') + 1,
  };
}

/** "09", of an hour or a minute */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** "2026-11-24" */
export function isoDay(at: number, zone: string): string {
  const { year, month, day } = localTime(at, zone);
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}
/** "09:30" */
export const clockText = (hour: number, minute: number): string =>
  `${twoDigits(hour)}:${twoDigits(minute)}`;

/** How far the zone's clock is ahead of UTC at that moment, in ms. */
export function offsetMs(at: number, zone: string): number {
  const t = localTime(at, zone);
  const asUtc = Date.UTC(t.year, t.month - 1, t.day, t.hour, t.minute, t.second);
  return asUtc - Math.floor(at / 1000) * 1000;
}

/** The moment at which a clock of that zone shows this; months and days may overflow. For a time
    that does not exist (clocks go forward) it is the moment as long after the jump; of two, the
    first. */
export function momentOf(
  zone: string,
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
): number {
  const wanted = Date.UTC(year, month - 1, day, hour, minute);
  const before = offsetMs(wanted - dayMs, zone);
  const after = offsetMs(wanted + dayMs, zone);
  const first = wanted - before;
  if (before === after || offsetMs(first, zone) === before) return first;
  const second = wanted - after;
  return offsetMs(second, zone) === after ? second : first;
}

export function startOfDay(at: number, zone: string): number {
  const t = localTime(at, zone);
  return momentOf(zone, t.year, t.month, t.day);
}

/** The same time of day, `days` later. */
export function addDays(at: number, days: number, zone: string): number {
  const t = localTime(at, zone);
  return (
    momentOf(zone, t.year, t.month, t.day + days, t.hour, t.minute) + t.second * 1000 + (at % 1000)
  );
}

export function isSameDay(a: number, b: number, zone: string): boolean {
  return startOfDay(a, zone) === startOfDay(b, zone);
}

/** Whether the interval is one or several days, midnight to midnight. */
export const isWholeDays = (from: number, until: number, zone: string): boolean =>
  from < until && startOfDay(from, zone) === from && startOfDay(until, zone) === until;

/** Monday's midnight. */
export function startOfWeek(at: number, zone: string): number {
  const t = localTime(at, zone);
  return momentOf(zone, t.year, t.month, t.day + 1 - t.weekday);
}

/** The first hour that begins in the interval: where midnight is not on a whole hour (India,
    Nepal), the hour around it belongs to the day before. Before that hour has begun, the running
    one. */
export function firstHour(from: number, until: number): number {
  const next = Math.ceil(from / hourMs) * hourMs;
  return next < until ? next : Math.floor(from / hourMs) * hourMs;
}

let ofBrowser: string | undefined; // resolving it costs part of a millisecond, and every text with a time needs it

export function browserZone(): string {
  ofBrowser ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  return ofBrowser;
}

// Each locale knows the short names of its own region; elsewhere they give "GMT-5".
const namingLocales = ['en-GB', 'en-US', 'en-AU', 'en-IN', 'ja'];
const namings = new Map<string, Intl.DateTimeFormat>();
const january = Date.UTC(2026, 0, 15);
const july = Date.UTC(2026, 6, 15);

function nameIn(format: Intl.DateTimeFormat, at: number): string {
  return format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** CET, EST: the name in the tz database, which the server also uses, in every language; UTC+5:45
    where there is none. */
export function shortZoneName(at: number, zone: string): string {
  let naming = namings.get(zone);
  if (!naming) {
    const all = namingLocales.map(
      (locale) => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }),
    );
    naming =
      all.find((format) =>
        [january, july].every((one) => !/^(GMT|UTC)[+-]/.test(nameIn(format, one))),
      ) ?? all[0];
    if (!naming) return zone;
    namings.set(zone, naming);
  }
  return nameIn(naming, at).replace(/^GMT(?=[+-])/, 'UTC');
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export function zones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')];
}
