/* How full a host is: over time, as the shape of a collapsed host, and now, as numbers. */
import { bookable } from '../../../lib/gpu_counts';
import { minuteMs } from '../../../lib/zone';
import type { BookingIndex } from './bookings';
import { endOf, type TimeScale } from './geometry';
import type { CalendarGpu } from './model';

export interface Step {
  at: number;
  held: number;
}

/** The number of held GPUs after each change, starting at `from`. */
export function heldOver(
  index: BookingIndex,
  gpus: readonly CalendarGpu[],
  from: number,
  until: number,
): Step[] {
  const changes = new Map<number, number>();
  for (const gpu of gpus) {
    for (const booking of index.of(gpu.id, from, until)) {
      const start = Math.max(from, booking.from);
      changes.set(start, (changes.get(start) ?? 0) + 1);
      if (booking.until < until) changes.set(booking.until, (changes.get(booking.until) ?? 0) - 1);
    }
  }
  const steps: Step[] = [];
  let held = 0;
  if (!changes.has(from)) steps.push({ at: from, held });
  for (const at of [...changes.keys()].sort((a, b) => a - b)) {
    held += changes.get(at) ?? 0;
    if (steps[steps.length - 1]?.held !== held) steps.push({ at, held });
  }
  return steps;
}

/** The mean share held (0..1) in each of `bins` equal parts of the shown time. */
export function shareHeld(
  steps: readonly Step[],
  total: number,
  from: number,
  until: number,
  bins: number,
): number[] {
  const shares = new Array<number>(bins).fill(0);
  if (total === 0) return shares;
  const width = (until - from) / bins;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i];
    if (!step || step.held === 0) continue;
    const end = steps[i + 1]?.at ?? until;
    for (let bin = Math.floor((step.at - from) / width); bin < bins; bin++) {
      const left = from + bin * width;
      if (left >= end) break;
      const covered = Math.min(end, left + width) - Math.max(step.at, left);
      shares[bin] = (shares[bin] ?? 0) + (covered / width) * (step.held / total);
    }
  }
  return shares;
}

/** An SVG path of the held area; `height` is the height when all bookable GPUs are held. */
export function occupancyPath(
  index: BookingIndex,
  gpus: readonly CalendarGpu[],
  scale: TimeScale,
  height: number,
): string {
  const bins = Math.max(1, Math.floor(scale.width / 3));
  const shares = shareHeld(
    heldOver(index, gpus, scale.start, endOf(scale)),
    bookable(gpus).length,
    scale.start,
    endOf(scale),
    bins,
  );
  const step = scale.width / bins;
  let path = `M0 ${height}`;
  let last = -1;
  shares.forEach((share, bin) => {
    const y = Math.round((1 - Math.min(1, share)) * height * 10) / 10; // more than 1: a lost GPU is held, too
    if (y === last) return;
    path += `H${Math.round(bin * step * 10) / 10}V${y}`;
    last = y;
  });
  return `${path}H${Math.round(scale.width)}V${height}Z`;
}

export interface FreeGpu {
  index: string;
  until?: number; // absent: no later booking
}

// Of the bookable ones.
const unbooked = (index: BookingIndex, gpus: readonly CalendarGpu[], now: number): CalendarGpu[] =>
  bookable(gpus).filter(
    (gpu) =>
      gpu.state === 'available' &&
      !index.at(gpu.id, now) &&
      !(gpu.parent !== undefined && index.at(gpu.parent, now)),
  );

export type InUse = (gpu: string) => boolean | undefined;

/** The number of GPUs in use without a booking. */
export const unbookedUse = (
  index: BookingIndex,
  gpus: readonly CalendarGpu[],
  now: number,
  inUse: InUse,
): number => unbooked(index, gpus, now).filter((gpu) => inUse(gpu.id)).length;

/** The GPUs of a host that are neither held nor used now; unknown ones do not count. */
export function freeNow(
  index: BookingIndex,
  gpus: readonly CalendarGpu[],
  now: number,
  inUse: InUse,
): FreeGpu[] {
  const free: FreeGpu[] = [];
  for (const gpu of unbooked(index, gpus, now)) {
    const [next] = [gpu.id, gpu.parent ?? gpu.id]
      .flatMap((one) => index.next(one, now) ?? [])
      .sort((a, b) => a.from - b.from);
    if (next && next.from - now < minuteMs) continue;
    if (inUse(gpu.id) !== false) continue;
    free.push(next ? { index: gpu.index, until: next.from } : { index: gpu.index });
  }
  return free;
}
