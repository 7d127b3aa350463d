/* Which violations are shown where: those that fit the filters, the closed ones of
   several pages and of the stream in one list. Pure. */
import type { Violation } from '../../data/types';
import type { ViolationGroup } from '../../data/violation_groups';
import { concernOf } from '../../parts/help/concern';

export interface Filter {
  person: string;
  gpu: string;
}

export const readFilter = (query: URLSearchParams): Filter => ({ person: query.get('person') ?? '', gpu: query.get('gpu') ?? '' });

/** A person: as who holds the slot, or as who runs there. */
export function fits(violation: Violation, filter: Filter): boolean {
  if (filter.gpu !== '' && !violation.gpus.includes(filter.gpu)) return false;
  return filter.person === '' || violation.owner_id === filter.person || violation.person_id === filter.person;
}

/** Whose business it is comes first; in each part those that wait for a word before excused ones, the newest first. */
export function arrange(open: readonly ViolationGroup[], me: string | undefined): { yours: ViolationGroup[]; others: ViolationGroup[] } {
  const sorted = [...open].sort((a, b) => Number(a.excused !== undefined) - Number(b.excused !== undefined) || b.opened_at.localeCompare(a.opened_at) || (a.id < b.id ? 1 : -1));
  return { yours: sorted.filter((one) => concernOf(one, me) !== 'theirs'), others: sorted.filter((one) => concernOf(one, me) === 'theirs') };
}

/** Each once, the newest first; of two the later in the arguments counts. */
export function together(...lists: (readonly Violation[])[]): Violation[] {
  const byId = new Map<string, Violation>();
  for (const list of lists) for (const one of list) if (one.state === 'closed') byId.set(one.id, one);
  return [...byId.values()].sort((a, b) => b.opened_at.localeCompare(a.opened_at) || (a.id < b.id ? 1 : -1));
}

/** The server's word for who may say that it is all right, or no longer: who holds the slot, and admins. */
export const maySpeak = (violation: Violation, me: string | undefined, admin: boolean): boolean =>
  violation.state === 'open' && (admin || (me !== undefined && violation.owner_id === me));

/** Why it is all right, as it will be kept; null if that says nothing or too much. */
export function reasonOf(text: string): string | null {
  const reason = text.trim();
  return reason === '' || new TextEncoder().encode(reason).length > 500 ? null : reason;
}
