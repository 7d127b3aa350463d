/* What happened, as people say it: the sentence that the server names for each fact of the history, in the
   words of api/sentences, and what there is to add. */
import english from '../../../sentences/en.json';
import type { Fact } from '../data/types';
import { type Reader } from '../lib/format';
import { piecesOf } from './message';
import { factCode, rulesText, wayText } from './fact_words';
import { momentInZone, rangeText, spanText } from './moment';
import { textOf, type Told } from './told';
import { language, ownSentences, said, t } from './t.svelte';

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
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function timeOf(value: unknown): { from: number; until: number } | undefined {
  const when = membersOf(value);
  const [from, until] = [Date.parse(plain(when['from'])), Date.parse(plain(when['until']))];
  return Number.isNaN(from) || Number.isNaN(until) ? undefined : { from, until };
}

export function storedOf(fact: Fact): Stored | undefined {
  const booking = membersOf(membersOf(fact.data)['booking']);
  const when = timeOf(booking['when']);
  return Array.isArray(booking['gpus']) && when
    ? { gpus: booking['gpus'].map(plain), ...when, title: plain(booking['title']) }
    : undefined;
}

/** What a change says that it was before; its title is not among it. */
export function storedBefore(fact: Fact): Omit<Stored, 'title'> | undefined {
  const data = membersOf(fact.data);
  const when = timeOf(data['when_before']);
  return Array.isArray(data['gpus_before']) && when
    ? { gpus: data['gpus_before'].map(plain), ...when }
    : undefined;
}

/** The words of the sentence that the server calls so; undefined: it is newer than this page. */
function wordsOf(sentence: string): string | undefined {
  const sentences: Partial<Record<string, string>> = ownSentences() ?? english;
  return Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
}

// Arguments in which words of the server stand, or a code of it; in others somebody's do.
const ours = new Set(['command', 'detail', 'reason', 'words']);

/** The sentence about it. Who reads it (`me`) is "you"; a key that has no words here is shown as it is. */
export const factText = (fact: Fact, me: string | undefined): string =>
  textOf(factPieces(fact, me));

export function factPieces(fact: Fact, me: string | undefined): Told[] {
  const { key, arguments: given } = fact.sentence;
  const words = wordsOf(key);
  const texts = Object.values(given).map(({ text }) => text);
  if (words === undefined)
    return [{ text: texts.length === 0 ? key : `${key}: ${texts.join(', ')}` }];
  const values = Object.entries(given).map(([name, { id, text }]) => {
    const mine = id !== undefined && id === me;
    return [
      name,
      mine
        ? t(words.startsWith(`{${name}}`) ? 'fact.you' : 'fact.youObject')
        : ours.has(name)
          ? said(factCode(name, text))
          : text,
    ];
  });
  return piecesOf(words, language(), Object.fromEntries(values)).map(({ text, place }) => ({
    text,
    person: place === undefined ? undefined : personIn(fact, place),
  }));
}

// Of a process the account is told by its name alone; whose it is here, the fact says.
function personIn({ type, person_id: person, sentence }: Fact, place: string): string | undefined {
  const one = sentence.arguments[place];
  if (place === 'account' && one?.id === undefined)
    return type.startsWith('process.') ? person : undefined;
  return one?.kind === 'person' ? one.id : undefined;
}

/** What differs, in words; empty if nothing that is shown does. */
export function changesText(
  before: Stored,
  after: Stored,
  names: Names,
  now: number,
  reader: Reader,
): string {
  const parts: string[] = [];
  if (before.from !== after.from)
    parts.push(
      t('fact.moved', {
        when: rangeText(after.from, after.until, reader),
        before: rangeText(before.from, before.until, reader),
      }),
    );
  else if (before.until !== after.until) {
    const later = after.until > before.until;
    parts.push(
      t(later ? 'fact.later' : 'fact.earlier', {
        length: spanText(Math.abs(after.until - before.until)),
        until: momentInZone(after.until, now, reader),
      }),
    );
  }
  if ([...before.gpus].sort().join() !== [...after.gpus].sort().join())
    parts.push(
      t('fact.otherGpus', { gpus: names.gpus(after.gpus), before: names.gpus(before.gpus) }),
    );
  if (before.title !== after.title)
    parts.push(
      t('fact.retitled', {
        title: after.title || t('common.untitled'),
        before: before.title || t('common.untitled'),
      }),
    );
  return parts.join('; ');
}

/** The second line: what the sentence leaves out. `before` is the booking as it was, if that is known. */
export function factDetail(
  fact: Fact,
  names: Names,
  now: number,
  reader: Reader,
  before?: Stored,
): string {
  const data = membersOf(fact.data);
  const stored = storedOf(fact);
  if (stored && kindOf(fact) === 'reservation.changed') {
    const was = before ?? storedBefore(fact);
    if (was)
      return (
        changesText({ title: stored.title, ...was }, stored, names, now, reader) || stored.title
      );
  }
  if (stored)
    return [stored.title, rangeText(stored.from, stored.until, reader)]
      .filter((part) => part !== '')
      .join(', ');
  if (kindOf(fact) === 'rules.set')
    return rulesText(membersOf(data['rules']), membersOf(data['before']), reader);
  if (fact.sentence.key === 'host.changed') return wayText(data, membersOf(data['before']));
  if (kindOf(fact) === 'violation.excused')
    return t('fact.reason', { reason: plain(data['reason']) });
  if (['process.appeared', 'process.owner_known'].includes(kindOf(fact)))
    return plain(data['command_line']);
  const when = timeOf(data['when']);
  return [before?.title ?? '', when === undefined ? '' : rangeText(when.from, when.until, reader)]
    .filter((part) => part !== '')
    .join(', ');
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
