import { expect, test } from 'vitest';
import type { Violation } from '../../data/types';
import { bookingOfIt, concernOf, replacementRequest } from './concern';

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

test('violation concerns its holder, then its runner, else neither', () => {
  expect(concernOf(one('a'), 'per_ann')).toBe('onYours');
  expect(concernOf(one('a', { person_id: 'per_dana' }), 'per_dana')).toBe('byYou');
  expect(concernOf(one('a'), 'per_dana')).toBe('theirs');
  expect(concernOf(one('a'), undefined)).toBe('theirs'); // an unknown account belongs to nobody here
});

test('replacement request has model, number and remaining time', () => {
  const now = Date.parse('2026-11-24T10:00:00.000Z');
  const hours = (count: number) => now + count * 3_600_000;
  expect(replacementRequest(one('a'), 'NVIDIA A100-SXM4-80GB', hours(6.2), now)).toBe(
    '1xA100-SXM4-80GB 7h',
  );
  expect(
    replacementRequest(
      one('a', { gpus: ['gpu_1', 'gpu_2'] }),
      'NVIDIA RTX 6000 Ada',
      hours(0.5),
      now,
    ),
  ).toBe('2xRTX 6000 Ada 30m');
  expect(replacementRequest(one('a'), undefined, hours(-1), now)).toBe('1 gpus 15m');
  expect(replacementRequest(one('a'), '', undefined, now)).toBe('1 gpus 1h');
});

test('runner on unbooked GPUs is offered their booking', () => {
  const {
    owner_id: _id,
    owner_name: _name,
    reservation_id: _booking,
    ...unbooked
  } = one('a', { person_id: 'per_dana', gpu_name: 'gpu02:0-1,3' });
  expect(bookingOfIt(unbooked)).toBe('gpu02:0-1,3 1h');
});
