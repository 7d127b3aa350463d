/* Whether a GPU is being observed now, so that its values and processes are current. Pure. */
import type { Gpu } from '../types';

/** An unhealthy GPU counts as observed unless it is also lost or its host reports nothing about it:
    then its processes are unknown. (A driver that never reports processes is treated alike: it
    understates, but says nothing wrong.) */
export const isSeen = ({
  state,
  processes_known: known,
}: Pick<Gpu, 'state' | 'processes_known'>): boolean =>
  state === 'available' || (state === 'unhealthy' && known);

/** Counts the GPUs, and those whose processes are unknown. */
export function sightOf(
  gpus: Iterable<Pick<Gpu, 'id' | 'state' | 'processes_known'>>,
  cut: ReadonlySet<string>,
): { all: number; unseen: number } {
  const sight = { all: 0, unseen: 0 };
  for (const { id, state, processes_known: known } of gpus) {
    if (state === 'lost' || cut.has(id)) continue;
    sight.all += 1;
    if (!known) sight.unseen += 1;
  }
  return sight;
}
