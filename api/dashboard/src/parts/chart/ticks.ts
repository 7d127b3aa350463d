/* Tick marks of the time axis: whole minutes, hours and days as clocks in the person's zone show
   them; and the labels of the value axis. Pure. */
import { withUnit } from '../../lib/format';
import {
  addDays,
  dayMs,
  hourMs,
  localTime,
  minuteMs,
  momentOf,
  offsetMs,
  startOfDay,
} from '../../lib/zone';

const steps = [
  1000,
  5000,
  10_000,
  30_000,
  minuteMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  2 * dayMs,
  7 * dayMs,
  14 * dayMs,
  28 * dayMs,
  56 * dayMs,
  84 * dayMs,
  168 * dayMs,
  364 * dayMs,
] as const;

/** `shows`: the kind of label. */
export interface Tick {
  at: number;
  shows: 'second' | 'minute' | 'day';
}

/** At most about `most` marks. */
export function timeTicks(from: number, until: number, zone: string, most: number): Tick[] {
  const step = steps.find((one) => (until - from) / one <= Math.max(1, most)) ?? 364 * dayMs;
  if (step >= dayMs) return days(from, until, zone, step / dayMs);
  if (step >= hourMs) return hours(from, until, zone, step / hourMs);
  const ticks: Tick[] = [];
  const offset = offsetMs(from, zone);
  for (let at = Math.ceil((from + offset) / step) * step - offset; at <= until; at += step) {
    ticks.push({ at, shows: step < minuteMs ? 'second' : midnight(at, zone) ? 'day' : 'minute' });
  }
  return ticks;
}

function hours(from: number, until: number, zone: string, each: number): Tick[] {
  const ticks: Tick[] = [];
  for (let day = startOfDay(from, zone); day <= until; day = addDays(day, 1, zone)) {
    const date = localTime(day, zone);
    for (let hour = 0; hour < 24; hour += each) {
      const at = momentOf(zone, date.year, date.month, date.day, hour);
      const before = ticks.at(-1)?.at ?? -Infinity;
      if (at >= from && at <= until && at > before)
        ticks.push({ at, shows: hour === 0 ? 'day' : 'minute' });
    }
  }
  return ticks;
}

// Whole weeks begin on Monday; other numbers of days count from 1 January 1970.
function days(from: number, until: number, zone: string, each: number): Tick[] {
  const ticks: Tick[] = [];
  for (let day = startOfDay(from, zone); day <= until; day = addDays(day, 1, zone)) {
    const date = localTime(day, zone);
    const number = Date.UTC(date.year, date.month - 1, date.day) / dayMs;
    const counts = each % 7 === 0 ? (number + 3) % each === 0 : number % each === 0;
    if (day >= from && counts) ticks.push({ at: day, shows: 'day' });
  }
  return ticks;
}

function midnight(at: number, zone: string): boolean {
  const time = localTime(at, zone);
  return time.hour === 0 && time.minute === 0 && time.second === 0;
}

const whole = Array.from({ length: 18 }, (_, power) =>
  [1, 2, 2.5, 5].map((one) => one * 10 ** power),
)
  .flat()
  .filter(Number.isInteger);
const byDigits = new Map<number, number[]>(); // needed at each drawing

/** The possible distances of value ticks: each has another label with `digits` decimals. */
export function increments(digits: number): number[] {
  const known = byDigits.get(digits) ?? whole.map((one) => one / 10 ** digits);
  byDigits.set(digits, known);
  return known;
}

/** The label of a value: the top one has its unit, where that fits beside the plot; the legend has
    it too. */
export function tickText(number: string, unit: string, isTop: boolean): string {
  const named = withUnit(number, unit);
  return isTop && named.length <= 6 ? named : number;
}
