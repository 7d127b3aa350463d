/* The free GPUs of this second, from the live stores. */
import { clock } from '../../data/clock.svelte';
import { bookings } from '../../data/live/bookings.svelte';
import { fleet, type LiveGpu } from '../../data/live/fleet.svelte';
import { inUse } from '../../data/live/in_use.svelte';
import { session } from '../../data/session.svelte';
import { bookable } from '../../lib/gpu_counts';
import { freeNow, gpuNow, type HostNow } from './free';

export function freeOf(gpus: readonly LiveGpu[]): HostNow[] {
  const all = bookable([...gpus]).map((gpu) =>
    gpuNow(gpu.info, inUse(gpu), fleet.overlappingDevices(gpu.id)),
  );
  return freeNow(all, bookings.all, session.me?.id ?? '', clock.now);
}
