/* Whether GPUs are in use at this second, of the live stores. */
import { clock } from '../clock.svelte';
import { isInUse } from '../in_use';
import { stream } from '../stream.svelte';
import { bookings } from './bookings.svelte';
import { fleet, type LiveGpu } from './fleet.svelte';
import { processes } from './processes.svelte';

/** Older values say nothing about now; as the API's `current`. */
const currentMs = 30_000;
const noValues: { utilization_percent?: number; memory_used_mib?: number } = {};

/** Whoever by, booked or not; undefined: nobody can say. Something must watch: see `watchUse`. */
export function inUse(gpu: LiveGpu): boolean | undefined {
  if (!gpu.seen) return undefined;
  const { utilization_percent: used, memory_used_mib: memory } = gpu.at !== undefined && clock.now - gpu.at <= currentMs ? gpu.now : noValues;
  const onCard = gpu.parent !== undefined && processes.on(gpu.parent).length > 0; // a process of the card runs on one of its slices; which one is unknown
  return isInUse({ running: processes.on(gpu.id).length, known: processes.ready && gpu.info.processes_known && !onCard, used, memory });
}

/** What tells whether GPUs are in use; in an effect. */
export function watchUse(): () => void {
  const ends = [processes.watch(), stream.watch('metrics:*')];
  return () => ends.forEach((end) => end());
}

/** Until then nobody can say what is free. */
export const isKnown = (): boolean => fleet.ready && bookings.ready && processes.ready;
