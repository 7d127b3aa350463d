/* What follows if a violation goes on: the steps of the site's rules that are still ahead, as far as the protection of the
   booking lets them go, and when. The server decides in the same way (domain/violation/violation_steps.cpp). Pure. */
import type { Booking } from '../../data/booking';
import { leastOf, protections } from '../../data/protection';
import type { Protection, Rules, Violation, ViolationAction, ViolationStepRule } from '../../data/types';

export interface NextStep {
  action: ViolationAction;
  /** ms. */
  at: number;
  /** Of a stop, which comes a minute after its people were told at the earliest: they were not yet, or nobody could be. */
  told?: 'notYet' | 'nobody';
}

type Known = Pick<Violation, 'opened_at' | 'steps' | 'steps_since' | 'reservation_id' | 'owner_id' | 'person_id'>;
type SiteRules = Pick<Rules, 'violation_steps' | 'protection' | 'most_protection' | 'stop_mode'>;

// The least protection under which it is done.
const needs: Readonly<Record<ViolationAction, Protection>> = { message: 'told', mail_person: 'mailed', mail_owner: 'mailed', mail_admins: 'mailed', stop: 'stopped' };

// Before a stop its people were told, so long ago.
const noticeMs = 60_000;

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
    const index = plan.findIndex((rule) => isOf(rule, step));
    const at = Date.parse(step.at);
    if (index >= 0 && (last === undefined || at > last.at || (at === last.at && index > last.index))) last = { index, at };
  }
  return last;
}

/** Of what is taken, that which counts: an excuse that was taken back lets the steps begin anew, and one that reached nobody because
    it was over by then is taken for who is there now. */
const countedOf = ({ steps, steps_since: since }: Known): Violation['steps'] =>
  steps.filter((step) => step.outcome !== 'not_needed' && (since === undefined || Date.parse(step.at) >= Date.parse(since)));

const isOf = (rule: ViolationStepRule, step: Violation['steps'][number]): boolean => rule.action === step.action && rule.after_s === step.after_s;

/** As the rules have them now: a step that they have moved since it was taken is the same step still, in the order of time. Not so a stop. */
function asInPlan(plan: readonly ViolationStepRule[], taken: Violation['steps']): Violation['steps'] {
  const open = plan.filter((rule) => rule.action !== 'stop' && !taken.some((step) => isOf(rule, step)));
  return taken.map((step) => {
    const index = plan.some((rule) => isOf(rule, step)) ? -1 : open.findIndex(({ action }) => action === step.action);
    const [rule] = index < 0 ? [] : open.splice(index, 1);
    return rule === undefined ? step : { ...step, after_s: rule.after_s };
  });
}

const tells = ({ action }: { action: ViolationAction }): boolean => action === 'message' || action === 'mail_person';

/** When its people were told, or why they were not; undefined: that stands with the others of its group. */
function toldOf(plan: readonly ViolationStepRule[], counted: Violation['steps']): number | NextStep['told'] {
  const came = counted.filter((step) => tells(step) && step.outcome === 'done').map((step) => Date.parse(step.acted_at ?? step.at));
  if (came.length > 0) return Math.min(...came);
  const stop = plan.findIndex(({ action }) => action === 'stop');
  const before = plan.slice(0, Math.max(0, stop)).filter(tells);
  if (before.length > 0 && !counted.some(tells)) return undefined;
  const settled = before.every((rule) => counted.some((step) => isOf(rule, step) && step.outcome !== undefined));
  return settled ? 'nobody' : 'notYet';
}

/** What is ahead behind `last`; and a stop that waited while others went on. */
function leftOf(plan: readonly ViolationStepRule[], last: number, counted: Violation['steps'], told: ReturnType<typeof toldOf>, tries: boolean): ViolationStepRule[] {
  // What was only tried is taken once more when the rules come to stop.
  const counts = ({ outcome }: Violation['steps'][number]): boolean => outcome !== 'not_told' && (tries || outcome !== 'dry_run');
  const taken = (rule: ViolationStepRule): boolean => counted.some((step) => isOf(rule, step) && counts(step));
  const waits = told !== undefined && told !== 'nobody';
  return plan.filter((rule, i) => i > last || (waits && rule.action === 'stop' && !taken(rule)));
}

/** In the order of time; empty: nothing more follows. Undefined: it cannot be told, as where an old record does not say since when they count. */
export function nextSteps(violation: Known, rules: SiteRules, protection: Protection, now: number): NextStep[] | undefined {
  if (rules.violation_steps === undefined) return undefined;
  const plan = planOf(violation, rules, protection);
  const opened = Date.parse(violation.opened_at);
  const since = violation.steps_since === undefined ? opened : Date.parse(violation.steps_since);
  const counted = asInPlan(plan, countedOf(violation));
  const told = toldOf(plan, counted);
  const last = lastOf(plan, counted);
  // Whose others went up before it was opened has their steps behind it, but for a stop, which is for each process anew.
  const untaken = plan.filter(({ action, after_s: after }) => action === 'stop' || since + after * 1000 > opened - lateMs);
  const left = last === undefined ? untaken : leftOf(plan, last.index, counted, told, rules.stop_mode === 'dry_run');
  const from = last?.at ?? since;
  const behind = last === undefined ? 0 : (plan[last.index]?.after_s ?? 0);
  const ahead = left.map(({ action, after_s: after }): NextStep => {
    const at = Math.max(opened, since + after * 1000, from + Math.max(0, after - behind) * 1000);
    if (action !== 'stop' || told === undefined) return { action, at };
    if (told === 'nobody') return { action, at, told };
    return told === 'notYet' ? { action, at: Math.max(at, now + noticeMs), told } : { action, at: Math.max(at, told + noticeMs) };
  }).sort((a, b) => a.at - b.at);
  const [first] = ahead;
  return first !== undefined && first.at < now - lateMs ? undefined : ahead;
}

/** Would more be done if the protection went further? */
export const isHeldBack = (violation: Known, rules: SiteRules, protection: Protection): boolean =>
  planOf(violation, rules, protection).length < planOf(violation, rules, 'stopped').length;
