import { expect, test } from 'vitest';
import type { Fact } from '../../data/types';
import { days, merge, rowsOf, subjectOf } from './rows';

const fact = (position: number, more: Partial<Fact> = {}): Fact =>
  ({ position, type: 'reservation.booked.v1', time: '2026-11-24T09:00:00.000Z', sentence: { key: 'reservation.booked', arguments: {} }, data: {}, ...more }) as Fact;

const rows = (facts: Fact[]) => rowsOf(facts, (ids) => ids.join('+'));
const onGpu = (position: number, type: string, gpu: string, more: Partial<Fact> = {}): Fact => {
  const person = { kind: 'person' as const, text: 'ann', id: 'per_ann' };
  return fact(position, { type: `${type}.v1`, reservation_id: 'res_1', sentence: { key: type, arguments: { person, gpus: { kind: 'gpus', text: gpu, ids: [gpu] }, pid: { kind: 'number', text: String(position) } } }, ...more });
};

test('the same of several processes at once is one row with all their GPUs; people’s own acts stay apart', () => {
  const [story, other, ...rest] = rows([
    onGpu(9, 'violation.opened', 'b'), onGpu(8, 'violation.opened', 'a'), onGpu(7, 'violation.opened', 'a'),
    onGpu(6, 'violation.opened', 'a', { time: '2026-11-24T08:58:00.000Z' }), fact(5), fact(4),
  ]);
  expect([story?.facts.length, story?.fact.position, story?.fact.sentence.arguments['gpus']?.text, story?.fact.sentence.arguments['pid']?.text]).toEqual([3, 9, 'b+a', '7, 8, 9']);
  expect([other?.fact.position, rest.map((row) => row.fact.position)]).toEqual([6, [5, 4]]);
  expect(rows([onGpu(2, 'violation.opened', 'a'), onGpu(1, 'violation.opened', 'a', { reservation_id: 'res_2' })])).toHaveLength(2);
  expect(rows([onGpu(2, 'violation.opened', 'a'), onGpu(1, 'violation.closed', 'a')])).toHaveLength(2);
});

test('pages that overlap are one list, newest first, each once', () => {
  expect(merge([fact(3), fact(2)], [fact(2), fact(1)], [fact(5)]).map(({ position }) => position)).toEqual([5, 3, 2, 1]);
});

test('days are those of the zone', () => {
  const facts = rows([fact(3, { time: '2026-11-24T23:30:00.000Z' }), fact(2, { time: '2026-11-24T22:30:00.000Z' }), fact(1, { time: '2026-11-24T09:00:00.000Z' })]);
  expect(days(facts, 'UTC').map((day) => day.rows.length)).toEqual([3]);
  expect(days(facts, 'Europe/Warsaw').map((day) => day.rows.map((row) => row.fact.position))).toEqual([[3], [2, 1]]);
  expect(days([], 'UTC')).toEqual([]);
});

test('what it is about: the violation before its booking, a host by name, a board that is still there', () => {
  const now = {
    host: (id: string) => (id === 'host_1' ? 'gpu 01' : undefined), violation: (id: string) => (id === 'prc_1' ? 'vio_9' : undefined), booking: (id: string) => (id === 'gpu_1' ? 'res_9' : undefined),
  };
  const about = (id: string) => ({ id }) as unknown as Fact['data'];
  const path = (more: Partial<Fact>) => subjectOf(fact(1, more), now)?.path;
  expect(path({ violation_id: 'vio_1', reservation_id: 'res_1' })).toBe('/violations?violation=vio_1');
  expect(path({ reservation_id: 'res_1', host_id: 'host_1' })).toBe('/reservations/res_1');
  expect(path({ host_id: 'host_1' })).toBe('/fleet/gpu%2001');
  expect(path({ host_id: 'host_2' })).toBeUndefined(); // removed: nothing to show
  expect(path({ board_id: 'brd_1', type: 'board.made.v1' })).toBe('/boards/brd_1');
  expect(path({ board_id: 'brd_1', type: 'board.removed.v1' })).toBeUndefined();
  expect(path({ person_id: 'per_1' })).toBe('/people/per_1');
  expect(path({ type: 'process.appeared.v1', host_id: 'host_1', data: about('prc_1') })).toBe('/violations?violation=vio_9');
  expect(path({ type: 'process.gone.v1', host_id: 'host_1', data: about('prc_2') })).toBe('/fleet/gpu%2001');
  expect(path({ type: 'gpu.lost.v1', host_id: 'host_1', data: about('gpu_1') })).toBe('/reservations/res_9');
  expect(path({})).toBeUndefined();
});
