/* What somebody types into the form of a booking while it may change beneath them: what they left as it was follows it, what
   they typed stays. */
import type { Booking } from '../../../data/booking';
import type { Protection } from '../../../data/types';

export type Fields = {
  title: string;
  project: string;
  protection: Protection | ''; // '': as the site has it
  from: number;
  until: number;
};

export const fieldsOf = ({ title, project, protection, from, until }: Booking): Fields => ({ title, project: project ?? '', protection: protection ?? '', from, until });

const keys = ['title', 'project', 'protection', 'from', 'until'] as const;

/** Brings both up to what the booking is now. `base`: what each field is typed over; it stays where both changed it, each to something else. */
export function follow(base: Record<string, unknown>, typed: Record<string, unknown>, now: Record<string, unknown>): void {
  for (const key of keys) {
    if (typed[key] === base[key]) typed[key] = now[key];
    if (typed[key] === now[key]) base[key] = now[key];
  }
}

/** Somebody changed what is typed here to something else. */
export const isContested = (base: Fields, now: Fields): boolean => keys.some((key) => base[key] !== now[key]);
