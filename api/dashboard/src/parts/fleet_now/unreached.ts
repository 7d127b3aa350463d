/* What no figure and no square stands for: hosts of which no GPU is known, because they were never reached or their driver gives
   none, and cards that are gone. Pure. */
import type { Gpu, Host } from '../../data/types';

export type Unreached =
  | { kind: 'host'; host: Host; reason: string | undefined }
  | { kind: 'gpu'; gpu: Gpu; reason: string | undefined };

/** Hosts in their order, then GPUs in theirs. A slice that is gone is a card that was cut anew. */
export function unreached(hosts: readonly Host[], gpus: readonly Gpu[]): Unreached[] {
  const known = new Set(gpus.map((gpu) => gpu.host_id));
  return [
    ...hosts.filter((host) => !known.has(host.id)).map((host) => ({ kind: 'host' as const, host, reason: host.reason })),
    ...gpus.filter((gpu) => gpu.state === 'lost' && gpu.parent_id === undefined).map((gpu) => ({ kind: 'gpu' as const, gpu, reason: gpu.reason })),
  ];
}
