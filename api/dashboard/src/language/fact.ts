/* What happened, as people say it: one sentence for each fact of the history, and what there is to add.
   Who reads it is "you". A kind that is not known here is told in the server's own words. */
import type { Fact } from '../data/types';
import { lengthText, rangeText, type Reader } from '../lib/format';
import { momentInZone } from './moment';
import { t, type Key } from './t.svelte';

/** How ids are said; undefined: nobody knows that one. */
export interface Names {
  me: string | undefined;
  person: (id: string) => string | undefined;
  host: (id: string) => string | undefined;
  gpus: (ids: readonly string[]) => string;
  /** Whose reservation that is, as an id. */
  owner: (reservation: string) => string | undefined;
}

/** A booking as a fact holds it. */
export interface Stored {
  gpus: string[];
  from: number;
  until: number;
  title: string;
  owner: string;
}

const keys: Record<string, Key> = {
  'reservation.booked': 'fact.booked', 'reservation.changed': 'fact.changed', 'reservation.cancelled': 'fact.cancelled',
  'reservation.released': 'fact.released', 'reservation.reinstated': 'fact.reinstated',
  'host.enrolled': 'fact.hostEnrolled', 'host.changed': 'fact.hostChanged', 'host.removed': 'fact.hostRemoved', 'host.reached': 'fact.hostReached',
  'host.lost': 'fact.hostLost', 'host.key_refused': 'fact.hostKeyRefused',
  'gpu.discovered': 'fact.gpuDiscovered', 'gpu.changed': 'fact.gpuChanged', 'gpu.lost': 'fact.gpuLost',
  'process.appeared': 'fact.processAppeared', 'process.gone': 'fact.processGone',
  'violation.opened': 'fact.violationOpened', 'violation.excused': 'fact.violationExcused', 'violation.closed': 'fact.violationClosed',
  'setup.opened': 'fact.setupOpened', 'setup.completed': 'fact.setupCompleted', 'person.added': 'fact.personAdded',
  'person.password_changed': 'fact.passwordChanged', 'person.preferences_changed': 'fact.preferencesChanged',
  'session.started': 'fact.sessionStarted', 'session.lent': 'fact.sessionLent', 'session.ended': 'fact.sessionEnded',
  'token.issued': 'fact.tokenIssued', 'token.revoked': 'fact.tokenRevoked', 'grant.given': 'fact.grantGiven',
  'board.made': 'fact.boardMade', 'board.changed': 'fact.boardChanged', 'board.removed': 'fact.boardRemoved',
  'effect.watched': 'fact.effectWatched', 'effect.done': 'fact.effectDone', 'effect.failed': 'fact.effectFailed',
  'command.refused': 'fact.refused', 'command.repeated': 'fact.repeated', 'command.had_no_effect': 'fact.nothing',
};

// Their sentences begin with whom they are about.
const aboutFirst = new Set(['setup.completed', 'person.preferences_changed', 'session.started', 'token.issued']);

/** "reservation.booked" of "reservation.booked.v1". */
export const kindOf = (fact: Fact): string => fact.type.replace(/\.v\d+$/, '');

type Members = Record<string, unknown>;
const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export function storedOf(fact: Fact): Stored | undefined {
  const booking = membersOf(membersOf(fact.data)['booking']);
  const when = membersOf(booking['when']);
  const [from, until] = [Date.parse(textOf(when['from'])), Date.parse(textOf(when['until']))];
  if (!Array.isArray(booking['gpus']) || Number.isNaN(from) || Number.isNaN(until)) return undefined;
  return { gpus: booking['gpus'].map(textOf), from, until, title: textOf(booking['title']), owner: textOf(booking['owner']) };
}

export function actorText(fact: Fact, names: Names): string {
  if (fact.actor === undefined) return 'Dibs';
  return fact.actor === names.me ? t('fact.you') : (fact.actor_name ?? names.person(fact.actor) ?? t('fact.somebody'));
}

