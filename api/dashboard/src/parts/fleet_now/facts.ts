/* The current state of one GPU, from its state, holder, values and processes. Pure. */
import type { Booking } from '../../data/bookings/booking';
import { idlePercent } from '../../data/usage/in_use';

/** `cut`: a GPU that is counted by its slices. `alert`: something forbidden runs there. `unbooked`:
    used without a booking, which the rules allow. `unhealthy`: unused and not bookable. `unknown`:
    not observed. */
export type Kind =
  'free' | 'unbooked' | 'busy' | 'idle' | 'alert' | 'unhealthy' | 'unknown' | 'cut';
/** The kinds that a filter offers. */
export const kinds: readonly Kind[] = [
  'idle',
  'alert',
  'busy',
  'unbooked',
  'free',
  'unhealthy',
  'unknown',
];

export interface Given {
  /** The known data is current. */
  seen: boolean;
  /** Unhealthy, whatever it does. */
  ill: boolean;
  /** Its slices are counted instead of it. */
  cut: boolean;
  holder: Booking | undefined;
  /** The mean of the last minute, or the last value, percent; undefined: no data. */
  used: number | undefined;
  /** The last value, which its bar shows, percent. */
  last: number | undefined;
  /** As data/usage/in_use.ts defines it; undefined: unknown. */
  inUse: boolean | undefined;
  /** A process or an open violation is against the rules. */
  forbidden: boolean;
}

export function kindOf({ seen, ill, cut, holder, used, last, inUse, forbidden }: Given): Kind {
  if (!seen) return 'unknown';
  if (forbidden) return 'alert';
  if (cut && !holder) return 'cut';
  if (!holder)
    return inUse ? 'unbooked' : ill ? 'unhealthy' : inUse === undefined ? 'unknown' : 'free';
  const works = isBusy(used, last);
  if (works === undefined) return 'unknown';
  return works ? 'busy' : 'idle';
}

/** A GPU whose last value is up is not idle, whatever the minute's mean is. */
export function isBusy(used: number | undefined, last: number | undefined): boolean | undefined {
  if (used === undefined && last === undefined) return undefined;
  return Math.max(used ?? 0, last ?? 0) >= idlePercent;
}

/** A GPU for sorting and filtering. */
export interface Facts {
  id: string;
  hostId: string;
  host: string;
  index: string;
  model: string;
  /** It is lost, or its slices are counted instead. */
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
  /** Whatever they do; they are also counted in the other kinds. */
  unhealthy: number;
}

export function totals(facts: readonly Facts[]): Totals {
  const counted = facts.filter((gpu) => !gpu.uncounted);
  const sum: Totals = {
    all: counted.length,
    working: 0,
    free: 0,
    idle: 0,
    idleHours: 0,
    alert: 0,
    unbooked: 0,
    unknown: 0,
    unhealthy: 0,
  };
  for (const { kind, ill, idleHours, used } of counted) {
    // The driver may not report a slice's utilisation: a slice with processes counts as busy.
    if (
      kind === 'busy' ||
      ((kind === 'alert' || kind === 'unbooked') && (used ?? 100) >= idlePercent)
    )
      sum.working += 1;
    if (kind !== 'busy' && kind !== 'unhealthy' && kind !== 'cut') sum[kind] += 1;
    if (ill) sum.unhealthy += 1;
    sum.idleHours += idleHours;
  }
  return sum;
}
