/* What several screens say of a violation. */
import type { Violation } from '../data/types';
import '../language/en/help';
import { t } from '../language/t.svelte';

/** What runs there, or ran there: its command, or how many processes. */
export function runningIn(violation: Violation): string {
  const alive = violation.processes.filter((process) => process.ended_at === undefined);
  const shown = alive.length > 0 ? alive : violation.processes;
  return (shown.length === 1 ? shown[0]?.command : undefined) ?? t('help.processes', { count: shown.length });
}
