/* The scope of a new calendar link: one's own bookings, those of a group, or those of a host or GPU
   typed by name. Pure. */

/** The choices besides the ids of groups. */
export const own = 'own';
export const named = 'named';

interface Named {
  id: string;
  name: string;
}

/** The request's body; null: no such name. */
export function asked(
  choice: string,
  typed: string,
  hosts: readonly Named[],
  gpus: readonly Named[],
): Record<string, string> | null {
  if (choice === own) return {};
  if (choice !== named) return { group_id: choice };
  const wanted = typed.trim().toLowerCase();
  const called = (one: Named): boolean => one.name.toLowerCase() === wanted;
  const host = hosts.find(called);
  if (host) return { host_id: host.id };
  const gpu = gpus.find(called);
  return gpu ? { gpu_id: gpu.id } : null;
}
