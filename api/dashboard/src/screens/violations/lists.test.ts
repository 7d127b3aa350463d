import { expect, test } from 'vitest';
import type { Violation } from '../../data/types';
import { groupViolations } from '../../data/rules/violation_groups';
import { arrange, fits, mayExcuse, readFilter, reasonOf, together } from './lists';

const one = (id: string, more: Partial<Violation> = {}): Violation => ({
  id,
  state: 'open',
  kind: 'intruder',
  gpus: ['gpu_1'],
  gpu_name: 'gpu01:0',
  host_id: 'host_1',
  reservation_id: 'res_1',
  owner_id: 'per_ann',
  owner_name: 'ann',
  unix_name: 'zoe',
  processes: [],
  opened_at: '2026-11-24T09:00:00.000Z',
  steps: [],
  ...more,
});
const excused = { at: '2026-11-24T09:05:00.000Z', reason: 'agreed' };

test('own violations come first, excused last, then newest first', () => {
  const list = [
    one('old'),
    one('new', { opened_at: '2026-11-24T10:00:00.000Z' }),
    one('excused', { opened_at: '2026-11-24T11:00:00.000Z', excused }),
    one('others', { owner_id: 'per_chen' }),
  ];
  const groups = list.flatMap((one) => groupViolations([one], () => undefined));
  const { yours, others } = arrange(groups, 'per_ann');
  expect(yours.map(({ id }) => id)).toEqual(['new', 'old', 'excused']);
  expect(others.map(({ id }) => id)).toEqual(['others']);
});

test('person matches as holder and intruder, GPU by itself', () => {
  const dana = one('a', { person_id: 'per_dana' });
  expect(fits(dana, { person: 'per_dana', gpu: '' })).toBe(true);
  expect(fits(dana, { person: 'per_ann', gpu: 'gpu_1' })).toBe(true);
  expect(fits(dana, { person: 'per_chen', gpu: '' })).toBe(false);
  expect(fits(dana, { person: '', gpu: 'gpu_2' })).toBe(false);
  expect(readFilter(new URLSearchParams('person=per_x'))).toEqual({ person: 'per_x', gpu: '' });
});

test('closed violations of pages and stream merge with the newest state', () => {
  const closed = (id: string, opened_at: string, more: Partial<Violation> = {}) =>
    one(id, { state: 'closed', opened_at, ...more });
  const pages = [closed('b', '2026-11-24T09:00:00.000Z'), closed('a', '2026-11-24T08:00:00.000Z')];
  const live = [
    closed('c', '2026-11-24T10:00:00.000Z'),
    closed('b', '2026-11-24T09:00:00.000Z', { excused }),
    one('open'),
  ];
  expect(together(pages, live).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  expect(together(pages, live)[1]?.excused).toEqual(excused);
});

test('holder and admins may excuse an open violation', () => {
  expect(mayExcuse(one('a'), 'per_ann', false)).toBe(true);
  expect(mayExcuse(one('a'), 'per_dana', false)).toBe(false);
  expect(mayExcuse(one('a'), 'per_dana', true)).toBe(true);
  expect(mayExcuse(one('a', { excused }), 'per_ann', false)).toBe(true);
  expect(mayExcuse(one('a', { state: 'closed' }), 'per_ann', true)).toBe(false);
  const { owner_id: _nobody, ...unbooked } = one('a');
  expect(mayExcuse(unbooked, undefined, false)).toBe(false);
});

test('reason is not empty and at most 500 bytes', () => {
  expect(reasonOf('  we agreed ')).toBe('we agreed');
  expect(reasonOf(' \t ')).toBeNull();
  expect(reasonOf('x'.repeat(500))).toHaveLength(500);
  expect(reasonOf('ż'.repeat(251))).toBeNull();
});
