import { expect, test } from 'vitest';
import type { Fact } from '../data/types';
import { befores, changesText, factDetail, factText, storedOf, type Names } from './fact';

const names: Names = {
  me: 'per_ann', person: (id) => ({ per_ann: 'ann', per_dana: 'dana' })[id], host: (id) => (id === 'host_1' ? 'gpu01' : undefined), gpus: (ids) => ids.join(' '), owner: () => undefined,
};
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
  ({ position, type: `${type}.v1`, time: '2026-11-24T08:00:00.000Z', summary: `summary of ${type}`, data, ...more }) as Fact;

test('who reads it is you; Dibs itself acts where nobody did', () => {
  const booked = fact(1, 'reservation.booked', booking(), { actor: 'per_ann', actor_name: 'ann', person: 'per_ann', gpus: ['a'] });
  expect(factText(booked, names)).toBe('You booked a');
  expect(factText({ ...booked, actor: 'per_dana', actor_name: 'dana' }, names)).toBe('dana booked a for you');
  expect(factText({ ...booked, actor: 'per_ann' }, { ...names, me: 'per_dana' })).toBe('ann booked a');
  expect(factText(fact(2, 'host.enrolled', { name: 'gpu09' }), names)).toBe('Dibs added the host gpu09');
  expect(factText(fact(3, 'session.started', {}, { person: 'per_ann' }), names)).toBe('You signed in');
});

test('a violation names whose slot it is, whoever runs there', () => {
  const opened = fact(4, 'violation.opened', { unix_name: 'dana' }, { person: 'per_dana', reservation: 'res_1', gpus: ['a'] });
  expect(factText(opened, names)).toBe('dana uses a, which somebody else booked');
  expect(factText(opened, { ...names, owner: () => 'per_dana' })).toBe('dana uses a, which dana booked');
  expect(factText(opened, names, storedOf(fact(1, 'reservation.booked', booking())))).toBe('dana uses a, which you booked');
});

test('a kind that is not known is told as the server tells it', () => {
  expect(factText(fact(1, 'moon.landed', {}), names)).toBe('summary of moon.landed');
});

test('what a change changed', () => {
  const stored = (fields: Fields) => {
    const found = storedOf(fact(1, 'reservation.booked', booking(fields)));
    if (!found) throw new Error('nothing stored');
    return found;
  };
  const text = (fields: Fields) => changesText(stored({}), stored(fields), names, now, reader);
  expect(text({})).toBe('');
  expect(text({ until: '2026-11-24T13:00:00.000Z' })).toBe('ends 2 h later, 13:00 UTC');
  expect(text({ until: '2026-11-24T10:30:00.000Z' })).toBe('ends 30 min earlier, 10:30 UTC');
  expect(text({ title: '' })).toBe('named “untitled” instead of “x”');
  expect(text({ gpus: ['b'], title: 'y' })).toBe('on b instead of a; named “y” instead of “x”');
  expect(text({ from: '2026-11-24T10:00:00.000Z' })).toMatch(/^moved to .*10:00 – 11:00 UTC, before .*09:00 – 11:00 UTC$/);
});

test('the booking as it was before is found in any order of the facts', () => {
  const facts = [
    fact(9, 'reservation.cancelled', { id: 'res_1' }, { reservation: 'res_1' }), fact(5, 'reservation.changed', booking({ title: 'y' }), { reservation: 'res_1' }),
    fact(2, 'reservation.booked', booking(), { reservation: 'res_1' }),
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
    expect(factText(fact(1, 'reservation.changed', data), names)).toBe('Dibs changed the booking of a GPU');
  }
});
