/* Texts about violations that several screens share. */
import type { Violation } from '../../data/types';
import '../../language/en/bookings/help';
import { t } from '../../language/t.svelte';

type Processes = Violation['processes'];

function running({ processes }: Pick<Violation, 'processes'>): Processes {
  const alive = processes.filter((process) => process.ended_at === undefined);
  return alive.length > 0 ? alive : processes;
}

/** The start of its oldest process, ms, possibly before the booking. Without a known start, the
    time of the first observation. */
export function runningSince(violation: Pick<Violation, 'processes' | 'opened_at'>): number {
  const starts = running(violation).flatMap(({ started_at: at }) =>
    at === undefined ? [] : [Date.parse(at)],
  );
  return starts.length > 0 ? Math.min(...starts) : Date.parse(violation.opened_at);
}

/** The running or past process: its command, or the number of processes. */
export function runningIn(violation: Violation): string {
  const shown = running(violation);
  return (
    (shown.length === 1 ? shown[0]?.command : undefined) ??
    t('help.processes', { count: shown.length })
  );
}
