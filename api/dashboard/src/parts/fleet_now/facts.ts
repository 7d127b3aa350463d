/* What one GPU is just now, from its state, its holder, its numbers and what runs on it. Pure. */
import type { Booking } from '../../data/booking';
import { idlePercent } from '../../data/in_use';

/** `cut`: a card whose slices count instead of it. `alert`: something runs there that the rules forbid. `unbooked`: used without a booking, which they allow. `unhealthy`: nobody uses it, and nobody
    can book it. `unknown`: nobody can say. */
export type Kind = 'free' | 'unbooked' | 'busy' | 'idle' | 'alert' | 'unhealthy' | 'unknown' | 'cut';
/** What one may ask for. */
export const kinds: readonly Kind[] = ['idle', 'alert', 'busy', 'unbooked', 'free', 'unhealthy', 'unknown'];

export interface Given {
  /** What is known of it is of now. */
  seen: boolean;
  /** It is unhealthy, whatever it does. */
  ill: boolean;
  /** Its slices count instead of it. */
  cut: boolean;
  holder: Booking | undefined;
  /** The mean of the last minute, or the last value; undefined: no data. */
  used: number | undefined;
  /** The last value, which its bar shows. */
  last: number | undefined;
  /** As data/in_use.ts says; undefined: nobody can say. */
  inUse: boolean | undefined;
  /** One of them, or an open violation, is against the rules. */
  forbidden: boolean;
}

export function kindOf({ seen, ill, cut, holder, used, last, inUse, forbidden }: Given): Kind {
  if (!seen) return 'unknown';
  if (forbidden) return 'alert';
  if (cut && !holder) return 'cut';
  if (!holder) return inUse ? 'unbooked' : ill ? 'unhealthy' : inUse === undefined ? 'unknown' : 'free';
  const works = isBusy(used, last);
  if (works === undefined) return 'unknown';
  return works ? 'busy' : 'idle';
}

/** A GPU whose bar is up now is not idle, whatever the minute was. */
export function isBusy(used: number | undefined, last: number | undefined): boolean | undefined {
  if (used === undefined && last === undefined) return undefined;
  return Math.max(used ?? 0, last ?? 0) >= idlePercent;
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
  /** Unhealthy, whatever its kind is. */
  ill?: boolean;
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
  unbooked: number;
  unknown: number;
  /** Whatever they do; they are among the others, too. */
  unhealthy: number;
}

export function totals(facts: readonly Facts[]): Totals {
  const counted = facts.filter((gpu) => !gpu.uncounted);
  const sum: Totals = { all: counted.length, working: 0, free: 0, idle: 0, idleHours: 0, alert: 0, unbooked: 0, unknown: 0, unhealthy: 0 };
  for (const { kind, ill, idleHours, used } of counted) {
    // How busy a slice is the driver may not say: what runs there works, as far as anybody knows.
    if (kind === 'busy' || ((kind === 'alert' || kind === 'unbooked') && (used ?? 100) >= idlePercent)) sum.working += 1;
    if (kind !== 'busy' && kind !== 'unhealthy' && kind !== 'cut') sum[kind] += 1;
    if (ill) sum.unhealthy += 1;
    sum.idleHours += idleHours;
  }
  return sum;
}
