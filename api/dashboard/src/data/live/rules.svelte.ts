/* The current rules of the site; the calendar's offers keep to them. */
import { minuteMs } from '../../lib/zone';
import { stream } from '../stream.svelte';
import type { Rules, StreamServerMessage } from '../types';

class SiteRules {
  /** Null until the stream has sent them. */
  now = $state.raw<Rules | null>(null);
  /** The shortest booking, ms; 0 while unknown. */
  readonly shortestMs = $derived((this.now?.shortest_min ?? 0) * minuteMs);

  put(rules: Rules): void {
    if (this.now === null || rules.version >= this.now.version) this.now = rules;
  }

  take(frames: StreamServerMessage[]): void {
    for (const frame of frames) {
      if (frame.topic !== 'rules' || !frame.rules) continue;
      if (frame.type === 'snapshot') this.now = null; // another log may be at a lower version
      for (const rules of frame.rules) this.put(rules);
    }
  }
}

export const siteRules = new SiteRules();
stream.onFrames((frames) => siteRules.take(frames));
