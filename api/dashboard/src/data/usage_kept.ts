/* Use is kept by the second for an hour, by the minute for a month, by the hour for good: what may be
   asked for. */
import { minuteMs } from '../lib/zone';
import { catalogue } from './catalogue';
import type { Step } from './metrics';

/** An hour, less what a slow answer takes. */
const [second, minute] = catalogue.usage.steps;
export const secondsKept = second.kept_s * 1000 - 5 * minuteMs;
export const minutesKept = minute.kept_s * 1000;

export interface UsageAsk {
  from: number;
  until: number;
  /** Seconds. */
  step: Step;
}
