/* The time windows of charts, the number of points of their history, and the fewest requests for
   all charts of a board. The server chooses the step: it knows how long each is kept. Pure. */
import { ringLength } from '../../data/live/ring';
import {
  mostPoints,
  pointsFor,
  subjectsAtOnce,
  type BoardMetric,
  type Subject,
} from '../../data/usage/metrics';

/** The form's choices, seconds: ten minutes to a year. */
export const windowChoices = [
  600, 3600, 21_600, 86_400, 604_800, 2_592_000, 7_776_000, 31_536_000,
] as const;
export const usualWindow = 600;

/** Longer windows show no holders: there would be thousands. */
export const longestHeld = 31 * 86_400;
const mostRequests = 4; // per window

export interface Window {
  seconds: number;
  live: boolean;
  /** At most this many per line; one per second while it is live. */
  points: number;
}

/** Windows of ten minutes or less share one: the live seconds. */
export function windowOf(seconds: number, subjects = 1, metrics = 1): Window {
  const live = seconds <= ringLength;
  return live
    ? { seconds: ringLength, live, points: ringLength + 1 }
    : {
        seconds,
        live,
        points: Math.min(mostPoints, pointsFor(Math.ceil(subjects / mostRequests), metrics)),
      };
}

export interface Wanted {
  window: Window;
  of: Subject;
  ids: string[];
  metrics: string[];
}

/** The charts' needs, merged: one entry per window and kind, each GPU, host and metric once. */
export function together(
  charts: readonly { seconds: number; metric: BoardMetric; ids: readonly string[] }[],
): Wanted[] {
  const found = new Map<
    string,
    { seconds: number; of: Subject; ids: Set<string>; metrics: Set<string> }
  >();
  for (const {
    seconds: asked,
    metric: { of, name },
    ids,
  } of charts) {
    const seconds = Math.max(ringLength, asked);
    const key = `${of} ${seconds}`;
    const one = found.get(key) ?? { seconds, of, ids: new Set(), metrics: new Set() };
    for (const id of ids) one.ids.add(id);
    one.metrics.add(name);
    found.set(key, one);
  }
  return [...found.values()]
    .filter(({ ids }) => ids.size > 0)
    .sort((a, b) => a.seconds - b.seconds || (a.of < b.of ? -1 : 1))
    .map(({ seconds, of, ids, metrics }) => ({
      window: windowOf(seconds, ids.size, metrics.size),
      of,
      ids: [...ids].sort(),
      metrics: [...metrics].sort(),
    }));
}

/** Splits into requests of as many GPUs or hosts as fit. */
export function batches(wanted: Wanted): string[][] {
  const most = subjectsAtOnce(wanted.window.points, wanted.metrics.length);
  return Array.from({ length: Math.ceil(wanted.ids.length / most) }, (_, i) =>
    wanted.ids.slice(i * most, (i + 1) * most),
  );
}
