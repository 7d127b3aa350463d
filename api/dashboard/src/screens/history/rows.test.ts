import { expect, test } from 'vitest';
import type { Fact } from '../../data/types';
import { rowsOf } from '../../parts/texts/story';
import { days, merge, subjectOf } from './rows';

const fact = (position: number, more: Partial<Fact> = {}): Fact =>
  ({
    position,
    type: 'reservation.booked.v1',
    time: '2026-11-24T09:00:00.000Z',
    sentence: { key: 'reservation.booked', arguments: {} },
    data: {},
    ...more,
  }) as Fact;

const rows = (facts: Fact[]) => rowsOf(facts, (ids) => ids.join('+'));

test('overlapping pages merge into one list, newest first', () => {
  expect(
    merge([fact(3), fact(2)], [fact(2), fact(1)], [fact(5)]).map(({ position }) => position),
  ).toEqual([5, 3, 2, 1]);
});

test('days use the zone', () => {
  const facts = rows([
    fact(3, { time: '2026-11-24T23:30:00.000Z' }),
    fact(2, { time: '2026-11-24T22:30:00.000Z' }),
    fact(1, { time: '2026-11-24T09:00:00.000Z' }),
  ]);
  expect(days(facts, 'UTC').map((day) => day.rows.length)).toEqual([3]);
  expect(
    days(facts, 'Europe/Warsaw').map((day) => day.rows.map((row) => row.fact.position)),
  ).toEqual([[3], [2, 1]]);
  expect(days([], 'UTC')).toEqual([]);
});

test('subject is the violation before its booking, host or board', () => {
  const now = {
    host: (id: string) => (id === 'host_1' ? 'gpu 01' : undefined),
    violation: (id: string) => (id === 'prc_1' ? 'vio_9' : undefined),
    booking: (id: string) => (id === 'gpu_1' ? 'res_9' : undefined),
  };
  const about = (id: string) => ({ id }) as unknown as Fact['data'];
  const path = (more: Partial<Fact>) => subjectOf(fact(1, more), now)?.path;
  expect(path({ violation_id: 'vio_1', reservation_id: 'res_1' })).toBe(
    '/violations?violation=vio_1',
  );
  expect(path({ reservation_id: 'res_1', host_id: 'host_1' })).toBe('/reservations/res_1');
  expect(path({ host_id: 'host_1' })).toBe('/fleet/gpu%2001');
  expect(path({ host_id: 'host_2' })).toBeUndefined(); // removed: no page
  expect(path({ board_id: 'brd_1', type: 'board.made.v1' })).toBe('/boards/brd_1');
  expect(path({ board_id: 'brd_1', type: 'board.removed.v1' })).toBeUndefined();
  expect(path({ person_id: 'per_1' })).toBe('/people/per_1');
  expect(path({ type: 'process.appeared.v1', host_id: 'host_1', data: about('prc_1') })).toBe(
    '/violations?violation=vio_9',
  );
  expect(path({ type: 'process.gone.v1', host_id: 'host_1', data: about('prc_2') })).toBe(
    '/fleet/gpu%2001',
  );
  expect(path({ type: 'gpu.lost.v1', host_id: 'host_1', data: about('gpu_1') })).toBe(
    '/reservations/res_9',
  );
  expect(path({})).toBeUndefined();
});
