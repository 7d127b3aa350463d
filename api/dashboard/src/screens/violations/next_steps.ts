/* The next steps against a continuing violation: the remaining steps of the site's rules, as far as
   the booking's protection allows, with times. The server decides in the same way
   (domain/violation/violation_steps.cpp). Pure. */
import type { Booking } from '../../data/bookings/booking';
import { leastOf, protections } from '../../data/rules/protection';
import type {
  Protection,
  Rules,
  Violation,
  ViolationAction,
  ViolationStepRule,
} from '../../data/types';

export interface NextStep {
  action: ViolationAction;
  /** ms. */
  at: number;
  /** For a stop, which comes at least a minute after the notification of its people: not notified
      yet, or nobody could be. */
  told?: 'notYet' | 'nobody';
}

type Known = Pick<
  Violation,
  'opened_at' | 'steps' | 'steps_since' | 'reservation_id' | 'owner_id' | 'person_id'
>;
type SiteRules = Pick<Rules, 'violation_steps' | 'protection' | 'most_protection' | 'stop_mode'>;

// The lowest protection under which each action is done.
const needs: Readonly<Record<ViolationAction, Protection>> = {
  message: 'told',
  mail_person: 'mailed',
  mail_owner: 'mailed',
  mail_admins: 'mailed',
  stop: 'stopped',
};

// A stop needs a notification this long before it, ms.
const noticeMs = 60_000;

// A step is taken within a second or two of its time.
const lateMs = 15_000;

/** How far the steps go; undefined: unknown here. */
export function protectionOf(
  { reservation_id: id }: Pick<Violation, 'reservation_id'>,
  booking: Pick<Booking, 'protection'> | undefined,
  rules: SiteRules,
): Protection | undefined {
  const asked = id === undefined ? null : booking?.protection;
  if (asked === undefined || rules.protection === undefined) return undefined;
  return asked === null ? rules.protection : leastOf(asked, rules.most_protection ?? asked);
}

// The plan for this violation and protection, by time.
function planOf(violation: Known, rules: SiteRules, protection: Protection): ViolationStepRule[] {
  return (rules.violation_steps ?? []).filter(({ action }) => {
    if (
      (action === 'mail_owner' && violation.owner_id === undefined) ||
      (action === 'mail_person' && violation.person_id === undefined)
    )
      return false;
    return protections.indexOf(needs[action]) <= protections.indexOf(protection);
  });
}

/** The plan's last taken step, and its time. Steps are taken in order, so earlier ones are done,
    even if taken for a process that has ended; later ones that were taken sooner belong to an
    excused period. */
function lastOf(
  plan: readonly ViolationStepRule[],
  taken: Violation['steps'],
): { index: number; at: number } | undefined {
  let last: { index: number; at: number } | undefined;
  for (const step of taken) {
    const index = plan.findIndex((rule) => isOf(rule, step));
    const at = Date.parse(step.at);
    if (
      index >= 0 &&
      (last === undefined || at > last.at || (at === last.at && index > last.index))
    )
      last = { index, at };
  }
  return last;
}

/** The taken steps that count. Taking back an excuse restarts the steps; a step that reached nobody
    because the violation was over does not count, so it is taken again. */
const countedOf = ({ steps, steps_since: since }: Known): Violation['steps'] =>
  steps.filter(
    (step) =>
      step.outcome !== 'not_needed' &&
      (since === undefined || Date.parse(step.at) >= Date.parse(since)),
  );

const isOf = (rule: ViolationStepRule, step: Violation['steps'][number]): boolean =>
  rule.action === step.action && rule.after_s === step.after_s;

/** By the current rules: a step whose time they changed since is still the same step, by time. A
    stop is not. */
