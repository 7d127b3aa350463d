/* Whether a process matches the booking of its GPU, and otherwise whether the rules forbid it. Also
   groups processes for display: one line for one person's processes on several GPUs. Pure. */
import type { Booking } from '../../data/bookings/booking';
import type { Process, ViolationLevel } from '../../data/types';
import { byName } from '../../lib/by_name';

/** Of a process. `booked`: its owner holds the GPU. `intruder`: another person holds it.
    `unbooked`: the GPU is not booked. `unknown`: the host hides the owner, or the starter of its
    container or its slice is unknown. */
export type Standing = 'booked' | 'intruder' | 'unbooked' | 'unknown';

/** In a container that anyone may have started: its account comes from its image. */
function anybodys({ origin, unix_name: account }: Process): boolean {
  return origin?.container !== undefined && origin.started_by !== account;
}

export function standingOf(process: Process, holder: Booking | undefined): Standing {
  if (process.slice_unknown) return 'unknown';
  if (!holder) return 'unbooked';
  if (anybodys(process) && process.person_id !== holder.owner) return 'unknown';
  if (process.violation_id !== undefined) return 'intruder';
  if (process.unix_name === undefined) return 'unknown';
  return process.person_id === holder.owner ? 'booked' : 'intruder';
}

/** The site's rules, and the excused violations. */
export interface Law {
  /** Undefined until the stream has sent the rules: until then only existing violations are
      forbidden. */
  level: ViolationLevel | undefined;
  excused: (violation: string) => boolean;
}

/** Only forbidden processes have the alarm colour: a free GPU may be used without a booking unless
    the rules say otherwise. */
export function isForbidden(process: Process, standing: Standing, law: Law): boolean {
  if (process.violation_id !== undefined) return !law.excused(process.violation_id);
  if (process.unix_name === undefined) return false; // a person whose name the host hides is not accused
  if (standing === 'intruder') return law.level === 'against_bookings' || law.level === 'always';
  return standing === 'unbooked' && law.level === 'always';
}

export interface ProcessGroup {
  key: string;
  /** The person's name, or the account where no person here has it; undefined: the host hides
      it. */
  name: string | undefined;
  person: string | undefined;
  command: string;
  standing: Standing;
  forbidden: boolean;
  /** Of an intruder: the holder of the GPU. */
  holder: Booking | undefined;
  gpus: { id: string; index: string }[];
  count: number;
  /** The first of its open violations. */
  violation: string | undefined;
}

const weights: Record<Standing, number> = { intruder: 0, unbooked: 1, unknown: 2, booked: 3 };

/** Forbidden ones first, then intruders, then by GPU. */
export function groupProcesses(
  processes: readonly Process[],
  holder: (gpu: string) => Booking | undefined,
  index: (gpu: string) => string,
  law: Law,
): ProcessGroup[] {
  const groups = new Map<string, ProcessGroup>();
  for (const process of processes) {
    const held = holder(process.gpu_id);
    const standing = standingOf(process, held);
    const forbidden = isForbidden(process, standing, law);
    const command = process.command ?? '';
    const key = [
      process.unix_name,
      command,
      standing,
      forbidden,
      standing === 'booked' ? held?.id : held?.owner,
    ].join('\u0000');
    let group = groups.get(key);
    if (!group) {
      group = {
        key,
        name: process.person_name ?? process.unix_name,
        person: process.person_id,
        command,
        standing,
        forbidden,
        holder: held,
        gpus: [],
        count: 0,
        violation: undefined,
      };
      groups.set(key, group);
    }
    group.count += 1;
    group.violation ??= process.violation_id;
    if (!group.gpus.some((gpu) => gpu.id === process.gpu_id))
      group.gpus.push({ id: process.gpu_id, index: index(process.gpu_id) });
  }
  for (const group of groups.values()) group.gpus.sort((a, b) => byName.compare(a.index, b.index));
  return [...groups.values()].sort(
    (a, b) =>
      Number(b.forbidden) - Number(a.forbidden) ||
      weights[a.standing] - weights[b.standing] ||
      byName.compare(a.gpus[0]?.index ?? '', b.gpus[0]?.index ?? '') ||
      (a.key < b.key ? -1 : 1),
  );
}

export interface EmptyBooking extends ProcessGroup {
  /** Whether its GPUs still work for another person; undefined: unknown. */
  busy: boolean | undefined;
}

/** Bookings without any known process of their owner, as lines like the others. */
export function emptyBookings(
  gpus: readonly { id: string; index: string }[],
  processes: readonly Process[],
  holder: (gpu: string) => Booking | undefined,
  isBusy: (gpu: string) => boolean | undefined,
): EmptyBooking[] {
  const groups = new Map<string, EmptyBooking>();
  for (const gpu of gpus) {
    const booking = holder(gpu.id);
    if (
      !booking ||
      processes.some(
        (process) =>
          process.gpu_id === gpu.id &&
          (process.person_id === booking.owner || process.unix_name === undefined),
      )
    )
      continue;
    const busy = isBusy(gpu.id);
    const key = `${booking.owner} ${busy}`;
    const group = groups.get(key);
    if (group) group.gpus.push(gpu);
    else
      groups.set(key, {
        key,
        name: booking.ownerName,
        person: booking.owner,
        command: '',
        standing: 'booked',
        forbidden: false,
        holder: booking,
        gpus: [gpu],
        count: 0,
        busy,
        violation: undefined,
      });
  }
  return [...groups.values()];
}
