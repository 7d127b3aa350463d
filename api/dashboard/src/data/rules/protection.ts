/* How far the steps against violations go for a booking; each level includes the ones before.
   Pure. */
import type { Protection } from '../types';

export const protections: readonly Protection[] = ['shown', 'told', 'mailed', 'stopped'];

export const leastOf = (a: Protection, b: Protection): Protection =>
  protections.indexOf(a) < protections.indexOf(b) ? a : b;

/** The levels that may be requested: up to `most`; undefined: unknown. The current level stays
    available, even if the maximum was lowered since. */
export const protectionsFor = (
  { protection }: { protection?: Protection | null | undefined },
  most: Protection | undefined,
): readonly Protection[] =>
  protections.filter(
    (one) => one === protection || (most !== undefined && leastOf(one, most) === one),
  );
