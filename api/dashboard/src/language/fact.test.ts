import { expect, test } from 'vitest';
import type { Fact } from '../data/types';
import { sentences } from './en';
import { befores, changesText, factDetail, factPieces, factText, storedOf, type Names } from './fact';
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
const booking = ({ gpus = ['a'], from = '2026-11-24T09:00:00.000Z', until = '2026-11-24T11:00:00.000Z', title = 'x' }: Fields = {}) =>
  ({ booking: { id: 'res_1', owner: 'per_ann', gpus, when: { from, until }, title } });
const fact = (position: number, type: string, data: object, more: Partial<Fact> = {}): Fact =>
  ({ position, type: `${type}.v1`, time: '2026-11-24T08:00:00.000Z', sentence: { key: type, arguments: {} }, data, ...more }) as Fact;

const ann = { kind: 'person', text: 'ann', id: 'per_ann' } as const;
const dana = { kind: 'person', text: 'dana', id: 'per_dana' } as const;
const dibs = { kind: 'text', text: 'Dibs' } as const;
const told = (key: string, given: Fact['sentence']['arguments']) => fact(1, 'reservation.booked', {}, { sentence: { key, arguments: given } });

// "You" may stand there: "You took back …", never "You no longer excuses …".
test('behind who did it, an English verb is in the past', () => {
  const present = Object.values(sentences).filter((words) => /^\{(actor|person)\} (no longer )?(?!was |has )[a-z]+s /.test(words));
  expect(present).toEqual([]);
});

test('who reads it is you; Dibs itself acts where nobody did', () => {
  const gpus = { kind: 'gpus' as const, text: 'gpu01:0-1', ids: ['a', 'b'] };
  expect(factText(told('reservation.booked', { actor: ann, gpus }), 'per_ann')).toBe('You booked gpu01:0-1');
  expect(factText(told('reservation.booked', { actor: ann, gpus }), 'per_dana')).toBe('ann booked gpu01:0-1');
  expect(factText(told('reservation.booked.for_other', { actor: dana, gpus, person: ann }), 'per_ann')).toBe('dana booked gpu01:0-1 for you');
  expect(factText(told('rules.set', { actor: dibs }), undefined)).toBe('Dibs set the rules');
});

test('whom a sentence names is told with it, Dibs and strangers are not', () => {
  const gpus = { kind: 'gpus' as const, text: 'gpu01:0', ids: ['a'] };
  const people = (one: Fact) => factPieces(one, 'per_ann').flatMap(({ text, person }) => (person === undefined ? [] : [[text, person]]));
  expect(people(told('reservation.booked.for_other', { actor: dana, gpus, person: ann }))).toEqual([['dana', 'per_dana'], ['you', 'per_ann']]);
  expect(people(told('rules.set', { actor: dibs }))).toEqual([]);
  const runs = { key: 'process.appeared', arguments: { account: { kind: 'text' as const, text: 'dana' }, pid: { kind: 'number' as const, text: '7' }, gpus } };
  expect(people(fact(1, 'process.appeared', {}, { sentence: runs, person_id: 'per_dana' }))).toEqual([['dana', 'per_dana']]);
  expect(people(fact(1, 'process.appeared', {}, { sentence: runs }))).toEqual([]);
});

test('in the language that is chosen', async () => {
  const opened = told('violation.opened', { account: { kind: 'text', text: 'dana' }, gpus: { kind: 'gpus', text: 'gpu01:0' }, person: ann });
  expect(factText(opened, 'per_ann')).toBe('dana uses gpu01:0, which you booked');
  await setLanguage('pl');
  expect(factText(opened, 'per_ann')).toBe('dana używa gpu01:0, rezerwacja: Ty');
  await setLanguage('en');
});

test('what has no words is shown as it came, and a text is not looked into', () => {
  expect(factText(told('moon.landed', { actor: ann, title: { kind: 'text', text: 'Eagle' } }), 'per_ann')).toBe('moon.landed: ann, Eagle');
  expect(factText(told('moon.landed.v1', {}), 'per_ann')).toBe('moon.landed.v1');
  expect(factText(told('board.made', { actor: ann, title: { kind: 'text', text: '{actor}' } }), undefined)).toBe('ann made the board {actor}');
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
  expect(text({ title: '' })).toBe('named “untitled” instead of “x”');
  expect(text({ gpus: ['b'], title: 'y' })).toBe('on b instead of a; named “y” instead of “x”');
  expect(text({ from: '2026-11-24T10:00:00.000Z' })).toMatch(/^moved to .*10:00 – 11:00 UTC, before .*09:00 – 11:00 UTC$/);
});

test('the booking as it was before is found in any order of the facts', () => {
  const facts = [
    fact(9, 'reservation.cancelled', { id: 'res_1' }, { reservation_id: 'res_1' }), fact(5, 'reservation.changed', booking({ title: 'y' }), { reservation_id: 'res_1' }),
    fact(2, 'reservation.booked', booking(), { reservation_id: 'res_1' }),
  ];
  const before = befores(facts);
  expect([before.get(2)?.title, before.get(5)?.title, before.get(9)?.title]).toEqual([undefined, 'x', 'y']);
  expect(factDetail(facts[0] as Fact, names, now, reader, before.get(9))).toBe('y');
  expect(factDetail(facts[1] as Fact, names, now, reader, before.get(5))).toBe('named “y” instead of “x”');
  expect(factDetail(facts[1] as Fact, names, now, reader)).toContain('y, Tue 24 Nov 09:00');
});

test('data of another shape breaks nothing', () => {
  for (const data of [{}, { booking: 3 }, { booking: { gpus: 'all', when: null } }]) {
    expect(storedOf(fact(1, 'reservation.changed', data))).toBeUndefined();
    expect(factDetail(fact(1, 'reservation.changed', data), names, now, reader)).toBe('');
  }
});
