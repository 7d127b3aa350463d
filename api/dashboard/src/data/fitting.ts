/* How many GPUs a wish could ever have, free or not: more than that no waiting brings. Pure. */
import { modelText } from '../lib/format';
import type { Wish } from '../lib/wish';
import type { Gpu } from './types';

export interface Fitting {
  all: number;
  onOneHost: number;
}

export function fittingOf(gpus: readonly Gpu[], wish: Wish): Fitting {
  const model = wish.model?.toLowerCase() ?? '';
  const byHost = new Map<string, number>();
  for (const gpu of gpus) {
    const fits = (wish.host === undefined || wish.host === gpu.host_name)
      && (gpu.model.toLowerCase().includes(model) || modelText(gpu.model).toLowerCase().includes(model))
      && (wish.minMemoryMib === undefined || (gpu.memory_total_mib ?? 0) >= wish.minMemoryMib);
    if (fits) byHost.set(gpu.host_name, (byHost.get(gpu.host_name) ?? 0) + 1);
  }
  const counts = [...byHost.values()];
  return { all: counts.reduce((sum, count) => sum + count, 0), onOneHost: Math.max(0, ...counts) };
}
