/* The open violations, and those closed while the page was open (so that a row does not vanish
   while it is being read). Screens read older ones themselves. */
import { SvelteMap } from 'svelte/reactivity';
import { stream } from '../stream.svelte';
import type { StreamServerMessage, Violation } from '../types';
import { groupViolations } from '../rules/violation_groups';
import { fleet } from './fleet.svelte';

const most = 500;

class Violations {
  readonly byId = new SvelteMap<string, Violation>();
  ready = $state(false);
  readonly open = $derived(
    [...this.byId.values()]
      .filter((violation) => violation.state === 'open')
      .sort((a, b) => b.opened_at.localeCompare(a.opened_at)),
  );
  /** Open violations without an excuse. */
  readonly alarms = $derived(this.open.filter((violation) => violation.excused === undefined));
  /** The open ones, grouped as people see and excuse them. */
  readonly groups = $derived(groupViolations(this.open, (id) => fleet.gpus.get(id)?.name));
  /** The groups that wait for an excuse. */
  readonly waiting = $derived(this.groups.filter((group) => group.excused === undefined).length);

  put(violation: Violation): void {
    this.byId.set(violation.id, violation);
  }

  take(frames: StreamServerMessage[]): void {
    for (const frame of frames) {
      if (frame.topic !== 'violations' || !frame.violations) continue;
      if (frame.type === 'snapshot') {
        const now = new Set(frame.violations.map((violation) => violation.id));
        for (const [id, violation] of this.byId)
          if (violation.state === 'open' && !now.has(id)) this.byId.delete(id);
        this.ready = true;
      }
      for (const violation of frame.violations) this.put(violation);
    }
    if (this.byId.size > most) this.#forgetClosed();
  }

  #forgetClosed(): void {
    for (const [id, violation] of this.byId) if (violation.state === 'closed') this.byId.delete(id);
  }
}

export const violations = new Violations();
stream.onFrames((frames) => violations.take(frames));
