import { expect, test } from 'vitest';
import polish from '../../../sentences/pl.json';
import type { Fact } from '../data/types';
import { sentences } from './en';
import {
  befores,
  changesText,
  factDetail,
  factPieces,
  factText,
  storedOf,
  type Names,
} from './fact';
import { setLanguage } from './t.svelte';

const names: Names = { gpus: (ids) => ids.join(' ') };
const reader = { language: 'en', zone: 'UTC' };
const now = Date.parse('2026-11-24T08:00:00Z');

interface Fields {
  gpus?: string[];
  from?: string;
  until?: string;
  title?: string;
}
const booking = ({
  gpus = ['a'],
  from = '2026-11-24T09:00:00.000Z',
  until = '2026-11-24T11:00:00.000Z',
  title = 'x',
}: Fields = {}) => ({
  booking: { id: 'res_1', owner: 'per_ann', gpus, when: { from, until }, title },
});
const fact = (position: number, type: string, data: object, more: Partial<Fact> = {}): Fact =>
  ({
    position,
    type: `${type}.v1`,
    time: '2026-11-24T08:00:00.000Z',
    sentence: { key: type, arguments: {} },
    data,
    ...more,
  }) as Fact;

const ann = { kind: 'person', text: 'ann', id: 'per_ann' } as const;
const dana = { kind: 'person', text: 'dana', id: 'per_dana' } as const;
const dibs = { kind: 'text', text: 'Dibs' } as const;
const told = (key: string, given: Fact['sentence']['arguments']) =>
  fact(1, 'reservation.booked', {}, { sentence: { key, arguments: given } });

