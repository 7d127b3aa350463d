/* Hosts without a known GPU (never reached, or the driver lists none), and lost GPUs. Figures and
   squares do not count them. Pure. */
import type { Gpu, Host } from '../../data/types';

export type UnreachedDevice =
  | { kind: 'host'; host: Host; reason: string | undefined }
  | { kind: 'gpu'; gpu: Gpu; reason: string | undefined };

/** First the hosts, then the GPUs, each in the given order. Slices that are gone are left out:
    their GPU was partitioned again. */
export function unreached(hosts: readonly Host[], gpus: readonly Gpu[]): UnreachedDevice[] {
  const known = new Set(gpus.map((gpu) => gpu.host_id));
  return [
    ...hosts
      .filter((host) => !known.has(host.id))
      .map((host) => ({ kind: 'host' as const, host, reason: host.reason })),
    ...gpus
      .filter((gpu) => gpu.state === 'lost' && gpu.parent_id === undefined)
      .map((gpu) => ({ kind: 'gpu' as const, gpu, reason: gpu.reason })),
  ];
}
