/* The rules of the site as they are now; what the calendar offers keeps to them. */
import { minuteMs } from '../../lib/zone';
import { stream } from '../stream.svelte';
import type { Rules, StreamServerMessage } from '../types';

class SiteRules {
  /** Null until the stream told them. */
  now = $state.raw<Rules | null>(null);
  /** The shortest booking; 0 as long as that is not known. */
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
