/* The current use of GPUs: which are in use, and by whom. */
import { fleet } from '../../../data/live/fleet.svelte';
import { inUse as isInUse } from '../../../data/live/in_use.svelte';
import { processes } from '../../../data/live/processes.svelte';
import { t } from '../../../language/t.svelte';
import { isMine } from './viewer';

/** By anyone, booked or not; undefined: unknown. */
export function inUse(gpu: string): boolean | undefined {
  const live = fleet.gpus.get(gpu);
  return live === undefined ? undefined : isInUse(live);
}

/** The names of people with processes on them, each once; empty where the hosts hide them. */
export function workersOn(gpus: readonly string[]): string[] {
  const names = gpus
    .flatMap((gpu) => processes.on(gpu))
    .map((one) =>
      isMine({ owner: one.person_id ?? '' })
        ? t('common.you')
        : (one.person_name ?? one.unix_name ?? ''),
    );
  return [...new Set(names)].filter((name) => name !== '');
}
