/* What was done, and behind it that it waits for approval, over which budgets it goes, and what is wrong with GPUs that cannot be used now. */
import type { Reservation } from '../data/types';
import { said, t } from './t.svelte';

const troubles = {
  lost: 'host.lost',
  host_unreachable: 'fleet.host.unreachable',
  driver_broken: 'fleet.host.driver_broken',
  unhealthy: 'fleet.unhealthy',
} as const;

export function warningsOf({ warnings, state, over_budget: over }: Reservation): string[] {
  const words = warnings.map(({ gpu_name: gpu, state, reason }) => {
    if (reason) return `${gpu}: ${said(reason)}`;
    return `${gpu}: ${state === 'available' ? state : t(troubles[state])}`;
  });
  return [
    ...(state === 'pending' ? [t('common.asked')] : []),
    ...(over ?? []).map(({ of }) => t('common.overBudget', { of })),
    ...new Set(words),
  ];
}

export const withWarnings = (done: string, made: Reservation): string =>
  [done, ...warningsOf(made)].join('. ');