// What is said where everybody in it is who reads it, of each kind of event.
const toldToMe = (key: string, words: string): string => {
  const places = [...words.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return factText(
    told(
      key,
      Object.fromEntries(
        places.map((place) => [
          place,
          place === 'actor' || place === 'person' ? ann : { kind: 'text' as const, text: 'X' },
        ]),
      ),
    ),
    'per_ann',
  );
};

// "You was told", "with which you sets": the verb behind "you" is in the past, or none of its own ("by you idles" is the booking's).
test('no sentence makes "you was", "you has", "you is" or "you sets" of it, nor "your" of "their"', () => {
  const wrong =
    /(?<!\b(?:by|of|for|from|through|with) )\byou,? (?:(?:no longer|still) )?(?:is|[a-z]+[^s\W]s)\b/i;
  for (const bad of [
    'You was told',
    'you is excused',
    'You still uses it',
    'a link with which you sets a password',
    'You has it',
  ])
    expect(bad, bad).toMatch(wrong);
  for (const good of [
    'You booked X',
    'The booking of X by you is used again',
    'X made you a manager of X',
    'You stayed a member',
  ])
    expect(good, good).not.toMatch(wrong);
  const said = Object.entries(sentences).map(([key, words]) => `${key}: ${toldToMe(key, words)}`);
  expect(
    said.filter((text) => wrong.test(text) || /\byou\b.*\b(their|they|themsel)/i.test(text)),
  ).toEqual([]);
});

test('no Polish sentence has a verb behind who it names: "Ty kieruje"', () => {
  const verb = /(?<!osoby )\{(actor|person)\} \p{Ll}/u;
  expect('{actor} wyłącza konto').toMatch(verb);
  expect(Object.entries(polish).filter(([, words]) => verb.test(words))).toEqual([]);
});

test('who reads it is you; Dibs itself acts where nobody did', () => {
  const gpus = { kind: 'gpus' as const, text: 'gpu01:0-1', ids: ['a', 'b'] };
  expect(factText(told('reservation.booked', { actor: ann, gpus }), 'per_ann')).toBe(
    'You booked gpu01:0-1',
  );
  expect(factText(told('reservation.booked', { actor: ann, gpus }), 'per_dana')).toBe(
    'ann booked gpu01:0-1',
  );
  expect(
    factText(told('reservation.booked.for_other', { actor: dana, gpus, person: ann }), 'per_ann'),
  ).toBe('dana booked gpu01:0-1 for you');
  expect(factText(told('rules.set', { actor: dibs }), undefined)).toBe('Dibs set the rules');
});

test('whom a sentence names is told with it, Dibs and strangers are not', () => {
  const gpus = { kind: 'gpus' as const, text: 'gpu01:0', ids: ['a'] };
  const people = (one: Fact) =>
    factPieces(one, 'per_ann').flatMap(({ text, person }) =>
      person === undefined ? [] : [[text, person]],
    );
  expect(people(told('reservation.booked.for_other', { actor: dana, gpus, person: ann }))).toEqual([
    ['dana', 'per_dana'],
    ['you', 'per_ann'],
  ]);
  expect(people(told('rules.set', { actor: dibs }))).toEqual([]);
  const runs = {
    key: 'process.appeared',
    arguments: {
      account: { kind: 'text' as const, text: 'dana' },
      pid: { kind: 'number' as const, text: '7' },
      gpus,
    },
  };
  expect(
    people(fact(1, 'process.appeared', {}, { sentence: runs, person_id: 'per_dana' })),
  ).toEqual([['dana', 'per_dana']]);
  expect(people(fact(1, 'process.appeared', {}, { sentence: runs }))).toEqual([]);
});

test('in the language that is chosen', async () => {
  const opened = told('violation.opened', {
    account: { kind: 'text', text: 'dana' },
    gpus: { kind: 'gpus', text: 'gpu01:0' },
    person: ann,
  });
  expect(factText(opened, 'per_ann')).toBe('dana uses gpu01:0, which you booked');
  await setLanguage('pl');
  expect(factText(opened, 'per_ann')).toBe('dana używa gpu01:0, rezerwacja: Ty');
  await setLanguage('en');
});

test('what has no words is shown as it came, and a text is not looked into', () => {
  expect(
    factText(
      told('moon.landed', { actor: ann, title: { kind: 'text', text: 'Eagle' } }),
      'per_ann',
    ),
  ).toBe('moon.landed: ann, Eagle');
  expect(factText(told('moon.landed.v1', {}), 'per_ann')).toBe('moon.landed.v1');
  expect(
    factText(
      told('board.made', { actor: ann, title: { kind: 'text', text: '{actor}' } }),
      undefined,
    ),
  ).toBe('ann made the board {actor}');
});

test('what a change changed', () => {
  const stored = (fields: Fields) => {
    const found = storedOf(fact(1, 'reservation.booked', booking(fields)));
    if (!found) throw new Error('nothing stored');
    return found;
  };
  const text = (fields: Fields) => changesText(stored({}), stored(fields), names, now, reader);
  expect(text({})).toBe('');
  expect(text({ until: '2026-11-24T13:00:00.000Z' })).toBe('ends 2\u00a0h later, 13:00 UTC');
  expect(text({ until: '2026-11-24T10:30:00.000Z' })).toBe('ends 30\u00a0min earlier, 10:30 UTC');
  expect(text({ title: '' })).toBe('named “Untitled” instead of “x”');
  expect(text({ gpus: ['b'], title: 'y' })).toBe('on b instead of a; named “y” instead of “x”');
  expect(text({ from: '2026-11-24T10:00:00.000Z' })).toMatch(
    /^moved to .*10:00 – 11:00 UTC, before .*09:00 – 11:00 UTC$/,
  );
});

test('the booking as it was before is found in any order of the facts', () => {
  const facts = [
    fact(9, 'reservation.cancelled', { id: 'res_1' }, { reservation_id: 'res_1' }),
    fact(5, 'reservation.changed', booking({ title: 'y' }), { reservation_id: 'res_1' }),
    fact(2, 'reservation.booked', booking(), { reservation_id: 'res_1' }),
  ];
  const before = befores(facts);
  expect([before.get(2)?.title, before.get(5)?.title, before.get(9)?.title]).toEqual([
    undefined,
    'x',
    'y',
  ]);
  expect(factDetail(facts[0] as Fact, names, now, reader, before.get(9))).toBe('y');
  expect(factDetail(facts[1] as Fact, names, now, reader, before.get(5))).toBe(
    'named “y” instead of “x”',
  );
  expect(factDetail(facts[1] as Fact, names, now, reader)).toContain('y, Tue 24 Nov 09:00');
});

test('data of another shape breaks nothing', () => {
  for (const data of [{}, { booking: 3 }, { booking: { gpus: 'all', when: null } }]) {
    expect(storedOf(fact(1, 'reservation.changed', data))).toBeUndefined();
    expect(factDetail(fact(1, 'reservation.changed', data), names, now, reader)).toBe('');
  }
});
