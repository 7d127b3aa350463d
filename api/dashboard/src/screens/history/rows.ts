/* Events in rows: several pages as one list, by days, each with its subject. Pure. */
import type { Fact } from '../../data/types';
import { startOfDay } from '../../lib/zone';
import type { Row } from '../../parts/texts/story';

/** Each once, the newest first. */
export function merge(...lists: (readonly Fact[])[]): Fact[] {
  const byPosition = new Map<number, Fact>();
  for (const list of lists) for (const fact of list) byPosition.set(fact.position, fact);
  return [...byPosition.values()].sort((a, b) => b.position - a.position);
}

export interface Day {
  /** Its midnight. */
  at: number;
  rows: Row[];
}

/** Consecutive days; when the clock went back a day appears twice rather than an event being
    moved. */
export function days(rows: readonly Row[], zone: string): Day[] {
  const list: Day[] = [];
  for (const row of rows) {
    const at = startOfDay(Date.parse(row.fact.time), zone);
    const last = list.at(-1);
    if (last?.at === at) last.rows.push(row);
    else list.push({ at, rows: [row] });
  }
  return list;
}

export type SubjectKind = 'reservation' | 'violation' | 'host' | 'board' | 'person';
export interface Subject {
  kind: SubjectKind;
  path: string;
}

/** The current names and states of things in a fact. */
export interface Now {
  /** The name of a host. */
  host: (id: string) => string | undefined;
  /** The violation of a process. */
  violation: (process: string) => string | undefined;
  /** The booking on a GPU. */
  booking: (gpu: string) => string | undefined;
}

// A process leads to its violation, a GPU to its current holder.
function nowOf(fact: Fact, now: Now): Subject | undefined {
  const { id } = fact.data as { id?: unknown };
  if (typeof id !== 'string') return undefined;
  const violation = fact.type.startsWith('process.') ? now.violation(id) : undefined;
  if (violation !== undefined)
    return { kind: 'violation', path: `/violations?violation=${violation}` };
  const booking = fact.type.startsWith('gpu.') ? now.booking(id) : undefined;
  return booking === undefined
    ? undefined
    : { kind: 'reservation', path: `/reservations/${booking}` };
}

/** The page of its subject, if there is one. */
export function subjectOf(fact: Fact, now: Now): Subject | undefined {
  if (fact.violation_id !== undefined)
    return { kind: 'violation', path: `/violations?violation=${fact.violation_id}` };
  if (fact.reservation_id !== undefined)
    return { kind: 'reservation', path: `/reservations/${fact.reservation_id}` };
  if (fact.board_id !== undefined)
    return fact.type.startsWith('board.removed')
      ? undefined
      : { kind: 'board', path: `/boards/${fact.board_id}` };
  const lead = nowOf(fact, now);
  if (lead !== undefined) return lead;
  const host = fact.host_id === undefined ? undefined : now.host(fact.host_id);
  if (host !== undefined) return { kind: 'host', path: `/fleet/${encodeURIComponent(host)}` };
  if (fact.person_id !== undefined) return { kind: 'person', path: `/people/${fact.person_id}` };
  return undefined;
}

const byPersonItself = /^(session|setup\.completed|person\.preferences_changed|token)/;

/** The actor; undefined: Dibs itself. Signing in is done by its subject. */
export const actorOf = (fact: Fact): string | undefined =>
  fact.actor_id ?? (byPersonItself.test(fact.type) ? fact.person_id : undefined);

/** Against the rules, or an error. */
export function isOdd(fact: Fact): boolean {
  const kind = fact.sentence.key;
  if (kind.startsWith('host.driver.')) return kind !== 'host.driver.working';
  return /^(violation\.opened|host\.lost|host\.key_refused|host\.owners_hidden|command\.refused)/.test(
    fact.type,
  );
}
