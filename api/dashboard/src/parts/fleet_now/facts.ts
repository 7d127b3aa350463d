/* What one GPU is just now, from its state, its holder, its numbers and what runs on it. Pure. */
import type { Booking } from '../../data/booking';
import type { GpuState } from '../../data/types';
import type { Standing } from './standing';
import { idlePercent } from './waste';

/** `alert`: something runs there that no booking covers. `unknown`: nobody can say. */
export type Kind = 'free' | 'busy' | 'idle' | 'alert' | 'unknown';
export const kinds: readonly Kind[] = ['idle', 'alert', 'busy', 'free', 'unknown'];

export interface Given {
  state: GpuState;
  holder: Booking | undefined;
  /** The mean of the last minute, or the last value; undefined: no data. */
  used: number | undefined;
  standings: readonly Standing[];
  violated: boolean;
}

export function kindOf({ state, holder, used, standings, violated }: Given): Kind {
  if (state !== 'available') return 'unknown';
  if (violated || standings.some((standing) => standing === 'intruder' || standing === 'unbooked')) return 'alert';
  if (!holder) return 'free';
  if (used === undefined) return 'unknown';
  return used < idlePercent ? 'idle' : 'busy';
}

/** A GPU as the order and the filter see it. */
export interface Facts {
  id: string;
  hostId: string;
  host: string;
  index: string;
  model: string;
  /** It is lost, or its slices count instead of it. */
  uncounted?: boolean;
  kind: Kind;
  mine: boolean;
  used: number | undefined;
  /** GPU-hours wasted in the running booking. */
  idleHours: number;
}

export interface Totals {
  all: number;
  working: number;
  free: number;
  idle: number;
  idleHours: number;
  alert: number;
  unknown: number;
}

export function totals(facts: readonly Facts[]): Totals {
  const counted = facts.filter((gpu) => !gpu.uncounted);
  const sum: Totals = { all: counted.length, working: 0, free: 0, idle: 0, idleHours: 0, alert: 0, unknown: 0 };
  for (const { kind, idleHours, used } of counted) {
    if (kind === 'busy' || (kind === 'alert' && (used ?? 0) >= idlePercent)) sum.working += 1;
    if (kind !== 'busy') sum[kind] += 1;
    sum.idleHours += idleHours;
  }
  return sum;
}
