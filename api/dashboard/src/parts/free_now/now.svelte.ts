/* What is free at this second, of the live stores. */
import { clock } from '../../data/clock.svelte';
import { bookings } from '../../data/live/bookings.svelte';
import { fleet, type LiveGpu } from '../../data/live/fleet.svelte';
import { processes } from '../../data/live/processes.svelte';
import { session } from '../../data/session.svelte';
import { stream } from '../../data/stream.svelte';
import { bookable } from '../../lib/gpu_counts';
import { fleetNow } from '../fleet_now/now.svelte';
import { freeNow, gpuNow, type HostNow } from './free';

export function freeOf(gpus: readonly LiveGpu[]): HostNow[] {
  const all = bookable([...gpus]).map((gpu) => gpuNow(gpu.info, fleetNow.inUse(gpu), fleet.sharingSilicon(gpu.id)));
  return freeNow(all, bookings.all, session.me?.id ?? '', clock.now);
}

/** What tells whether GPUs are in use; in an effect. Until `isKnown`, nobody can say what is free. */
export function watchUse(): () => void {
  const ends = [processes.watch(), stream.watch('metrics:*')];
  return () => ends.forEach((end) => end());
}
export const isKnown = (): boolean => fleet.ready && bookings.ready && processes.ready;
