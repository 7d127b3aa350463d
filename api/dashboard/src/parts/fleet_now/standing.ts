/* Does a process match the booking of its GPU? And processes as people see them: one line for what one
   person runs on several GPUs. Pure. */
import type { Booking } from '../../data/booking';
import type { Process } from '../../data/types';
import { byName } from '../../lib/by_name';

/** `booked`: its person holds the GPU; `intruder`: somebody else does; `unbooked`: nobody does; `unknown`: the host hides whose it is, or nobody knows on which slice of the GPU it runs. */
export type Standing = 'booked' | 'intruder' | 'unbooked' | 'unknown';

export function standingOf(process: Process, holder: Booking | undefined): Standing {
  if (process.violation_id !== undefined) return 'intruder';
  if (process.slice_unknown) return 'unknown';
  if (!holder) return 'unbooked';
  if (process.unix_name === undefined) return 'unknown';
  return process.person_id === holder.owner ? 'booked' : 'intruder';
}

export interface ProcessGroup {
  key: string;
  /** The person's name, or the account's where nobody here has it; undefined: the host hides it. */
  name: string | undefined;
  person: string | undefined;
  command: string;
  standing: Standing;
  /** Of an intruder: who holds the GPU. */
  holder: Booking | undefined;
  gpus: { id: string; index: string }[];
  count: number;
}

const weights: Record<Standing, number> = { intruder: 0, unbooked: 1, unknown: 2, booked: 3 };

/** Intruders first, then by GPU. */
export function groupProcesses(
  processes: readonly Process[], holder: (gpu: string) => Booking | undefined, index: (gpu: string) => string,
): ProcessGroup[] {
  const groups = new Map<string, ProcessGroup>();
  for (const process of processes) {
    const held = holder(process.gpu_id);
    const standing = standingOf(process, held);
    const command = process.command ?? '';
    const key = [process.unix_name, command, standing, standing === 'booked' ? held?.id : held?.owner].join('\u0000');
    let group = groups.get(key);
    if (!group) {
      group = { key, name: process.person_name ?? process.unix_name, person: process.person_id, command, standing, holder: held, gpus: [], count: 0 };
      groups.set(key, group);
    }
    group.count += 1;
    if (!group.gpus.some((gpu) => gpu.id === process.gpu_id)) group.gpus.push({ id: process.gpu_id, index: index(process.gpu_id) });
  }
  for (const group of groups.values()) group.gpus.sort((a, b) => byName.compare(a.index, b.index));
  return [...groups.values()].sort((a, b) => weights[a.standing] - weights[b.standing] || byName.compare(a.gpus[0]?.index ?? '', b.gpus[0]?.index ?? '') || (a.key < b.key ? -1 : 1));
}

/** Bookings under which nothing of their owner's runs, as far as that is known, as lines like the others. */
export function emptyBookings(
  gpus: readonly { id: string; index: string }[], processes: readonly Process[], holder: (gpu: string) => Booking | undefined,
): ProcessGroup[] {
  const groups = new Map<string, ProcessGroup>();
  for (const gpu of gpus) {
    const booking = holder(gpu.id);
    if (!booking || processes.some((process) => process.gpu_id === gpu.id && (process.person_id === booking.owner || process.unix_name === undefined))) continue;
    const group = groups.get(booking.owner);
    if (group) group.gpus.push(gpu);
    else groups.set(booking.owner, { key: booking.owner, name: booking.ownerName, person: booking.owner, command: '', standing: 'booked', holder: booking, gpus: [gpu], count: 0 });
  }
  return [...groups.values()];
}
