// What the ruler says: days and hours as clocks in the user's zone show them, placed on an axis of
// absolute time. The day the clocks change has 23 or 25 hours here as everywhere.
import { DAY, HOUR } from './model';
import { endOf, timeToX, type TimeScale } from './geometry';

export interface Tick {
  at: number;
  x: number;
  label: string;
  strong: boolean; // midnight
}
export interface Ruler {
  days: Tick[];
  hours: Tick[];
  lines: Tick[]; // of the grid
}

export interface Words {
  day: (at: number) => string; // "Tue 24 Nov"
  shortDay: (at: number) => string; // "24"
}

const STEPS = [0.25, 0.5, 1, 2, 3, 6, 12].map((hours) => hours * HOUR);
const LEAST_LABEL = 34; // px between the labels of two hours
const LEAST_DAY = 84;

const formats = new Map<string, Intl.DateTimeFormat>();

export interface Wall {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

export function wallOf(at: number, zone: string): Wall {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone, year: 'numeric', month: 'numeric', day: 'numeric',
      hour: 'numeric', minute: 'numeric', hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  const wall: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) wall[type] = Number(value);
  return {
    year: wall['year'] ?? 0, month: wall['month'] ?? 0, day: wall['day'] ?? 0,
    hour: wall['hour'] ?? 0, minute: wall['minute'] ?? 0,
  };
}

export function offsetAt(at: number, zone: string): number {
  const wall = wallOf(at, zone);
  const minute = Math.floor(at / 60_000) * 60_000;
  return Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute) - minute;
}

// The first moment of the local day of `at`, plus `days`. Where midnight does not exist, the first
// moment that does.
export function startOfDay(at: number, zone: string, days = 0): number {
  const wall = wallOf(at, zone);
  const utc = Date.UTC(wall.year, wall.month - 1, wall.day + days);
  let guess = utc - offsetAt(utc, zone);
  guess = utc - offsetAt(guess, zone);
  const missing = wallOf(guess, zone);
  return missing.hour > 12 ? guess + HOUR : guess;
}

// `hour` o'clock of the local day of `at`, plus `days`.
export function clockOf(at: number, zone: string, days: number, hour: number): number {
  const wall = wallOf(at, zone);
  const utc = Date.UTC(wall.year, wall.month - 1, wall.day + days, hour);
  const first = utc - offsetAt(utc, zone);
  return utc - offsetAt(first, zone);
}

export function makeRuler(scale: TimeScale, zone: string, words: Words): Ruler {
  const pxPerHour = (scale.width / scale.span) * HOUR;
  const step = STEPS.find((ms) => (ms / HOUR) * pxPerHour >= LEAST_LABEL) ?? DAY;
  const until = endOf(scale);
  const ruler: Ruler = { days: [], hours: [], lines: [] };
  const roomForDays = pxPerHour * 24 >= LEAST_DAY;
  for (let day = startOfDay(scale.start, zone); day < until; ) {
    const next = startOfDay(day + DAY / 2, zone, 1);
    const x = timeToX(scale, Math.max(day, scale.start));
    const room = timeToX(scale, next) - x;
    if (room >= 46) ruler.days.push(tick(scale, Math.max(day, scale.start), room >= LEAST_DAY ? words.day(day) : words.shortDay(day), true));
    else if (!roomForDays && day >= scale.start) ruler.days.push(tick(scale, day, words.shortDay(day), true));
    if (day >= scale.start) ruler.lines.push(tick(scale, day, '', true));
    if (step < DAY) addHours(ruler, scale, zone, day, next, step);
    day = next;
  }
  return ruler;
}

// Hours by what the clock says: on the day of a change one is left out or shown twice.
function addHours(ruler: Ruler, scale: TimeScale, zone: string, day: number, next: number, step: number): void {
  const fine = Math.min(step, HOUR);
  for (let at = day; at < next; at += fine) {
    const wall = wallOf(at, zone);
    if ((wall.hour * HOUR + wall.minute * 60_000) % step !== 0) continue;
    if (at < scale.start || at >= endOf(scale)) continue;
    const hour = String(wall.hour).padStart(2, '0');
    const label = step < HOUR ? `${hour}:${String(wall.minute).padStart(2, '0')}` : hour;
    ruler.hours.push(tick(scale, at, label, false));
    if (at !== day) ruler.lines.push(tick(scale, at, '', false));
  }
}

function tick(scale: TimeScale, at: number, label: string, strong: boolean): Tick {
  return { at, x: Math.round(timeToX(scale, at) * 2) / 2, label, strong };
}
