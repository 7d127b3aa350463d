/* The types of the calendar: a GPU, a host and a draft. Times are milliseconds since 1970 (server
   clock), intervals half-open. Everything in this folder is pure and knows no DOM. */

import type { ReservationState } from '../../../data/types';
import { byName } from '../../../lib/by_name';
import { modelText } from '../../../lib/format';

export interface CalendarGpu {
  id: string;
  hostId: string;
  hostName: string;
  /** "2"; for a slice (MIG) of that GPU "2.0". */
  index: string;
  /** The parent GPU of a slice. Either is booked, never both at once. */
  parent?: string;
  model: string;
  memoryMib?: number;
  state: 'available' | 'lost' | 'host_unreachable' | 'driver_broken' | 'unhealthy';
}

export interface Host {
  id: string;
  name: string;
  model: string;
  gpus: readonly CalendarGpu[];
}

export interface Interval {
  from: number;
  until: number;
}

/** A draft of a new booking, or of a change of one. */
export interface Draft extends Interval {
  gpus: readonly string[];
}

const sharedSilicon = new WeakMap<ReadonlyMap<string, CalendarGpu>, Map<string, string[]>>();

/** The GPU, its parent GPU and its slices: bookings of these are bookings of it. */
export function sharing(id: string, gpus: ReadonlyMap<string, CalendarGpu>): readonly string[] {
  let all = sharedSilicon.get(gpus);
  if (!all) {
    all = new Map();
    for (const { id: slice, parent } of gpus.values()) {
      if (parent === undefined) continue;
      all.set(parent, [...(all.get(parent) ?? []), slice]);
      all.set(slice, [parent]);
    }
    sharedSilicon.set(gpus, all);
  }
  return [id, ...(all.get(id) ?? [])];
}

export function overlaps(a: Interval, b: Interval): boolean {
  return a.from < b.until && b.from < a.until;
}

/** Upcoming, running or over at `now`: the clock advances between two messages of the server. */
/** `asked`: it waits for approval, whenever it would begin. */
export function phase(
  booking: Interval & { state?: ReservationState },
  now: number,
): 'past' | 'running' | 'upcoming' | 'asked' {
  if (booking.until <= now) return 'past';
  if (booking.state === 'pending') return 'asked';
  return booking.from <= now ? 'running' : 'upcoming';
}

/** GPUs by host in the order of names (gpu2 before gpu10) and of their index: slices follow their
    GPU. */
export function groupByHost(gpus: readonly CalendarGpu[]): Host[] {
  const hosts = new Map<string, CalendarGpu[]>();
  for (const gpu of gpus) {
    const list = hosts.get(gpu.hostId);
    if (list) list.push(gpu);
    else hosts.set(gpu.hostId, [gpu]);
  }
  return [...hosts.entries()]
    .map(([id, list]) => {
      list.sort((a, b) => byName.compare(a.index, b.index) || byName.compare(a.id, b.id));
      return { id, name: list[0]?.hostName ?? id, model: modelsOf(list), gpus: list };
    })
    .sort((a, b) => byName.compare(a.name, b.name));
}

function modelsOf(gpus: readonly CalendarGpu[]): string {
  return [...new Set(gpus.map((gpu) => modelText(gpu.model)))].join(', ');
}
