/* The shown hosts and GPUs and their order, and how far the shown state is from it: nothing moves
   by itself while it is being read. Pure. */
import { byName } from '../../lib/by_name';
import { modelText } from '../../lib/format';
import type { Facts } from '../../parts/fleet_now/facts';
import type { FleetFilter } from './filter';

export interface Shown {
  host: string; // id
  gpus: string[];
  /** The number of lines below them. */
  room: number;
}

interface Group {
  name: string;
  gpus: Facts[];
}

function fits(gpu: Facts, filter: FleetFilter): boolean {
  const words = filter.host
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (
    words.every((word) => gpu.host.toLowerCase().includes(word)) &&
    (filter.models.length === 0 || filter.models.includes(modelText(gpu.model))) &&
    (filter.states.length === 0 ||
      filter.states.some((state) =>
        state === 'mine' ? gpu.mine : gpu.kind === state || (state === 'unhealthy' && gpu.ill),
      ))
  );
}

// Rounded, so that small fluctuations do not change the order.
function weight(group: Group, filter: FleetFilter): number[] {
  if (filter.sort === 'name') return [];
  if (filter.sort === 'use') {
    const known = group.gpus.flatMap((gpu) =>
      gpu.used === undefined || gpu.kind === 'unknown' ? [] : [gpu.used],
    );
    return [
      known.length === 0
        ? -1
        : Math.round(known.reduce((sum, used) => sum + used, 0) / known.length / 5),
    ];
  }
  const hours = group.gpus.reduce((sum, gpu) => sum + gpu.idleHours, 0);
  return [Math.round(hours * 10), group.gpus.filter((gpu) => gpu.kind === 'idle').length];
}

/** Heaviest first; equal ones by name. GPUs keep their order. */
export function arrange(facts: readonly Facts[], filter: FleetFilter): Omit<Shown, 'room'>[] {
  const groups = new Map<string, Group>();
  for (const gpu of facts) {
    if (!fits(gpu, filter)) continue;
    const group = groups.get(gpu.hostId);
    if (group) group.gpus.push(gpu);
    else groups.set(gpu.hostId, { name: gpu.host, gpus: [gpu] });
  }
  return [...groups]
    .map(([host, group]) => ({ host, group, weight: weight(group, filter) }))
    .sort((a, b) => compare(b.weight, a.weight) || byName.compare(a.group.name, b.group.name))
    .map(({ host, group }) => ({ host, gpus: group.gpus.map((gpu) => gpu.id) }));
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0);
  return 0;
}

export interface Difference {
  /** GPUs that should be shown and are not. */
  fresh: number;
  /** GPUs that are shown and should not be. */
  gone: number;
  /** Hosts at the wrong position. */
  moved: number;
}

export function difference(
  shown: readonly Omit<Shown, 'room'>[],
  wanted: readonly Omit<Shown, 'room'>[],
): Difference {
  const have = new Set(shown.flatMap((host) => host.gpus));
  const want = new Set(wanted.flatMap((host) => host.gpus));
  const place = new Map(wanted.map((host, i) => [host.host, i]));
  const order = shown.flatMap((host) => place.get(host.host) ?? []);
  return {
    fresh: [...want].filter((id) => !have.has(id)).length,
    gone: [...have].filter((id) => !want.has(id)).length,
    moved: order.length - longestRising(order),
  };
}

// All others have to move: patience sorting.
function longestRising(order: readonly number[]): number {
  const tops: number[] = [];
  for (const value of order) {
    const pile = tops.findIndex((top) => top >= value);
    tops[pile < 0 ? tops.length : pile] = value;
  }
  return tops.length;
}
