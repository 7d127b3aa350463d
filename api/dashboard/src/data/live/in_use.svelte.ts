/* Whether GPUs are in use now, from the live stores. */
import { clock } from '../clock.svelte';
import { isInUse } from '../usage/in_use';
import { stream } from '../stream.svelte';
import { bookings } from './bookings.svelte';
import { fleet, type LiveGpu } from './fleet.svelte';
import { processes } from './processes.svelte';

/** Older values are not current; equals the API's `current`. */
const currentMs = 30_000;
const noValues: { utilization_percent?: number; memory_used_mib?: number } = {};

/** By anyone, booked or not; undefined: unknown. Needs a watcher: see `watchUse`. */
export function inUse(gpu: LiveGpu): boolean | undefined {
  if (!gpu.seen) return undefined;
  const { utilization_percent: used, memory_used_mib: memory } =
    gpu.at !== undefined && clock.now - gpu.at <= currentMs ? gpu.now : noValues;
  const onCard = gpu.parent !== undefined && processes.on(gpu.parent).length > 0; // a process of the parent GPU runs on one of its slices; which one is unknown
  return isInUse({
    running: processes.on(gpu.id).length,
    known: processes.ready && gpu.info.processes_known && !onCard,
    used,
    memory,
  });
}

/** Subscribes to the data that `inUse` needs; call in an effect. */
export function watchUse(): () => void {
  const ends = [processes.watch(), stream.watch('metrics:*')];
  return () => ends.forEach((end) => end());
}

/** Until this is true, free GPUs are unknown. */
export const isKnown = (): boolean => fleet.ready && bookings.ready && processes.ready;
