/* What follows if a violation goes on: the steps of the site's rules that are still ahead, as far as the protection of the
   booking lets them go, and when. The server decides in the same way (domain/violation_steps.cpp). Pure. */
import type { Booking } from '../../data/booking';
import { leastOf, protections } from '../../data/protection';
import type { Protection, Rules, Violation, ViolationAction, ViolationStepRule } from '../../data/types';

export interface NextStep {
  action: ViolationAction;
  /** ms. */
  at: number;
}

type Known = Pick<Violation, 'opened_at' | 'steps' | 'reservation_id' | 'owner_id' | 'person_id'>;
type SiteRules = Pick<Rules, 'violation_steps' | 'protection' | 'most_protection'>;

// The least protection under which it is done.
const needs: Readonly<Record<ViolationAction, Protection>> = { message: 'told', mail_person: 'mailed', mail_owner: 'mailed', mail_admins: 'mailed', stop: 'stopped' };

// A step is taken within a second or two of its time.
const lateMs = 15_000;

/** How far the steps go; undefined: that is not known here. */
export function protectionOf({ reservation_id: id }: Pick<Violation, 'reservation_id'>, booking: Pick<Booking, 'protection'> | undefined, rules: SiteRules): Protection | undefined {
  const asked = id === undefined ? null : booking?.protection;
  if (asked === undefined || rules.protection === undefined) return undefined;
  return asked === null ? rules.protection : leastOf(asked, rules.most_protection ?? asked);
}

// Those that are for it at all, in the order of time.
function planOf(violation: Known, rules: SiteRules, protection: Protection): ViolationStepRule[] {
  return (rules.violation_steps ?? []).filter(({ action }) => {
    if ((action === 'mail_owner' && violation.owner_id === undefined) || (action === 'mail_person' && violation.person_id === undefined)) return false;
    return protections.indexOf(needs[action]) <= protections.indexOf(protection);
  });
}

/** Of a plan, the step that was taken last, and when. Steps are taken in their order: those before it are behind, also if it
    was a process that has ended which they were for; later ones that were taken sooner belong to what was excused. */
function lastOf(plan: readonly ViolationStepRule[], taken: Violation['steps']): { index: number; at: number } | undefined {
  let last: { index: number; at: number } | undefined;
  for (const step of taken) {
    const index = plan.findIndex((one) => one.action === step.action && one.after_s === step.after_s);
    const at = Date.parse(step.at);
    if (index >= 0 && (last === undefined || at > last.at || (at === last.at && index > last.index))) last = { index, at };
  }
  return last;
}

/** In the order of time; empty: nothing more follows. Undefined: it cannot be told, as of one that goes on where an earlier one ended. */
export function nextSteps(violation: Known, rules: SiteRules, protection: Protection, now: number): NextStep[] | undefined {
  if (rules.violation_steps === undefined) return undefined;
  const plan = planOf(violation, rules, protection);
  const last = lastOf(plan, violation.steps);
  const from = last?.at ?? Date.parse(violation.opened_at);
  const behind = last === undefined ? 0 : (plan[last.index]?.after_s ?? 0);
  const ahead = plan.slice(last === undefined ? 0 : last.index + 1).map(({ action, after_s: after }) => ({ action, at: from + (after - behind) * 1000 }));
  const [first] = ahead;
  return first !== undefined && first.at < now - lateMs ? undefined : ahead;
}

/** Would more be done if the protection went further? */
export const isHeldBack = (violation: Known, rules: SiteRules, protection: Protection): boolean =>
  planOf(violation, rules, protection).length < planOf(violation, rules, 'stopped').length;
