/* Use is kept by the second for an hour, by the minute for a month, by the hour for good: what may be
   asked for. */
import { hourMs, minuteMs } from '../lib/zone';

/** An hour, less what a slow answer takes. */
export const secondsKept = 55 * minuteMs;
export const minutesKept = 30 * 24 * hourMs;

export interface UsageAsk {
  from: number;
  until: number;
  /** Seconds. */
  step: 1 | 60 | 3600;
}
