/* Events in rows: several pages as one list, in days, each with what it is about. Pure. */
import type { Fact } from '../../data/types';
import { startOfDay } from '../../lib/zone';

/** Each once, the newest first. */
export function merge(...lists: (readonly Fact[])[]): Fact[] {
  const byPosition = new Map<number, Fact>();
  for (const list of lists) for (const fact of list) byPosition.set(fact.position, fact);
  return [...byPosition.values()].sort((a, b) => b.position - a.position);
}

export interface Day {
  /** Its midnight. */
  at: number;
  facts: Fact[];
}

/** Days as they follow each other; a clock that went back makes a day come twice rather than move an event. */
export function days(facts: readonly Fact[], zone: string): Day[] {
  const list: Day[] = [];
  for (const fact of facts) {
    const at = startOfDay(Date.parse(fact.time), zone);
    const last = list.at(-1);
    if (last?.at === at) last.facts.push(fact);
    else list.push({ at, facts: [fact] });
  }
  return list;
}

export type SubjectKind = 'reservation' | 'violation' | 'host' | 'board' | 'person';
export interface Subject {
  kind: SubjectKind;
  path: string;
}

/** Where what it is about can be seen, if anywhere. */
export function subjectOf(fact: Fact, hostName: (id: string) => string | undefined): Subject | undefined {
  if (fact.violation_id !== undefined) return { kind: 'violation', path: `/violations?violation=${fact.violation_id}` };
  if (fact.reservation_id !== undefined) return { kind: 'reservation', path: `/reservations/${fact.reservation_id}` };
  if (fact.board_id !== undefined) return fact.type.startsWith('board.removed') ? undefined : { kind: 'board', path: `/boards/${fact.board_id}` };
  const host = fact.host_id === undefined ? undefined : hostName(fact.host_id);
  if (host !== undefined) return { kind: 'host', path: `/fleet/${encodeURIComponent(host)}` };
  if (fact.person_id !== undefined) return { kind: 'person', path: `/history?person=${fact.person_id}` };
  return undefined;
}
