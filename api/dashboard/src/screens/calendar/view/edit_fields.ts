/* The typed values of a booking's form while the booking may change: untouched fields follow the
   booking, typed ones stay. */
import type { Booking } from '../../../data/bookings/booking';
import type { Protection } from '../../../data/types';

export type Fields = {
  title: string;
  project: string;
  protection: Protection | ''; // '': the site's default
  from: number;
  until: number;
};

export const fieldsOf = ({ title, project, protection, from, until }: Booking): Fields => ({
  title,
  project: project ?? '',
  protection: protection ?? '',
  from,
  until,
});

const keys = ['title', 'project', 'protection', 'from', 'until'] as const;

/** Updates both to the current booking. `base`: the value under each typed field; it stays where
    both changed the field differently. */
export function follow(
  base: Record<string, unknown>,
  typed: Record<string, unknown>,
  now: Record<string, unknown>,
): void {
  for (const key of keys) {
    if (typed[key] === base[key]) typed[key] = now[key];
    if (typed[key] === now[key]) base[key] = now[key];
  }
}

/** Another person changed a typed field to a different value. */
export const isContested = (base: Fields, now: Fields): boolean =>
  keys.some((key) => base[key] !== now[key]);
