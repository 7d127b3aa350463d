/* How ids are said: people, hosts and GPUs by the names they have now. */
import { fleet } from '../data/live/fleet.svelte';
import { people } from '../data/people.svelte';
import { session } from '../data/session.svelte';
import { t } from '../language/t.svelte';
import { byName } from '../lib/by_name';
import { compactGpus } from '../lib/format';

// A card that was moved leaves a lost one of its name where it was.
const ifLost = (text: string, gpu: { state: string }) => (gpu.state === 'lost' ? t('fleet.lostName', { gpu: text }) : text);

export const names = {
  person: (id: string) => people.name(id) ?? (id === session.me?.id ? session.me.name : undefined),
  host: (id: string) => fleet.hosts.get(id)?.name,
  /** "gpu03:1"; "gpu03:1 (lost)". */
  gpu: (gpu: { name: string; state: string }) => ifLost(gpu.name, gpu),
  /** "1"; "1 (lost)": where its host is named beside it. */
  index: (gpu: { index: string; state: string }) => ifLost(gpu.index, gpu),
  gpus: (ids: readonly string[]) => {
    const each = ids.map((id) => {
      const gpu = fleet.gpus.get(id);
      return gpu ? names.gpu(gpu) : id;
    });
    return compactGpus(each.sort(byName.compare));
  },
};
