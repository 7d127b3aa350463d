/* A token's scopes and lifetime, as the form offers them. Pure. */
import type { Scope } from '../../data/types';
import { addDays, momentOf } from '../../lib/zone';

/** Each includes all before it. */
export const levels = ['metrics', 'read', 'book', 'admin'] as const satisfies readonly Scope[];
export type Level = (typeof levels)[number];

export function scopesOf(level: Level): Scope[] {
  return levels.slice(0, levels.indexOf(level) + 1);
}

/** The highest level of these scopes; null if there is none. */
export function levelOf(scopes: readonly Scope[]): Level | null {
  return levels.findLast((level) => scopes.includes(level)) ?? null;
}

export const lengths = [7, 30, 90, 365] as const;

/** This many days from now, to the minute; a day "2027-03-28" counts to its end. Null if it is
    invalid, or over. */
export function endOf(choice: number | string, now: number, zone: string): number | null {
  if (typeof choice === 'number') return addDays(now, choice, zone);
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(choice);
  if (!found) return null;
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number);
  const end = momentOf(zone, year, month, day + 1);
  return end > now ? end : null;
}

export function isOver(token: { expires_at?: string }, now: number): boolean {
  return token.expires_at !== undefined && Date.parse(token.expires_at) <= now;
}
