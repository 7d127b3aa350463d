/* The current holder of each GPU, and how many are free until when: by host, and by model. Pure:
   the stores' GPUs and bookings are arguments. */
import { holds, isOff, type Booking } from '../../data/bookings/booking';
import type { Gpu, GpuState } from '../../data/types';
import { indexText, modelText } from '../../lib/format';
import type { Square } from '../GpuSquares.svelte';

export interface GpuNow {
  id: string;
  host: string;
  index: string;
  model: string;
  /** Its parent GPU or its slices: the holder of one of them holds it. */
  sharing?: readonly string[];
  state: GpuState;
  /** By anyone; undefined: unknown. */
  inUse: boolean | undefined;
}

export function gpuNow(gpu: Gpu, inUse: boolean | undefined, sharing: readonly string[]): GpuNow {
  return {
    sharing,
    id: gpu.id,
    host: gpu.host_name,
    index: indexText(gpu),
    model: gpu.model ?? '',
    state: gpu.state,
    inUse,
  };
}

export interface HostNow {
  host: string;
  models: string[];
  squares: Square[];
  free: number;
  /** The indices of the free GPUs: "4", "5", "2.0". */
  freeIndices: string[];
  /** In use without a booking: not free. */
  inUse: number;
  unknown: number;
  unhealthy: number;
  /** When the first of the free ones is next booked, ms; null: none of them is. */
  until: number | null;
  /** When the first held one becomes free, by current bookings, ms; null: none is held. */
  freeFrom: number | null;
}

/** The bookings of each GPU that have not ended, by start. */
function ahead(bookings: readonly Booking[], now: number): Map<string, Booking[]> {
  const of = new Map<string, Booking[]>();
  for (const booking of bookings) {
    if (isOff(booking) || booking.until <= now) continue;
    for (const gpu of booking.gpus) {
      const list = of.get(gpu);
      if (list) list.push(booking);
      else of.set(gpu, [booking]);
    }
  }
  for (const list of of.values()) list.sort((a, b) => a.from - b.from);
  return of;
}

/** The end of a chain of bookings without gaps, ms. */
function freeFrom(own: readonly Booking[], now: number): number {
  let at = now;
  for (const booking of own) if (booking.from <= at) at = Math.max(at, booking.until);
  return at;
}

/** For a bookable GPU without a booking. */
const unbooked = ({ inUse }: GpuNow): Square =>
  inUse === undefined ? 'unknown' : inUse ? 'in_use' : 'free';

export function freeNow(
  gpus: readonly GpuNow[],
  bookings: readonly Booking[],
  me: string,
  now: number,
): HostNow[] {
  const of = ahead(bookings, now);
  const hosts = new Map<string, HostNow>();
  for (const gpu of gpus) {
    let host = hosts.get(gpu.host);
    if (!host) {
      host = {
        host: gpu.host,
        models: [],
        squares: [],
        free: 0,
        freeIndices: [],
        inUse: 0,
        unknown: 0,
        unhealthy: 0,
        until: null,
        freeFrom: null,
      };
      hosts.set(gpu.host, host);
    }
    if (!host.models.includes(gpu.model)) host.models.push(gpu.model);
    const sharing = gpu.sharing ?? [];
    const own =
      sharing.length === 0
        ? (of.get(gpu.id) ?? [])
        : [gpu.id, ...sharing].flatMap((id) => of.get(id) ?? []).sort((a, b) => a.from - b.from);
    const holder = own.find((booking) => holds(booking, now));
    // One's own booking stays marked as one's own; its activity, and whether it works then, are
    // unknown.
    const trouble =
      gpu.state === 'available' ? null : gpu.state === 'unhealthy' ? 'unhealthy' : 'unknown';
    const square: Square =
      holder?.owner === me ? 'mine' : (trouble ?? (holder ? 'taken' : unbooked(gpu)));
    host.squares.push(square);
    if (trouble) host[trouble] += 1;
    else if (square === 'in_use') host.inUse += 1;
    else if (square === 'unknown') host.unknown += 1;
    if (holder && !trouble) host.freeFrom = Math.min(host.freeFrom ?? Infinity, freeFrom(own, now));
    if (square !== 'free') continue;
    host.free += 1;
    host.freeIndices.push(gpu.index);
    const [first] = own;
    if (first) host.until = Math.min(host.until ?? Infinity, first.from);
  }
  return [...hosts.values()];
}

/** The hosts with one kind of GPU. */
export interface ModelNow {
  /** "A100 80 GB"; for a host with several models, all of them. */
  model: string;
  all: number;
  free: number;
  unknown: number;
  /** Hosts with free GPUs, the most first. */
  open: HostNow[];
  /** Hosts without free GPUs; unknown ones come last. */
  full: HostNow[];
}

/** Free ones first: models by their free GPUs, hosts of a model likewise. */
export function byModel(hosts: readonly HostNow[]): ModelNow[] {
  const models = new Map<string, ModelNow>();
  for (const host of hosts) {
    const model = host.models.map(modelText).join(', ');
    const group = models.get(model) ?? { model, all: 0, free: 0, unknown: 0, open: [], full: [] };
    models.set(model, group);
    group.all += host.squares.length;
    group.free += host.free;
    group.unknown += host.unknown;
    (host.free > 0 ? group.open : group.full).push(host);
  }
  for (const group of models.values()) {
    group.open.sort((a, b) => b.free - a.free);
    group.full.sort((a, b) => a.unknown - b.unknown);
  }
  return [...models.values()].sort((a, b) => b.free - a.free);
}

/** When the first taken GPU becomes free, by current bookings, ms; null: unknown. */
export function firstFree(hosts: readonly HostNow[]): number | null {
  const ends = hosts.flatMap((host) => host.freeFrom ?? []);
  return ends.length > 0 ? Math.min(...ends) : null;
}
