/* How long usage is kept by the second and by the minute, as the site chooses: the limits of a
   query. */
import { minuteMs } from '../../lib/zone';
import { catalogue } from './catalogue';
import { api, ask } from '../client';
import type { Step } from './metrics';

/** Allowance for a slow answer, ms. */
const slack = 5 * minuteMs;
const usual = catalogue.usage.steps;

/** The defaults, until this server has answered. */
export const kept = { seconds: usual[0].kept_s * 1000 - slack, minutes: usual[1].kept_s * 1000 };

let asking: Promise<void> | undefined;

/** Asks once; before the first answer, and without one, the defaults hold. */
export const learnKept = (): Promise<void> =>
  (asking ??= ask(api.GET('/api/v1/metrics')).then((got) => {
    if (!got.ok) return void (asking = undefined);
    for (const { step_s: step, kept_s: seconds } of got.value.usage.steps) {
      if (step === 1) kept.seconds = seconds * 1000 - slack;
      if (step === 60) kept.minutes = seconds * 1000;
    }
  }));

export interface UsageAsk {
  from: number;
  until: number;
  /** Seconds. */
  step: Step;
}
