/* Weekly windows as spans of minutes of the week from Monday midnight: their coverage, and the
   results of painting, erasing and dragging an edge. Pure. */
import type { Weekday, WeeklyWindow } from '../../../data/types';
import { clockText } from '../../../lib/zone';

export const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const dayLength = 24 * 60;
export const weekLength = 7 * dayLength;
export const step = 15;

/** Half-open, in minutes of the week. */
export interface Span {
  from: number;
  until: number;
}

/** The part of a window in one row of the picture. */
export interface Segment {
  window: number;
  day: number;
  /** Minutes of the day. */
  from: number;
  until: number;
  /** Whether it begins and ends here; otherwise it continues over midnight. */
  head: boolean;
  tail: boolean;
}

export const minutesOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const timeOf = (minutes: number): string =>
  clockText(Math.floor(minutes / 60), minutes % 60);
export const isOverMidnight = (window: WeeklyWindow): boolean =>
  minutesOf(window.until) <= minutesOf(window.from);

/** "8", "8:00", "20.30", "24": a time of day; undefined if invalid. */
export function readTime(text: string): string | undefined {
  const match = /^([01]?\d|2[0-4])(?:[:.]?([0-5]\d))?$/.exec(text.trim());
  if (!match) return undefined;
  const minutes = Number(match[1]) * 60 + Number(match[2] ?? 0);
  return minutes <= dayLength ? timeOf(minutes) : undefined;
}

function lengthOf(window: WeeklyWindow): number {
  const length = minutesOf(window.until) - minutesOf(window.from);
  return length > 0 ? length : length + dayLength;
}

/** The covered time, sorted; no two spans touch. */
export function spansOf(windows: readonly WeeklyWindow[]): Span[] {
  return joined(
    windows.flatMap((window) =>
      window.days.flatMap((day) => {
        const from = weekdays.indexOf(day) * dayLength + minutesOf(window.from);
        return inWeek({ from, until: from + lengthOf(window) });
      }),
    ),
  );
}

// A span over Sunday midnight continues on Monday.
function inWeek({ from, until }: Span): Span[] {
  if (until <= weekLength) return [{ from, until }];
  return [
    { from, until: weekLength },
    { from: 0, until: until - weekLength },
  ];
}

export function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until);
    else all.push({ ...span });
  }
  return all;
}

/** The time in `spans` but not in `without`. */
export function less(spans: readonly Span[], without: readonly Span[]): Span[] {
  return without.reduce<Span[]>(
    (rest, gone) =>
      rest.flatMap((span) => {
        if (gone.until <= span.from || span.until <= gone.from) return [span];
        return [
          { from: span.from, until: gone.from },
          { from: gone.until, until: span.until },
        ].filter((one) => one.from < one.until);
      }),
    joined(spans),
  );
}

/** The fewest windows with exactly this coverage: equal times are merged, nights stay whole. */
export function windowsOf(spans: readonly Span[]): WeeklyWindow[] {
  const runs = joined(spans);
  const [first, last] = [runs[0], runs.at(-1)];
  if (first && last && first !== last && first.from === 0 && last.until === weekLength) {
    runs.shift();
    last.until += first.until;
  }
  const pieces = runs.flatMap(cut).sort((a, b) => a.day - b.day || a.from - b.from);
  const byTime = new Map<string, WeeklyWindow>();
  for (const { day, from, until } of pieces) {
    const key = `${from} ${until}`;
    const known = byTime.get(key);
    const name = weekdays[day % 7] ?? 'mon';
    if (known) known.days = inOrder([...known.days, name]);
    else byTime.set(key, { days: [name], from: timeOf(from), until: timeOf(until) });
  }
  return [...byTime.values()];
}

function cut({ from, until }: Span): { day: number; from: number; until: number }[] {
  const [day, start, length] = [Math.floor(from / dayLength), from % dayLength, until - from];
  if (start + length <= dayLength) return [{ day, from: start, until: start + length }];
  if (length <= dayLength && start > 0)
    return [{ day, from: start, until: start + length - dayLength }];
  return [{ day, from: start, until: dayLength }, ...cut({ from: (day + 1) * dayLength, until })];
}

export const inOrder = (days: readonly Weekday[]): Weekday[] =>
  weekdays.filter((day) => days.includes(day));

