/* How much time charts show, in which steps their past is asked for, and in how few requests that can
   be done for all charts of a board. Pure. */
import { ringLength } from '../../data/live/ring';
import { gpusAtOnce, type MetricName, type Step } from '../../data/metrics';
import { minutesKept } from '../../data/usage_kept';

/** What the form offers, seconds. */
export const windowChoices = [600, 3600, 21_600, 172_800, 2_419_200] as const;
export const usualWindow = 600;

const mostPoints = 600; // in one line
const mostRequests = 4; // for one window

export interface Window {
  seconds: number;
  live: boolean;
  step: Step;
  /** What is drawn, ms: so many steps put together. */
  drawn: number;
}

/** All windows of ten minutes or less are one: the seconds that come live. */
export function windowOf(seconds: number, gpus = 1, metrics = 1): Window {
  const live = seconds <= ringLength;
  const length = live ? ringLength : seconds;
  const minutes = gpusAtOnce(length * 1000, 60, metrics) * mostRequests >= Math.max(1, gpus) && length * 1000 <= minutesKept;
  const step = live ? 1 : minutes ? 60 : 3600;
  const points = length / step;
  return { seconds: length, live, step, drawn: step * 1000 * Math.max(1, Math.ceil(points / mostPoints)) };
}

export interface Wanted {
  window: Window;
  gpus: string[];
  metrics: MetricName[];
}

/** What charts want, put together: one entry a window, each GPU and metric once. */
export function together(charts: readonly { seconds: number; metric: MetricName; gpus: readonly string[] }[]): Wanted[] {
  const found = new Map<number, { gpus: Set<string>; metrics: Set<MetricName> }>();
  for (const chart of charts) {
    const seconds = Math.max(ringLength, chart.seconds);
    const one = found.get(seconds) ?? { gpus: new Set(), metrics: new Set() };
    for (const gpu of chart.gpus) one.gpus.add(gpu);
    one.metrics.add(chart.metric);
    found.set(seconds, one);
  }
  return [...found].filter(([, { gpus }]) => gpus.size > 0).sort(([a], [b]) => a - b).map(([seconds, { gpus, metrics }]) => ({
    window: windowOf(seconds, gpus.size, metrics.size), gpus: [...gpus].sort(), metrics: [...metrics].sort(),
  }));
}

/** So many GPUs fit into one request. */
export function batches(wanted: Wanted): string[][] {
  const most = gpusAtOnce(wanted.window.seconds * 1000, wanted.window.step, wanted.metrics.length);
  return Array.from({ length: Math.ceil(wanted.gpus.length / most) }, (_, i) => wanted.gpus.slice(i * most, (i + 1) * most));
}
