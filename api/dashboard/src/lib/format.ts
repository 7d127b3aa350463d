/* Moments, lengths and numbers as people read them, in their language and zone. Nothing here knows
   the current time: whoever calls says it. A value that is not known is the caller's "no data". */
import { byName } from './by_name';
import { isSameDay, addDays } from './zone';

export interface Reader {
  language: string; // "en", "pl"
  zone: string; // "Europe/Warsaw"
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

function dateFormat(reader: Reader, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${reader.language} ${reader.zone} ${name}`;
  let format = dateFormats.get(key);
  if (!format) {
    const locale = reader.language === 'en' ? 'en-GB' : reader.language;
    format = new Intl.DateTimeFormat(locale, { timeZone: reader.zone, ...options });
    dateFormats.set(key, format);
  }
  return format;
}

const clockOptions: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** 09:00 */
export function clockTime(at: number, reader: Reader): string {
  return dateFormat(reader, 'clock', clockOptions).format(at);
}

/** 09:00:07 */
export function clockSeconds(at: number, reader: Reader): string {
  return dateFormat(reader, 'seconds', { ...clockOptions, second: '2-digit' }).format(at);
}

/** Tue 24 Nov */
export function dayText(at: number, reader: Reader): string {
  return dateFormat(reader, 'day', { weekday: 'short', day: 'numeric', month: 'short' }).format(at).replace(',', '');
}

/** Tuesday 24 November 2026 */
export function longDayText(at: number, reader: Reader): string {
  return dateFormat(reader, 'long', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(at);
}

/** CET */
export function zoneName(at: number, reader: Reader): string {
  const parts = dateFormat(reader, 'zone', { timeZoneName: 'short' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? reader.zone;
}

/** The words for today and so on come from the catalogue. */
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

/** Tue 24 Nov 09:00 – 17:00 CET; the second day only where it differs, both zones where clocks change between. */
export function rangeText(from: number, until: number, reader: Reader): string {
  const last = isSameDay(from, until - 1, reader.zone) ? '' : `${dayText(until, reader)} `;
  const [first, zone] = [zoneName(from, reader), zoneName(until, reader)];
  return `${dayText(from, reader)} ${clockTime(from, reader)}${first === zone ? '' : ` ${first}`} – ${last}${clockTime(until, reader)} ${zone}`;
}

/** 4 h 12 min; 3 d 2 h; 40 s. Two units at most, never rounded up. */
export function lengthText(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const [d, h, m] = [Math.floor(s / 86_400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60];
  if (d > 0) return h > 0 ? `${d} d ${h} h` : `${d} d`;
  if (h > 0) return m > 0 ? `${h} h ${m} min` : `${h} h`;
  if (m > 0) return `${m} min`;
  return `${s} s`;
}

/** One unit, for ages: 7 s, 4 min, 3 h, 2 d. */
export function ageText(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h`;
  return `${Math.floor(s / 86_400)} d`;
}

export function numberText(value: number, reader: Reader, digits = 0): string {
  const key = `${reader.language} ${digits}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(reader.language, { maximumFractionDigits: digits });
    numberFormats.set(key, format);
  }
  return format.format(value);
}

/** 93 % */
export function percentText(value: number): string {
  return `${Math.round(value)} %`;
}

/** 512 MiB, 38 GiB */
export function memoryText(mib: number): string {
  if (mib < 1024) return `${Math.round(mib)} MiB`;
  const gib = mib / 1024;
  return `${gib < 10 ? gib.toFixed(1) : Math.round(gib)} GiB`;
}

/** "NVIDIA A100-SXM4-80GB" is "A100 80 GB" to people. */
export function modelText(model: string): string {
  const short = model.replace(/^(NVIDIA|AMD|Tesla|GeForce)\s+/i, '').replace(/^(NVIDIA|GeForce)\s+/i, '')
    .replace(/-(SXM\d?|PCIE|PCIe|HBM\d\w?|NVL)\b/g, '').replace(/\s+HBM\d\w?/g, '')
    .replace(/[- ](\d+) ?GB\b/, ' $1 GB');
  return short.replace(/\s+/g, ' ').trim() || model;
}

/** "ann kowalska" is AK, "ann" is AN. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word.length > 0);
  const [first = '?', second] = words;
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2);
  return letters.join('').toUpperCase();
}

/** Where a GPU stands on its host: 2; a slice (MIG) behind its card: 2.0. */
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

/** 0-3,6; of slices 4.0-1. */
export function runs(indices: readonly string[]): string {
  const sorted = [...new Set(indices)].sort(byName.compare);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length; ) {
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