/** The spans as rows of days. */
export function segmentsOf(windows: readonly WeeklyWindow[]): Segment[] {
  return windows.flatMap((window, i) =>
    window.days.flatMap((name): Segment[] => {
      const [day, from, until] = [
        weekdays.indexOf(name),
        minutesOf(window.from),
        minutesOf(window.until),
      ];
      if (!isOverMidnight(window)) return [{ window: i, day, from, until, head: true, tail: true }];
      const evening = { window: i, day, from, until: dayLength, head: true, tail: until === 0 };
      return until === 0
        ? [evening]
        : [evening, { window: i, day: (day + 1) % 7, from: 0, until, head: false, tail: true }];
    }),
  );
}

/** Spans as parts of days. */
export function partsOf(spans: readonly Span[]): { day: number; from: number; until: number }[] {
  return spans.flatMap(({ from, until }) =>
    weekdays.flatMap((_, day) => {
      const start = day * dayLength;
      const part = {
        day,
        from: Math.max(from, start) - start,
        until: Math.min(until, start + dayLength) - start,
      };
      return part.from < part.until ? [part] : [];
    }),
  );
}

const rectangle = (days: readonly number[], from: number, until: number): Span[] =>
  days.map((day) => ({ from: day * dayLength + from, until: day * dayLength + until }));
const touches = (window: WeeklyWindow, spans: readonly Span[], edges: boolean): boolean =>
  spansOf([window]).some((a) =>
    spans.some((b) =>
      edges ? a.from <= b.until && b.from <= a.until : a.from < b.until && b.from < a.until,
    ),
  );

/** Painting merges touched windows; the others stay. */
export function paint(
  windows: readonly WeeklyWindow[],
  days: readonly number[],
  from: number,
  until: number,
): WeeklyWindow[] {
  const painted = rectangle(days, from, until);
  const touched = windows.filter((one) => touches(one, painted, true));
  return together(
    windows.filter((one) => !touched.includes(one)),
    windowsOf([...spansOf(touched), ...painted]),
  );
}

export function erase(
  windows: readonly WeeklyWindow[],
  days: readonly number[],
  from: number,
  until: number,
): WeeklyWindow[] {
  const gone = rectangle(days, from, until);
  const touched = windows.filter((one) => touches(one, gone, false));
  if (touched.length === 0) return [...windows];
  return together(
    windows.filter((one) => !touched.includes(one)),
    windowsOf(less(spansOf(touched), gone)),
  );
}

// Windows with the same times are merged.
function together(kept: readonly WeeklyWindow[], more: readonly WeeklyWindow[]): WeeklyWindow[] {
  const all = kept.map((one) => ({ ...one }));
  for (const window of more) {
    const same = all.find((one) => one.from === window.from && one.until === window.until);
    if (same) same.days = inOrder([...same.days, ...window.days]);
    else all.push(window);
  }
  return all;
}

/** Moves an edge of a window, on all its days, to a time of the day where it is drawn; one step
    remains at least. */
export function moveEdge(
  windows: readonly WeeklyWindow[],
  index: number,
  edge: 'from' | 'until',
  to: number,
): WeeklyWindow[] {
  return windows.map((window, i) => {
    if (i !== index) return window;
    const [from, until, over] = [
      minutesOf(window.from),
      minutesOf(window.until),
      isOverMidnight(window),
    ];
    if (edge === 'from')
      return {
        ...window,
        from: timeOf(within(to, over ? until : 0, over ? dayLength - step : until - step)),
      };
    if (!over) return { ...window, until: timeOf(within(to, from + step, dayLength)) };
    return {
      ...window,
      until: timeOf(until === 0 ? within(to, from + step, dayLength) : within(to, step, from)),
    };
  });
}

const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

export const sameWindows = (a: readonly WeeklyWindow[], b: readonly WeeklyWindow[]): boolean =>
  key(a) === key(b);
const key = (windows: readonly WeeklyWindow[]): string =>
  windows
    .map(({ days, from, until }) => `${inOrder(days).join()} ${from} ${until}`)
    .sort()
    .join(';');

/** The same on another clock, `minutes` ahead. */
export const shifted = (spans: readonly Span[], minutes: number): Span[] =>
  joined(
    spans.flatMap(({ from, until }) => {
      const start = (((from + minutes) % weekLength) + weekLength) % weekLength;
      return inWeek({ from: start, until: start + until - from });
    }),
  );
