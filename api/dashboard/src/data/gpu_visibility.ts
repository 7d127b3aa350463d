/* Whether somebody sees a GPU now, so that its values and what runs on it are of now. Pure. */
import type { Gpu } from './types';

/** An unhealthy one is seen as any other, unless it is lost besides or its host says nothing of it: then its processes
    are not known. (A driver that never tells them is taken for the same: too little is said, and nothing wrong.) */
export const isSeen = ({ state, processes_known: known }: Pick<Gpu, 'state' | 'processes_known'>): boolean => state === 'available' || (state === 'unhealthy' && known);

/** Of the GPUs that count: how many there are, and of how many it is not known what runs on them. */
export function sightOf(gpus: Iterable<Pick<Gpu, 'id' | 'state' | 'processes_known'>>, cut: ReadonlySet<string>): { all: number; unseen: number } {
  const sight = { all: 0, unseen: 0 };
  for (const { id, state, processes_known: known } of gpus) {
    if (state === 'lost' || cut.has(id)) continue;
    sight.all += 1;
    if (!known) sight.unseen += 1;
  }
  return sight;
}
