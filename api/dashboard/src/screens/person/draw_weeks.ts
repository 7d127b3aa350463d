/* The chart of a person's weeks: paths in a picture 150 px high and as wide as there is room.
   Pure. */
import type { Week } from './weeks';

const [left, top, bottom] = [36, 10, 124];
const words = 104; // room for the labels at the lines' ends
const dates = 66; // distance between dates below the picture

export interface DrawnWeeks {
  reserved: string;
  used: string;
  /** Reserved and not used by them. */
  between: string;
  /** x of the lines' ends. */
  right: number;
  ticks: { value: number; y: number }[];
  marks: { at: number; x: number; anchor: 'start' | 'middle' | 'end' }[];
  /** y of the labels at the lines' ends, apart from each other. */
  ends: { reserved: number; used: number; note: number };
}

/** 1, 2 or 5 times a power of ten, at least `value`. */
export function niceMost(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 10 * power;
}

/** undefined: nothing was reserved in all that time. */
export function drawWeeks(weeks: readonly Week[], wide: number): DrawnWeeks | undefined {
  const high = Math.max(0, ...weeks.map((week) => week.reserved));
  if (weeks.length < 2 || high === 0) return undefined;
  const most = niceMost(high);
  const right = Math.max(left + 1, wide - words);
  const x = (i: number) => round(left + ((right - left) * i) / (weeks.length - 1));
  const y = (value: number) => round(bottom - ((bottom - top) * Math.min(value, most)) / most);
  const points = (value: (week: Week) => number) =>
    weeks.map((week, i) => `${x(i)} ${y(value(week))}`);
  const [reserved, used] = [points((week) => week.reserved), points((week) => week.split.holder)];
  const last = weeks.at(-1);
  const ends = { reserved: y(last?.reserved ?? 0) + 4, used: y(last?.split.holder ?? 0) + 4 };
  if (ends.used - ends.reserved < 14) ends.reserved = Math.max(top, ends.used - 14);
  if (ends.used - ends.reserved < 14) ends.used = ends.reserved + 14;
  const every = Math.max(
    1,
    Math.floor(weeks.length / 3),
    Math.ceil(dates / ((right - left) / (weeks.length - 1))),
  );
  const marked = weeks.flatMap((week, i) =>
    (weeks.length - 1 - i) % every === 0 ? [{ at: week.from, i }] : [],
  );
  return {
    reserved: `M${reserved.join(' L')}`,
    used: `M${used.join(' L')}`,
    between: `M${reserved.join(' L')} L${[...used].reverse().join(' L')} Z`,
    right,
    ticks: [0, most / 2, most].map((value) => ({ value, y: y(value) })),
    marks: marked.map(({ at, i }) => ({
      at,
      x: x(i),
      anchor: i === 0 ? 'start' : i === weeks.length - 1 ? 'end' : 'middle',
    })),
    ends: { ...ends, note: ends.used + 14 },
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
