/* The ruler's labels: days and hours as clocks in the user's zone show them, placed on an axis of
   absolute time. The day of a clock change has 23 or 25 hours. */
import {
  addDays,
  clockText,
  dayMs,
  hourMs,
  localTime,
  minuteMs,
  offsetMs,
  startOfDay,
  twoDigits,
} from '../../../lib/zone';
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
  changes: Change[]; // of the clocks
}
/** Where the zone's clocks change: forward, an hour is skipped; back, one is repeated. */
export interface Change extends Tick {
  from: number; // the clock before and after it: read as UTC
  to: number;
}
export interface Words {
  day: (at: number) => string; // "Tue 24 Nov"
  shortDay: (at: number) => string; // "Tue 24"
}

const steps = [0.25, 0.5, 1, 2, 3, 6, 12].map((hours) => hours * hourMs);
const leastHourPx = 34; // px between the labels of two hours
const longDayPx = 84; // px that "Tue 24 Nov" needs,
const shortDayPx = 48; // and "Tue 24"
const cornerPx = 44; // the right end names the zone
const lastHourPx = 26;

export function makeRuler(scale: TimeScale, zone: string, words: Words): Ruler {
  const pxPerHour = (scale.width / scale.span) * hourMs;
  const step = steps.find((ms) => (ms / hourMs) * pxPerHour >= leastHourPx) ?? dayMs;
  const ruler: Ruler = { days: [], hours: [], lines: [], changes: [] };
  for (let day = startOfDay(scale.start, zone); day < endOf(scale);) {
    const next = addDays(day, 1, zone);
    const shown = Math.max(day, scale.start);
    const room = Math.min(timeToX(scale, next), scale.width - cornerPx) - timeToX(scale, shown);
    // A name that does not fit would cover its neighbour's.
    if (room >= shortDayPx) {
      ruler.days.push(
        tick(scale, shown, room >= longDayPx ? words.day(day) : words.shortDay(day), true),
      );
    } else if (pxPerHour * 24 < shortDayPx) {
      addDate(ruler, scale, zone, day, words);
    }
    if (day >= scale.start) ruler.lines.push(tick(scale, day, '', true));
    if (step < dayMs) addHours(ruler, scale, zone, day, next, step);
    if (next - day !== dayMs) addChange(ruler, scale, zone, day, next);
    day = next;
  }
  return ruler;
}

// Days too narrow for their names: weeks above, dates below.
function addDate(ruler: Ruler, scale: TimeScale, zone: string, day: number, words: Words): void {
  if (day < scale.start) return;
  const x = timeToX(scale, day);
  const { weekday, day: date } = localTime(day, zone);
  const last = ruler.days.at(-1);
  const free = !last || x - last.x >= longDayPx;
  const first = !last && (8 - weekday) * (dayMs / scale.span) * scale.width >= longDayPx; // room until Monday
  if (free && (weekday === 1 || first) && x <= scale.width - cornerPx - longDayPx) {
    ruler.days.push(tick(scale, day, words.day(day), true));
  }
  if ((dayMs / scale.span) * scale.width >= 22 || weekday === 1) {
    if (x <= scale.width - lastHourPx) ruler.hours.push(tick(scale, day, String(date), false));
  }
}

// By the clock: on the day of a change an hour is skipped or repeated.
function addHours(
  ruler: Ruler,
  scale: TimeScale,
  zone: string,
  day: number,
  next: number,
  step: number,
): void {
  for (const { at, minute } of clockOfDay(day, next, zone, Math.min(step, hourMs))) {
    if (at < scale.start || at >= endOf(scale) || (minute * 60_000) % step !== 0) continue;
    const hour = Math.floor(minute / 60);
    const label = step < hourMs ? clockText(hour, minute % 60) : twoDigits(hour);
    if (timeToX(scale, at) <= scale.width - lastHourPx)
      ruler.hours.push(tick(scale, at, label, false));
    if (at !== day) ruler.lines.push(tick(scale, at, '', false));
  }
}

// The first minute of the day with the offset of its end.
function addChange(ruler: Ruler, scale: TimeScale, zone: string, day: number, next: number): void {
  const [before, after] = [offsetMs(day, zone), offsetMs(next, zone)];
  let [low, high] = [0, (next - day) / minuteMs];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsetMs(day + middle * minuteMs, zone) === after) high = middle;
    else low = middle + 1;
  }
  const at = day + low * minuteMs;
  if (at < scale.start || at >= endOf(scale)) return;
  const byMs = after - before;
  ruler.changes.push({
    ...tick(scale, at, `${byMs > 0 ? '+' : '−'}${Math.abs(byMs) / hourMs} h`, true),
    from: at + before,
    to: at + after,
  });
}

interface ClockMark {
  at: number;
  minute: number; // of the day, as the clock shows it
}
const days = new Map<string, ClockMark[]>();
const mostDays = 200;

// Computing a zone's time is slow, and panning needs the same hours again and again.
function clockOfDay(day: number, next: number, zone: string, step: number): ClockMark[] {
  const key = `${zone} ${day} ${step}`;
  const known = days.get(key);
  if (known) return known;
  const marks: ClockMark[] = [];
  for (let at = day; at < next; at += step) {
    const { hour, minute } = localTime(at, zone);
    marks.push({ at, minute: hour * 60 + minute });
  }
  if (days.size >= mostDays) days.clear();
  days.set(key, marks);
  return marks;
}

function tick(scale: TimeScale, at: number, label: string, strong: boolean): Tick {
  return { at, x: Math.round(timeToX(scale, at) * 2) / 2, label, strong };
}

const digitPx = 6.5;
const hourGapPx = 6; // a label's distance right of its line
const pillPx = 22; // half of it, with a gap
const changePx = 34; // of the words at a clock change

/** The hours whose whole label is visible: under neither the marker of now nor the mark of a clock
    change. */
export function hoursBeside({ hours, changes }: Ruler, nowX: number | null): Tick[] {
  const end = (hour: Tick): number => hour.x + hourGapPx + 4 + hour.label.length * digitPx;
  const isBeside = (hour: Tick, from: number, until: number): boolean =>
    end(hour) < from || hour.x + hourGapPx > until;
  return hours.filter(
    (hour) =>
      (nowX === null || isBeside(hour, nowX - pillPx, nowX + pillPx)) &&
      changes.every((change) => isBeside(hour, change.x, change.x + changePx)),
  );
}
