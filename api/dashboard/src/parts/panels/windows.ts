/* How much time charts show, how many points of their past are asked for, and in how few requests that
   can be done for all charts of a board. The step is the server's: it knows what it keeps how long. Pure. */
import { ringLength } from '../../data/live/ring';
import { mostPoints, pointsFor, subjectsAtOnce, type BoardMetric, type Subject } from '../../data/metrics';

/** What the form offers, seconds: ten minutes to a year. */
export const windowChoices = [600, 3600, 21_600, 86_400, 604_800, 2_592_000, 7_776_000, 31_536_000] as const;
export const usualWindow = 600;

/** Who held what is told of no longer time: there would be thousands of them. */
export const longestHeld = 31 * 86_400;
const mostRequests = 4; // for one window

export interface Window {
  seconds: number;
  live: boolean;
  /** At most so many a line; by the second while it is live. */
  points: number;
}

/** All windows of ten minutes or less are one: the seconds that come live. */
export function windowOf(seconds: number, subjects = 1, metrics = 1): Window {
  const live = seconds <= ringLength;
  return live ? { seconds: ringLength, live, points: ringLength + 1 } : { seconds, live, points: Math.min(mostPoints, pointsFor(Math.ceil(subjects / mostRequests), metrics)) };
}

export interface Wanted {
  window: Window;
  of: Subject;
  ids: string[];
  metrics: string[];
}

/** What charts want, put together: one entry a window and kind, each GPU, host and metric once. */
export function together(charts: readonly { seconds: number; metric: BoardMetric; ids: readonly string[] }[]): Wanted[] {
  const found = new Map<string, { seconds: number; of: Subject; ids: Set<string>; metrics: Set<string> }>();
  for (const { seconds: asked, metric: { of, name }, ids } of charts) {
    const seconds = Math.max(ringLength, asked);
    const key = `${of} ${seconds}`;
    const one = found.get(key) ?? { seconds, of, ids: new Set(), metrics: new Set() };
    for (const id of ids) one.ids.add(id);
    one.metrics.add(name);
    found.set(key, one);
  }
  return [...found.values()].filter(({ ids }) => ids.size > 0).sort((a, b) => a.seconds - b.seconds || (a.of < b.of ? -1 : 1)).map(({ seconds, of, ids, metrics }) => ({
    window: windowOf(seconds, ids.size, metrics.size), of, ids: [...ids].sort(), metrics: [...metrics].sort(),
  }));
}

/** So many GPUs or hosts fit into one request. */
export function batches(wanted: Wanted): string[][] {
  const most = subjectsAtOnce(wanted.window.points, wanted.metrics.length);
  return Array.from({ length: Math.ceil(wanted.ids.length / most) }, (_, i) => wanted.ids.slice(i * most, (i + 1) * most));
}
