import { expect, test } from 'vitest';
import type { Fact } from '../../data/types';
import { boardAround } from './board_around';
import { isOwn, ownerOf, revertKind } from './revert';

const now = Date.parse('2026-11-24T10:00:00.000Z');
const ahead = { from: '2026-11-24T12:00:00.000Z', until: '2026-11-24T14:00:00.000Z' };
const over = { from: '2026-11-24T08:00:00.000Z', until: '2026-11-24T09:00:00.000Z' };
const fact = (type: string, data: object): Fact =>
  ({
    position: 1,
    type: `${type}.v1`,
    time: '2026-11-24T09:00:00.000Z',
    sentence: { key: type, arguments: {} },
    data,
  }) as Fact;
const ann = { id: 'per_ann', admin: false, book: true };
const root = { id: 'per_root', admin: true, book: true };
const booked = (when: object) =>
  fact('reservation.booked', {
    booking: { id: 'res_1', owner_id: 'per_ann', gpus: [], when, title: '' },
  });

test('owner reverts own changes in time, admin all, reader none', () => {
  expect(revertKind(booked(ahead), ann, now)).toBe('booked');
  expect(revertKind(booked(ahead), { ...ann, id: 'per_bob' }, now)).toBeUndefined();
  expect(revertKind(booked(ahead), root, now)).toBe('booked');
  expect(revertKind(booked(over), root, now)).toBeUndefined();
  expect(revertKind(booked(ahead), { ...root, book: false }, now)).toBeUndefined();
  expect(
    revertKind(fact('reservation.cancelled', { owner_id: 'per_ann', when: ahead }), ann, now),
  ).toBe('cancelled');
  expect(
    revertKind(fact('reservation.released', { owner_id: 'per_ann', when: over }), ann, now),
  ).toBeUndefined();
});

test('admins revert rules and hosts if the event has the old value', () => {
  expect(revertKind(fact('rules.set', { rules: {}, before: {} }), root, now)).toBe('rules');
  expect(revertKind(fact('rules.set', { rules: {} }), root, now)).toBeUndefined();
  expect(revertKind(fact('host.changed', { before: {} }), ann, now)).toBeUndefined();
});

test('only admins revert grants', () => {
  const kinds = ['grant.given', 'grant.changed', 'grant.withdrawn'].map((type) =>
    fact(type, { grant: { id: 'grt_1' }, before: {} }),
  );
  expect(kinds.map((one) => revertKind(one, root, now))).toEqual([
    'grantGiven',
    'grantChanged',
    'grantWithdrawn',
  ]);
  expect(kinds.map((one) => revertKind(one, ann, now))).toEqual([undefined, undefined, undefined]);
  expect(
    kinds.map((one) => isOwn(one, 'per_root')),
    'it is asked first',
  ).toEqual([false, false, false]);
});

test('automatic events cannot be reverted', () => {
  for (const type of [
    'violation.opened',
    'process.appeared',
    'host.lost',
    'person.added',
    'command.refused',
  ])
    expect(revertKind(fact(type, {}), root, now)).toBeUndefined();
});

test('subject’s owner is found, and an excuse concerns another person', () => {
  expect(ownerOf(booked(ahead))).toBe('per_ann');
  expect(isOwn(booked(ahead), 'per_ann')).toBe(true);
  expect(isOwn(booked(ahead), 'per_root')).toBe(false);
  const excused = fact('violation.excused', { violation: { owner_id: 'per_ann' } });
  expect([revertKind(excused, ann, now), isOwn(excused, 'per_ann')]).toEqual(['excused', false]);
  expect(ownerOf(fact('rules.set', { rules: 3 }))).toBeUndefined();
});

test('board before an event and its later changes are found', () => {
  const was = (position: number, title: string): Fact => ({
    ...fact(position === 1 ? 'board.made' : 'board.changed', {
      board: { id: 'brd_1', owner_id: 'per_ann', title, shared: true, panels: [] },
    }),
    position,
  });
  const facts = [was(7, 'fourth'), was(5, 'third'), was(3, 'second'), was(1, 'first')];
  expect(boardAround(facts, 7)).toEqual({
    before: { title: 'third', shared: true, panels: [] },
    later: [],
  });
  expect(boardAround(facts, 3)).toEqual({
    before: { title: 'first', shared: true, panels: [] },
    later: facts.slice(0, 2),
  });
  expect(boardAround(facts, 1)).toEqual({ before: undefined, later: facts.slice(0, 3) });
});
