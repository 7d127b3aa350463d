/* Formats moments, lengths and numbers in the reader's language and zone. No function knows the
   current time: the caller passes it. The caller handles unknown values ("no data"). */
import { byName } from './by_name';
import { addDays, dayMs, isSameDay, localTime, shortZoneName } from './zone';

export interface Reader {
  language: string; // "en", "pl"
  zone: string; // "Europe/Warsaw"
}

// A figure and its unit stay on one line.
const gap = '\u00a0';
export const withUnit = (figure: string | number, unit: string): string =>
  unit === '' ? String(figure) : `${figure}${gap}${unit}`;

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

function dateFormat(
  reader: Reader,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${reader.language} ${reader.zone} ${name}`;
  let format = dateFormats.get(key);
  if (!format) {
    const locale = reader.language === 'en' ? 'en-GB' : reader.language;
    format = new Intl.DateTimeFormat(locale, { timeZone: reader.zone, ...options });
    dateFormats.set(key, format);
  }
  return format;
}

const clockOptions: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/** 09:00 */
export function clockTime(at: number, reader: Reader): string {
  return dateFormat(reader, 'clock', clockOptions).format(at);
}

/** 09:00:07 */
export function clockSeconds(at: number, reader: Reader): string {
  return dateFormat(reader, 'seconds', { ...clockOptions, second: '2-digit' }).format(at);
}

/** Tue 24 Nov; 24 Nov */
export function dayText(at: number, reader: Reader, weekday = true): string {
  return dateFormat(reader, `day ${weekday}`, {
    ...(weekday ? { weekday: 'short' } : {}),
    day: 'numeric',
    month: 'short',
  })
    .format(at)
    .replace(',', '');
}

/** Tuesday 24 November 2026 */
export function longDayText(at: number, reader: Reader): string {
  return dateFormat(reader, 'long', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(at);
}

/** 16 – 22 November 2026: whole days, the last one too. */
export function daysText(from: number, until: number, reader: Reader): string {
  return dateFormat(reader, 'days', { day: 'numeric', month: 'long', year: 'numeric' })
    .formatRange(from, until - 1)
    .replace(/\s?–\s?/, ' – ');
}

/** Mon 23 Nov; Mon 23 – Wed 25 Nov; 23 – 25 Nov: the shortest form of a range. */
export function shortDaysText(
  from: number,
  until: number,
  reader: Reader,
  weekdays = true,
): string {
  const last = until - 1;
  if (isSameDay(from, last, reader.zone)) return dayText(from, reader, weekdays);
  const sameMonth =
    localTime(from, reader.zone).month === localTime(last, reader.zone).month &&
    last - from < 32 * dayMs;
  const first = sameMonth
    ? `${weekdays ? `${weekdayText(from, reader)} ` : ''}${localTime(from, reader.zone).day}`
    : dayText(from, reader, weekdays);
  return `${first} – ${dayText(last, reader, weekdays)}`;
}

/** November 2026 */
export function monthText(at: number, reader: Reader): string {
  return dateFormat(reader, 'month', { month: 'long', year: 'numeric' }).format(at);
}

/** Mon: 1 is Monday. */
export function weekdayName(weekday: number, reader: Reader, long = false): string {
  const monday = Date.UTC(2024, 0, 1, 12);
  return dateFormat({ ...reader, zone: 'UTC' }, `weekday ${long}`, {
    weekday: long ? 'long' : 'short',
  }).format(monday + (weekday - 1) * 86_400_000);
}

/** Mon */
export function weekdayText(at: number, reader: Reader): string {
  return dateFormat(reader, 'weekday', { weekday: 'short' }).format(at);
}

/** CET */
export function zoneName(at: number, reader: Reader): string {
  return shortZoneName(at, reader.zone);
}

/** The words for today and so on; they come from the catalogue. */
export interface DayWords {
  today: string;
  tomorrow: string;
  yesterday: string;
}

export function relativeDay(at: number, now: number, reader: Reader, words: DayWords): string {
  if (isSameDay(at, now, reader.zone)) return words.today;
  if (isSameDay(at, addDays(now, 1, reader.zone), reader.zone)) return words.tomorrow;
  if (isSameDay(at, addDays(now, -1, reader.zone), reader.zone)) return words.yesterday;
  return dayText(at, reader);
}

/** 4 h 12 min; 3 d 2 h; 40 s. Two units at most, never rounded up. */
export function lengthText(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const [d, h, m] = [Math.floor(s / 86_400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60];
  if (d > 0) return h > 0 ? `${withUnit(d, 'd')} ${withUnit(h, 'h')}` : withUnit(d, 'd');
  if (h > 0) return m > 0 ? `${withUnit(h, 'h')} ${withUnit(m, 'min')}` : withUnit(h, 'h');
  return m > 0 ? withUnit(m, 'min') : withUnit(s, 's');
}

/** One unit, for ages: 7 s, 4 min, 3 h, 2 d. */
export function ageText(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return withUnit(s, 's');
  if (s < 3600) return withUnit(Math.floor(s / 60), 'min');
  if (s < 86_400) return withUnit(Math.floor(s / 3600), 'h');
  return withUnit(Math.floor(s / 86_400), 'd');
}

/** Pads with spaces as wide as figures to `figures` digits, so that a shorter number at the right
    edge starts where a longer one did. `point`: it may have a decimal point. */
export function padded(text: string, figures: number, point = false): string {
  const own = text.replaceAll(/\D/g, '').length;
  return `${'\u2007'.repeat(Math.max(0, figures - own))}${point && !/\d[.,]\d/.test(text) ? '\u2008' : ''}${text}`;
}

/** 12,345.6; in Polish 12 345,6. At most `digits` decimals, at least `always`. */
export function numberText(value: number, reader: Reader, digits = 0, always = 0): string {
  const key = `${reader.language} ${digits} ${always}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(reader.language, {
      maximumFractionDigits: digits,
      minimumFractionDigits: always,
    });
    numberFormats.set(key, format);
  }
  return format.format(value);
}

