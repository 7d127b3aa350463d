/* How far the steps against violations go for a booking, each including those before. Pure. */
import type { Protection } from './types';

export const protections: readonly Protection[] = ['shown', 'told', 'mailed', 'stopped'];

export const leastOf = (a: Protection, b: Protection): Protection => (protections.indexOf(a) < protections.indexOf(b) ? a : b);

/** What may be asked for. */
export const protectionsUpTo = (most: Protection): readonly Protection[] => protections.slice(0, protections.indexOf(most) + 1);
