/* How ids are said: people, hosts and GPUs by the names they have now. */
import { fleet } from '../data/live/fleet.svelte';
import { people } from '../data/people.svelte';
import { session } from '../data/session.svelte';
import { byName } from '../lib/by_name';
import { compactGpus } from '../lib/format';

export const names = {
  person: (id: string) => people.name(id) ?? (id === session.me?.id ? session.me.name : undefined),
  host: (id: string) => fleet.hosts.get(id)?.name,
  gpus: (ids: readonly string[]) => compactGpus(ids.map((id) => fleet.gpuName(id)).sort(byName.compare)),
};
