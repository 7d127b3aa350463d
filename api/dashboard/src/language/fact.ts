/* What happened, as people say it: the sentence that the server names for each fact of the history, in the
   words of api/sentences, and what there is to add. */
import type { Fact } from '../data/types';
import { lengthText, rangeText, type Reader } from '../lib/format';
import { fill } from './message';
import { momentInZone } from './moment';
import { language, t, wordsOf } from './t.svelte';

/** How GPUs are said. */
export interface Names {
  gpus: (ids: readonly string[]) => string;
}

/** A booking as a fact holds it. */
export interface Stored {
  gpus: string[];
  from: number;
  until: number;
  title: string;
}

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
  return { gpus: booking['gpus'].map(textOf), from, until, title: textOf(booking['title']) };
}

/** The sentence about it. Who reads it (`me`) is "you"; a key that has no words here is shown as it is. */
export function factText({ sentence: { key, arguments: given } }: Fact, me: string | undefined): string {
  const words = wordsOf(key);
  const texts = Object.values(given).map(({ text }) => text);
  if (words === undefined) return texts.length === 0 ? key : `${key}: ${texts.join(', ')}`;
  const values = Object.entries(given).map(([name, { id, text }]) => {
    const mine = id !== undefined && id === me;
    return [name, mine ? t(words.startsWith(`{${name}}`) ? 'fact.you' : 'fact.youObject') : text];
  });
  return fill(words, language(), Object.fromEntries(values));
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
  if (['process.appeared', 'process.owner_known'].includes(kindOf(fact))) return textOf(data['command_line']);
  return before?.title ?? '';
}

/** The booking as it was before each fact, by position. Any order will do. */
export function befores(facts: readonly Fact[]): Map<number, Stored> {
  const last = new Map<string, Stored>();
  const found = new Map<number, Stored>();
  for (const fact of [...facts].sort((a, b) => a.position - b.position)) {
    if (fact.reservation_id === undefined) continue;
    const known = last.get(fact.reservation_id);
    if (known) found.set(fact.position, known);
    const stored = storedOf(fact);
    if (stored) last.set(fact.reservation_id, stored);
  }
  return found;
}
