/* Which violations are listed where: those that match the filters; closed ones of several pages and
   of the stream in one list. Pure. */
import type { Violation } from '../../data/types';
import type { ViolationGroup } from '../../data/rules/violation_groups';
import { concernOf } from '../../parts/help/concern';

export interface Filter {
  person: string;
  gpu: string;
}

export const readFilter = (query: URLSearchParams): Filter => ({
  person: query.get('person') ?? '',
  gpu: query.get('gpu') ?? '',
});

/** For a person: as holder, or as intruder. */
export function fits(violation: Violation, filter: Filter): boolean {
  if (filter.gpu !== '' && !violation.gpus.includes(filter.gpu)) return false;
  return (
    filter.person === '' ||
    violation.owner_id === filter.person ||
    violation.person_id === filter.person
  );
}

/** The viewer's own come first; in each part those without an excuse before excused ones, the
    newest first. */
export function arrange(
  open: readonly ViolationGroup[],
  me: string | undefined,
): { yours: ViolationGroup[]; others: ViolationGroup[] } {
  const sorted = [...open].sort(
    (a, b) =>
      Number(a.excused !== undefined) - Number(b.excused !== undefined) ||
      b.opened_at.localeCompare(a.opened_at) ||
      (a.id < b.id ? 1 : -1),
  );
  return {
    yours: sorted.filter((one) => concernOf(one, me) !== 'theirs'),
    others: sorted.filter((one) => concernOf(one, me) === 'theirs'),
  };
}

/** Each once, the newest first; of duplicates the later argument wins. */
export function together(...lists: (readonly Violation[])[]): Violation[] {
  const byId = new Map<string, Violation>();
  for (const list of lists)
    for (const one of list) if (one.state === 'closed') byId.set(one.id, one);
  return [...byId.values()].sort(
    (a, b) => b.opened_at.localeCompare(a.opened_at) || (a.id < b.id ? 1 : -1),
  );
}

/** As in the server: the holder and admins may excuse a violation, or take it back. */
export const mayExcuse = (violation: Violation, me: string | undefined, admin: boolean): boolean =>
  violation.state === 'open' && (admin || (me !== undefined && violation.owner_id === me));

/** The reason as stored; null if it is empty or too long. */
export function reasonOf(text: string): string | null {
  const reason = text.trim();
  return reason === '' || new TextEncoder().encode(reason).length > 500 ? null : reason;
}
