/* What Home says, worked out from bookings, GPUs and the time. Pure. */
import { stateAt, type Booking } from '../../data/booking';
import { holders } from '../../data/holders';
import type { Gpu, GpuState } from '../../data/types';
import { indexText } from '../../lib/format';
import { idlePercent } from '../../parts/fleet_now/waste';
import type { Square } from '../../parts/GpuSquares.svelte';

export interface GpuNow {
  id: string;
  host: string;
  index: string;
  model: string;
  /** Its card, or its slices: who holds one of them holds it. */
  sharing?: readonly string[];
  state: GpuState;
  /** Percent; undefined: no data. */
  used?: number | undefined;
}

export function gpuNow(gpu: Gpu, used: number | undefined, sharing: readonly string[]): GpuNow {
  return {
    sharing, id: gpu.id, host: gpu.host_name, index: indexText(gpu), model: gpu.model ?? '', state: gpu.state, used,
  };
}

export interface HostNow {
  host: string;
  models: string[];
  squares: Square[];
  free: number;
  /** Of the free ones: somebody's job runs there all the same. */
  working: number;
  unknown: number;
  /** When the first of the free ones is taken; null: nothing is booked on them. */
  until: number | null;
}

export function freeNow(gpus: readonly GpuNow[], bookings: readonly Booking[], me: string, now: number): HostNow[] {
  const { held, next } = holders(bookings, now);
  const hosts = new Map<string, HostNow>();
  for (const gpu of gpus) {
    let host = hosts.get(gpu.host);
    if (!host) {
      host = { host: gpu.host, models: [], squares: [], free: 0, working: 0, unknown: 0, until: null };
      hosts.set(gpu.host, host);
    }
    if (!host.models.includes(gpu.model)) host.models.push(gpu.model);
    const all = [gpu.id, ...(gpu.sharing ?? [])];
    const holder = all.flatMap((id) => held.get(id) ?? [])[0];
    const unknown = gpu.state !== 'available' && holder?.owner !== me;
    const square: Square = unknown ? 'unknown' : !holder ? 'free' : holder.owner === me ? 'mine' : 'taken';
    host.squares.push(square);
    if (square === 'unknown') host.unknown += 1;
    if (square !== 'free') continue;
    host.free += 1;
    if ((gpu.used ?? 0) >= idlePercent) host.working += 1;
    const taken = Math.min(...all.map((id) => next.get(id) ?? Infinity));
    if (taken !== Infinity) host.until = Math.min(host.until ?? Infinity, taken);
  }
  return [...hosts.values()];
}

export interface Mine {
  running: Booking[];
  next: Booking[];
}

/** Running ones by their end, upcoming ones by their start. */
export function mine(bookings: readonly Booking[], me: string, now: number): Mine {
  const own = bookings.filter((booking) => booking.owner === me);
  const running = own.filter((booking) => stateAt(booking, now) === 'running').sort((a, b) => a.until - b.until);
  const next = own.filter((booking) => stateAt(booking, now) === 'upcoming').sort((a, b) => a.from - b.from);
  return { running, next };
}

/** The mean of what is known, or nothing. */
export function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined;
}
