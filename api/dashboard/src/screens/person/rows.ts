/* The rows of a person's page, computed from bookings, GPUs and violations. Pure. */
import type { Booking } from '../../data/bookings/booking';
import type { Violation } from '../../data/types';
import { groupViolations, type ViolationGroup } from '../../data/rules/violation_groups';
import type { Kind } from '../../parts/fleet_now/facts';

export const concerns = (violation: Violation, person: string): boolean =>
  violation.owner_id === person || violation.person_id === person;

export interface Sides {
  by: ViolationGroup[];
  against: ViolationGroup[];
}

/** Each violation once, grouped: open ones first, then the newest. */
export function sides(
  violations: Iterable<Violation>,
  person: string,
  gpuName: (id: string) => string | undefined,
): Sides {
  const byId = new Map([...violations].map((one) => [one.id, one]));
  const all = groupViolations([...byId.values()], gpuName).sort(
    (a, b) => Number(b.state === 'open') - Number(a.state === 'open'),
  );
  return {
    by: all.filter((one) => one.person_id === person),
    against: all.filter((one) => one.owner_id === person && one.person_id !== person),
  };
}

export interface Holds {
  gpus: number;
  idle: number;
  /** GPUs with others' processes. */
  alert: number;
  /** GPUs with unknown activity. */
  unknown: number;
}

export function holdsNow(
  running: readonly Booking[],
  kindOf: (gpu: string) => Kind | undefined,
): Holds {
  const kinds = [...new Set(running.flatMap((booking) => booking.gpus))].map(
    (gpu) => kindOf(gpu) ?? 'unknown',
  );
  const count = (kind: Kind) => kinds.filter((one) => one === kind).length;
  return {
    gpus: kinds.length,
    idle: count('idle'),
    alert: count('alert'),
    unknown: count('unknown'),
  };
}

/** The shortest idle time of its GPUs, if all are idle; undefined: one works, or it is unknown. */
export function idleSince(
  gpus: readonly string[],
  idleMs: (gpu: string) => number | undefined,
): number | undefined {
  const all = gpus.map(idleMs);
  return all.length > 0 && all.every((ms) => ms !== undefined && ms > 0)
    ? Math.min(...all.map((ms) => ms ?? 0))
    : undefined;
}
