/* The grants that reach a subject, in reading order. Pure. */
import type { Grant, Person } from '../../data/types';
import { byName } from '../../lib/by_name';

export type Subject =
  { kind: 'group'; id: string; name: string } | { kind: 'person'; person: Person };

/** How a grant reaches them: directly, through a group, or through everyone. */
export type Via = { kind: 'own' } | { kind: 'group'; name: string } | { kind: 'everyone' };

export function viaOf(grant: Grant, subject: Subject): Via | undefined {
  const { everyone, people = [], groups = [] } = grant.to;
  if (subject.kind === 'group') {
    if (groups.includes(subject.id)) return { kind: 'own' };
  } else {
    if (people.includes(subject.person.id)) return { kind: 'own' };
    const group = subject.person.groups.find((one) => groups.includes(one.group_id));
    if (group) return { kind: 'group', name: group.name };
  }
  return everyone === true ? { kind: 'everyone' } : undefined;
}

export interface Reaching {
  grant: Grant;
  via: Via;
}

const order = { own: 0, group: 1, everyone: 2 } as const;

/** Their own first, then those of their groups, then those of everyone; each in the order given. */
export function grantsFor(grants: readonly Grant[], subject: Subject): Reaching[] {
  const reaching = grants.flatMap((grant): Reaching[] => {
    const via = viaOf(grant, subject);
    return via ? [{ grant, via }] : [];
  });
  return reaching.sort((a, b) => order[a.via.kind] - order[b.via.kind]);
}

export const countOf = (grants: readonly Grant[], group: string): number =>
  grants.filter((grant) => grant.to.groups?.includes(group)).length;

export const isOver = (grant: Pick<Grant, 'until'>, now: number): boolean =>
  grant.until !== undefined && Date.parse(grant.until) <= now;
export const isAhead = (grant: Pick<Grant, 'from'>, now: number): boolean =>
  grant.from !== undefined && Date.parse(grant.from) > now;

/** The members of each group, by name. */
export function membersByGroup(
  people: readonly Pick<Person, 'id' | 'name' | 'groups'>[],
): Map<string, Pick<Person, 'id' | 'name'>[]> {
  const inside = new Map<string, Pick<Person, 'id' | 'name'>[]>();
  for (const { id, name, groups } of [...people].sort((a, b) => byName.compare(a.name, b.name))) {
    for (const { group_id: group } of groups)
      inside.set(group, [...(inside.get(group) ?? []), { id, name }]);
  }
  return inside;
}
