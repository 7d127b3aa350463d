/* What a new calendar link shows: one's own bookings, those of a group, or of a host or GPU that is typed by name. Pure. */

/** What the choice says besides the ids of groups. */
export const own = 'own';
export const named = 'named';

interface Named {
  id: string;
  name: string;
}

/** The body that asks for it; null: nothing is called that. */
export function asked(choice: string, typed: string, hosts: readonly Named[], gpus: readonly Named[]): Record<string, string> | null {
  if (choice === own) return {};
  if (choice !== named) return { group_id: choice };
  const wanted = typed.trim().toLowerCase();
  const called = (one: Named): boolean => one.name.toLowerCase() === wanted;
  const host = hosts.find(called);
  if (host) return { host_id: host.id };
  const gpu = gpus.find(called);
  return gpu ? { gpu_id: gpu.id } : null;
}
