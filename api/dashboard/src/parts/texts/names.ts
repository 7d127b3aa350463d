/* Names for ids: people, hosts and GPUs by their current names. */
import { fleet } from '../../data/live/fleet.svelte';
import { people } from '../../data/people/people.svelte';
import { session } from '../../data/session.svelte';
import { t } from '../../language/t.svelte';
import { byName } from '../../lib/by_name';
import { compactGpus } from '../../lib/format';

// A GPU that was moved leaves a lost one with its name on the old host.
const ifLost = (text: string, gpu: { state: string }) =>
  gpu.state === 'lost' ? t('fleet.lostName', { gpu: text }) : text;

export const names = {
  person: (id: string) => people.name(id) ?? (id === session.me?.id ? session.me.name : undefined),
  host: (id: string) => fleet.hosts.get(id)?.name,
  /** "gpu03:1"; "gpu03:1 (lost)". */
  gpu: (gpu: { name: string; state: string }) => ifLost(gpu.name, gpu),
  /** "1"; "1 (lost)": for places where its host is named beside it. */
  index: (gpu: { index: string; state: string }) => ifLost(gpu.index, gpu),
  gpus: (ids: readonly string[]) => {
    const each = ids.map((id) => {
      const gpu = fleet.gpus.get(id);
      return gpu ? names.gpu(gpu) : id;
    });
    return compactGpus(each.sort(byName.compare));
  },
};
