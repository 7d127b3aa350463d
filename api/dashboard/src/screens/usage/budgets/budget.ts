/* A budget as drawn: the parts of its bar, and its owner. */
import type { Budget } from '../../../data/types';
import '../../../language/en/reports/budgets';
import { t } from '../../../language/t.svelte';

/** Shares of the bar, percent. If more is booked than the budget has, the bar is all booked time,
    and `whole` marks the budget's end. */
export interface BarParts {
  spent: number;
  ahead: number;
  whole: number;
  over: boolean;
}

export function partsOf({
  gpu_hours: hours,
  now,
}: Pick<Budget, 'gpu_hours' | 'now'>): BarParts | undefined {
  if (!now) return undefined;
  const whole = hours * 3600;
  const all = Math.max(whole, now.spent_s + now.ahead_s);
  const share = (seconds: number) => (seconds / all) * 100;
  return {
    spent: share(now.spent_s),
    ahead: share(now.ahead_s),
    whole: share(whole),
    over: now.left_s < 0,
  };
}

export const whose = ({
  project,
  group_name: group,
  group_id: id,
}: Pick<Budget, 'project' | 'group_name' | 'group_id'>): string =>
  project === undefined
    ? t('budgets.ofGroup', { of: group ?? id ?? '?' })
    : t('budgets.ofProject', { of: project });
