/* What somebody types into the form of a booking while it may change beneath them: what they left as it was follows it, what
   they typed stays. Pure. */
import type { Booking } from '../../../data/booking';
import type { Protection } from '../../../data/types';

export interface Fields {
  title: string;
  project: string;
  protection: Protection | ''; // '': as the site has it
  from: number;
  until: number;
}

export const fieldsOf = ({ title, project, protection, from, until }: Booking): Fields => ({ title, project: project ?? '', protection: protection ?? '', from, until });

/** `base`: what each field is typed over. It stays where both changed it, each to something else. */
export function followed(base: Fields, typed: Fields, now: Fields): { base: Fields; typed: Fields } {
  const next = { base: { ...base }, typed: { ...typed } };
  const follow = <K extends keyof Fields>(key: K): void => {
    const untouched = typed[key] === base[key];
    if (untouched) next.typed[key] = now[key];
    if (untouched || typed[key] === now[key]) next.base[key] = now[key];
  };
  for (const key of Object.keys(now) as (keyof Fields)[]) follow(key);
  return next;
}

/** Somebody changed what is typed here to something else. */
export const isContested = (base: Fields, now: Fields): boolean => (Object.keys(now) as (keyof Fields)[]).some((key) => base[key] !== now[key]);