function asInPlan(
  plan: readonly ViolationStepRule[],
  taken: Violation['steps'],
): Violation['steps'] {
  const open = plan.filter(
    (rule) => rule.action !== 'stop' && !taken.some((step) => isOf(rule, step)),
  );
  return taken.map((step) => {
    const index = plan.some((rule) => isOf(rule, step))
      ? -1
      : open.findIndex(({ action }) => action === step.action);
    const [rule] = index < 0 ? [] : open.splice(index, 1);
    return rule === undefined ? step : { ...step, after_s: rule.after_s };
  });
}

const tells = ({ action }: { action: ViolationAction }): boolean =>
  action === 'message' || action === 'mail_person';

/** When its people were notified, or why not; undefined: recorded at another violation of its
    group. */
function toldOf(
  plan: readonly ViolationStepRule[],
  counted: Violation['steps'],
): number | NextStep['told'] {
  const came = counted
    .filter((step) => tells(step) && step.outcome === 'done')
    .map((step) => Date.parse(step.acted_at ?? step.at));
  if (came.length > 0) return Math.min(...came);
  const stop = plan.findIndex(({ action }) => action === 'stop');
  const before = plan.slice(0, Math.max(0, stop)).filter(tells);
  if (before.length > 0 && !counted.some(tells)) return undefined;
  const settled = before.every((rule) =>
    counted.some((step) => isOf(rule, step) && step.outcome !== undefined),
  );
  return settled ? 'nobody' : 'notYet';
}

/** The plan after `last`; and a stop that was waiting while others were taken. */
function leftOf(
  plan: readonly ViolationStepRule[],
  last: number,
  counted: Violation['steps'],
  told: ReturnType<typeof toldOf>,
  tries: boolean,
): ViolationStepRule[] {
  // A step that was only tried is taken again once the rules allow a stop.
  const counts = ({ outcome }: Violation['steps'][number]): boolean =>
    outcome !== 'not_told' && (tries || outcome !== 'dry_run');
  const taken = (rule: ViolationStepRule): boolean =>
    counted.some((step) => isOf(rule, step) && counts(step));
  const waits = told !== undefined && told !== 'nobody';
  return plan.filter((rule, i) => i > last || (waits && rule.action === 'stop' && !taken(rule)));
}

/** By time; empty: no further step. Undefined: unknown, for example if an old record has no start
    of the count. */
export function nextSteps(
  violation: Known,
  rules: SiteRules,
  protection: Protection,
  now: number,
): NextStep[] | undefined {
  if (rules.violation_steps === undefined) return undefined;
  const plan = planOf(violation, rules, protection);
  const opened = Date.parse(violation.opened_at);
  const since = violation.steps_since === undefined ? opened : Date.parse(violation.steps_since);
  const counted = asInPlan(plan, countedOf(violation));
  const told = toldOf(plan, counted);
  const last = lastOf(plan, counted);
  // If the group's steps were taken before it was opened, they are done, except for a stop: each
  // process has its own.
  const untaken = plan.filter(
    ({ action, after_s: after }) => action === 'stop' || since + after * 1000 > opened - lateMs,
  );
  const left =
    last === undefined
      ? untaken
      : leftOf(plan, last.index, counted, told, rules.stop_mode === 'dry_run');
  const from = last?.at ?? since;
  const behind = last === undefined ? 0 : (plan[last.index]?.after_s ?? 0);
  const ahead = left
    .map(({ action, after_s: after }): NextStep => {
      const at = Math.max(opened, since + after * 1000, from + Math.max(0, after - behind) * 1000);
      if (action !== 'stop' || told === undefined) return { action, at };
      if (told === 'nobody') return { action, at, told };
      return told === 'notYet'
        ? { action, at: Math.max(at, now + noticeMs), told }
        : { action, at: Math.max(at, told + noticeMs) };
    })
    .sort((a, b) => a.at - b.at);
  const [first] = ahead;
  return first !== undefined && first.at < now - lateMs ? undefined : ahead;
}

/** Whether a higher protection would add steps. */
export const isHeldBack = (violation: Known, rules: SiteRules, protection: Protection): boolean =>
  planOf(violation, rules, protection).length < planOf(violation, rules, 'stopped').length;
