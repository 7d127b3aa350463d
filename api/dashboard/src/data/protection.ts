/* How far the steps against violations go for a booking, each including those before. Pure. */
import type { Protection } from './types';

export const protections: readonly Protection[] = ['shown', 'told', 'mailed', 'stopped'];

export const leastOf = (a: Protection, b: Protection): Protection => (protections.indexOf(a) < protections.indexOf(b) ? a : b);

/** What may be asked for a booking: at most `most`, which is not known if it is undefined. What it has can stay, also if the most was lowered since. */
export const protectionsFor = ({ protection }: { protection?: Protection | null | undefined }, most: Protection | undefined): readonly Protection[] =>
  protections.filter((one) => one === protection || (most !== undefined && leastOf(one, most) === one));