/** `before`: the booking as it was, if that is known. */
export function factText(fact: Fact, names: Names, before?: Stored): string {
  const kind = kindOf(fact);
  let key = keys[kind];
  if (key === undefined) return fact.summary;
  const data = membersOf(fact.data);
  const stored = storedOf(fact);
  if (kind === 'reservation.booked' && stored && stored.owner !== fact.actor) key = 'fact.bookedFor';
  const first = aboutFirst.has(kind);
  // A violation is first about who runs there, if that is somebody known here; the sentence is about whose slot it is.
  const slot = kind === 'violation.opened';
  const about = slot ? (before?.owner ?? (fact.reservation === undefined ? undefined : names.owner(fact.reservation))) : fact.person;
  const nobody = t(slot ? 'fact.somebodyElse' : 'fact.somebody');
  const whom = about === undefined ? nobody : about === names.me ? t(first ? 'fact.you' : 'fact.youObject') : (names.person(about) ?? nobody);
  const board = membersOf(data['board']);
  return t(key, {
    who: actorText(fact, names), about: whom, gpus: fact.gpus?.length ? names.gpus(fact.gpus) : t('fact.gpu'),
    host: (fact.host === undefined ? undefined : names.host(fact.host)) ?? (textOf(data['name']) || t('fact.host')),
    unix: textOf(data['unix_name']), pid: textOf(data['pid']), label: textOf(data['label']) || textOf(board['title']) || textOf(data['command']),
    reactor: textOf(data['reactor']), position: textOf(data['position']),
  });
}

/** What differs, in words; empty if nothing that is shown does. */
export function changesText(before: Stored, after: Stored, names: Names, now: number, reader: Reader): string {
  const parts: string[] = [];
  if (before.from !== after.from) parts.push(t('fact.moved', { when: rangeText(after.from, after.until, reader), before: rangeText(before.from, before.until, reader) }));
  else if (before.until !== after.until) {
    const later = after.until > before.until;
    parts.push(t(later ? 'fact.later' : 'fact.earlier', { length: lengthText(Math.abs(after.until - before.until)), until: momentInZone(after.until, now, reader) }));
  }
  if ([...before.gpus].sort().join() !== [...after.gpus].sort().join()) parts.push(t('fact.otherGpus', { gpus: names.gpus(after.gpus), before: names.gpus(before.gpus) }));
  if (before.title !== after.title) parts.push(t('fact.retitled', { title: after.title || t('common.untitled'), before: before.title || t('common.untitled') }));
  return parts.join('; ');
}

/** The second line: what the sentence leaves out. `before` is the booking as it was, if that is known. */
export function factDetail(fact: Fact, names: Names, now: number, reader: Reader, before?: Stored): string {
  const data = membersOf(fact.data);
  const stored = storedOf(fact);
  if (stored && before && kindOf(fact) === 'reservation.changed') return changesText(before, stored, names, now, reader);
  if (stored) return [stored.title, rangeText(stored.from, stored.until, reader)].filter((part) => part !== '').join(', ');
  if (kindOf(fact) === 'violation.excused') return t('fact.reason', { reason: textOf(data['reason']) });
  if (kindOf(fact) === 'process.appeared') return textOf(data['command_line']);
  if (kindOf(fact) === 'gpu.discovered') return textOf(data['model']);
  if (kindOf(fact) === 'effect.failed') return textOf(data['detail']);
  if (kindOf(fact) === 'host.lost') return textOf(data['reason']);
  if (kindOf(fact) === 'command.refused') return textOf(data['detail']);
  return before?.title ?? '';
}

/** The booking as it was before each fact, by position. Any order will do. */
export function befores(facts: readonly Fact[]): Map<number, Stored> {
  const last = new Map<string, Stored>();
  const found = new Map<number, Stored>();
  for (const fact of [...facts].sort((a, b) => a.position - b.position)) {
    if (fact.reservation === undefined) continue;
    const known = last.get(fact.reservation);
    if (known) found.set(fact.position, known);
    const stored = storedOf(fact);
    if (stored) last.set(fact.reservation, stored);
  }
  return found;
}