/** 93 % */
export function percentText(value: number): string {
  return withUnit(Math.round(value), '%');
}

/** GPU-seconds as GPU-hours: 1,106; below 10 with one decimal; a positive value is never shown as
    0. */
export function gpuHoursText(seconds: number, reader: Reader): string {
  const hours = Math.abs(seconds) / 3600;
  if (hours > 0 && hours < 0.05) return `< ${numberText(0.1, reader, 1)}`;
  return numberText(hours, reader, hours < 9.95 ? 1 : 0);
}

/** A difference of GPU-hours: +87, −12, +0.03; only no difference is shown as 0. */
export function hoursChangeText(seconds: number, reader: Reader): string {
  if (seconds === 0) return '0';
  const sign = seconds < 0 ? '−' : '+';
  const hours = Math.abs(seconds) / 3600;
  if (hours < 0.005) return `${seconds < 0 ? '>' : '<'} ${sign}${numberText(0.01, reader, 2)}`;
  return `${sign}${numberText(hours, reader, hours < 0.5 ? 2 : hours < 9.95 ? 1 : 0)}`;
}

/** 512 MiB, 1.5 GiB, 38 GiB */
export function memoryText(mib: number, reader: Reader): string {
  if (mib < 1024) return withUnit(numberText(mib, reader), 'MiB');
  const gib = mib / 1024;
  const digits = gib < 10 ? 1 : 0;
  return withUnit(numberText(gib, reader, digits, digits), 'GiB');
}

/** "NVIDIA A100-SXM4-80GB" is shown as "A100 80 GB". */
export function modelText(model: string): string {
  const short = model
    .replace(/^(NVIDIA|AMD|Tesla|GeForce)\s+/i, '')
    .replace(/^(NVIDIA|GeForce)\s+/i, '')
    .replace(/-(SXM\d?|PCIE|PCIe|HBM\d\w?|NVL)\b/g, '')
    .replace(/\s+HBM\d\w?/g, '')
    .replace(/[- ](\d+) ?GB\b/, ' $1 GB');
  return short.replace(/\s+/g, ' ').trim() || model;
}

/** "ann kowalska" is AK, "ann" is AN. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word.length > 0);
  const [first = '?', second] = words;
  const letters = second
    ? [...first].slice(0, 1).concat([...second].slice(0, 1))
    : [...first].slice(0, 2);
  return letters.join('').toUpperCase();
}

/** The index of a GPU on its host: 2; of a slice (MIG) on its parent GPU: 2.0. */
export function indexText(gpu: { index: number; parent_index?: number | undefined }): string {
  return gpu.parent_index === undefined ? String(gpu.index) : `${gpu.parent_index}.${gpu.index}`;
}

/** gpu03:0-3,6 gpu04:0 from the names of single GPUs. */
export function compactGpus(names: readonly string[]): string {
  const byHost = new Map<string, string[]>();
  const odd: string[] = [];
  for (const name of names) {
    const colon = name.lastIndexOf(':');
    const index = name.slice(colon + 1);
    if (colon < 1 || !/^\d+(\.\d+)?$/.test(index)) odd.push(name);
    else byHost.set(name.slice(0, colon), [...(byHost.get(name.slice(0, colon)) ?? []), index]);
  }
  const parts = [...byHost].map(([host, indices]) => `${host}:${runs(indices)}`);
  return [...odd, ...parts].join(' ');
}

/** 0-3,6; for slices 4.0-1. */
export function runs(indices: readonly string[]): string {
  const sorted = [...new Set(indices)].sort(byName.compare);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (end + 1 < sorted.length && sorted[end + 1] === following(sorted[end] ?? '')) end += 1;
    parts.push(end > i ? `${sorted[i]}-${(sorted[end] ?? '').split('.').at(-1)}` : `${sorted[i]}`);
    i = end + 1;
  }
  return parts.join(',');
}

function following(index: string): string {
  const dot = index.lastIndexOf('.') + 1;
  return `${index.slice(0, dot)}${Number(index.slice(dot)) + 1}`;
}
