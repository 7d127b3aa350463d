/* The steps against violations in a form, and their errors; the server decides
   (domain/rules/enforcement.cpp). Pure. */
import type { ViolationAction, ViolationStepRule } from '../../data/types';

export const actions: readonly ViolationAction[] = [
  'message',
  'mail_person',
  'mail_owner',
  'mail_admins',
  'stop',
];
export const isMail = (action: ViolationAction): boolean => action.startsWith('mail_');
export const mostSteps = 12;
const longestS = 7 * 86_400;
const leastNoticeS = 60;

export const unitSeconds = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
export type StepUnit = keyof typeof unitSeconds;
export const stepUnits = Object.keys(unitSeconds) as StepUnit[];

/** A step in the form: its delay in the largest whole unit; `amount` is null while its field is
    empty. */
export interface StepDraft {
  /** Constant while it is edited, in any position. */
  id: number;
  action: ViolationAction;
  amount: number | null;
  unit: StepUnit;
}

export function draftOf({ action, after_s: after }: ViolationStepRule, id: number): StepDraft {
  const unit =
    after === 0
      ? 'minutes'
      : (stepUnits.findLast((one) => after % unitSeconds[one] === 0) ?? 'seconds');
  return { id, action, amount: after / unitSeconds[unit], unit };
}

const secondsOf = ({ amount, unit }: StepDraft): number =>
  amount === null || amount === undefined ? NaN : Math.round(amount * unitSeconds[unit]);

/** By time, as the server stores them; each once. */
export function stepsOf(drafts: readonly StepDraft[]): ViolationStepRule[] {
  const list = drafts.map((draft) => ({ after_s: secondsOf(draft), action: draft.action }));
  list.sort(
    (a, b) => a.after_s - b.after_s || actions.indexOf(a.action) - actions.indexOf(b.action),
  );
  return list.filter(
    (step, i) =>
      i === 0 || step.after_s !== list[i - 1]?.after_s || step.action !== list[i - 1]?.action,
  );
}

export type StepsProblem = 'when' | 'untold' | 'tooMany';

/** A stop needs a notification of the people concerned at least a minute before it. */
export function problemOf(steps: readonly ViolationStepRule[]): StepsProblem | undefined {
  if (steps.length > mostSteps) return 'tooMany';
  if (steps.some(({ after_s: after }) => !(after >= 0 && after <= longestS))) return 'when';
  return lacksNotice(steps, ['message', 'mail_person']) ? 'untold' : undefined;
}

/** Whether a stop among the steps has none of these a minute before it. */
function lacksNotice(
  steps: readonly ViolationStepRule[],
  telling: readonly ViolationAction[],
): boolean {
  const told = Math.min(
    ...steps.filter(({ action }) => telling.includes(action)).map(({ after_s: after }) => after),
  );
  return steps.some(
    ({ action, after_s: after }) => action === 'stop' && !(told + leastNoticeS <= after),
  );
}

/** A site without mail notifies only by messages: a stop without one before it is withheld each
    time. */
export const isHeldWithoutMail = (steps: readonly ViolationStepRule[]): boolean =>
  lacksNotice(steps, ['message']);

const pattern = /^[A-Za-z0-9_.$-]{1,32}\/[!-)+-.0-~]{0,64}\*?$/;

/** The non-empty lines, in the server's order, and the first that is no account/program. */
export function ignoredOf(text: string): { patterns: string[]; wrong: string | undefined } {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    patterns: [...new Set(patterns)].sort(),
    wrong: patterns.find((line) => !pattern.test(line) || line.endsWith('/')),
  };
}
