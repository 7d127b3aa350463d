/* How ids are said in what happened: people, hosts and GPUs by the names they have now. */
import { bookings } from '../data/live/bookings.svelte';
import { fleet } from '../data/live/fleet.svelte';
import { people } from '../data/people.svelte';
import { session } from '../data/session.svelte';
import type { Names } from '../language/fact';
import { byName } from '../lib/by_name';
import { compactGpus } from '../lib/format';

export const names: Names = {
  get me() {
    return session.me?.id;
  },
  person: (id) => people.name(id) ?? (id === session.me?.id ? session.me.name : undefined),
  host: (id) => fleet.hosts.get(id)?.name,
  owner: (reservation) => bookings.get(reservation)?.owner,
  gpus: (ids) => compactGpus(ids.map((id) => fleet.gpuName(id)).sort(byName.compare)),
};
