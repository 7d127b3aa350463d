/* The lines below a host's GPUs: its problem, its processes, and the bookings without processes. */
import { failures } from '../../data/fleet/failures.svelte';
import type { LiveGpu } from '../../data/live/fleet.svelte';
import { processes } from '../../data/live/processes.svelte';
import type { Host } from '../../data/types';
import { said, t } from '../../language/t.svelte';
import { fleetNow } from '../../parts/fleet_now/fleet_state.svelte';
import {
  emptyBookings,
  groupProcesses,
  type EmptyBooking,
  type ProcessGroup,
} from '../../parts/fleet_now/process_status';

export type TileLine =
  | { key: string; note: string; words: string }
  | { key: string; group: ProcessGroup; empty: EmptyBooking | undefined };

/** A tile has no room for more. */
export const mostLines = 5;
const leastLines = 2;

export const roomFor = (lines: number): number => Math.min(mostLines, Math.max(leastLines, lines));

export function linesOf(host: Host, gpus: readonly LiveGpu[]): TileLine[] {
  const byId = new Map(gpus.map((gpu) => [gpu.id, gpu]));
  const here = gpus.flatMap((gpu) => processes.on(gpu.id));
  const holder = (gpu: string) => fleetNow.holder(gpu);
  const isBusy = (id: string) => {
    const gpu = byId.get(id);
    return gpu && fleetNow.isBusy(gpu);
  };
  const notes: TileLine[] = [];
  if (host.state === 'driver_broken' && host.reason)
    notes.push({ key: 'driver', note: said(host.reason), words: host.reason });
  const failure = failures.of(host);
  if (failure !== undefined) notes.push({ key: 'failure', note: said(failure), words: failure });
  if (host.clashes.length > 0)
    notes.push({
      key: 'clashes',
      note: t('fleet.clashes', { count: host.clashes.length }),
      words: '',
    });
  const groups = groupProcesses(here, holder, (gpu) => byId.get(gpu)?.index ?? '', fleetNow.law);
  const empty =
    host.state !== 'reachable' || !processes.ready ? [] : emptyBookings(gpus, here, holder, isBusy);
  return [
    ...notes,
    ...groups.map((group) => ({ key: group.key, group, empty: undefined })),
    ...empty.map((one) => ({ key: one.key, group: one, empty: one })),
  ];
}
