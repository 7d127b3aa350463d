import { expect, test } from 'vitest';
import type { Booking } from '../../data/booking';
import { freeNow, mean, mine, type GpuNow } from './summary';

const now = 1_000_000;
const gpu = (index: number, state: GpuNow['state'] = 'available'): GpuNow => ({ id: `g${index}`, host: 'gpu01', index: String(index), model: 'A100', state });
const booking = (id: string, owner: string, gpus: string[], from: number, until: number): Booking => ({
  id, owner, ownerName: owner, gpus, from, until, title: id, state: 'upcoming', version: 1,
});

test('each GPU is free, mine, taken or unknown', () => {
  const bookings = [booking('a', 'me', ['g1'], now - 5, now + 5), booking('b', 'ann', ['g2'], now, now + 9), booking('c', 'ann', ['g0'], now + 7, now + 9)];
  const [host] = freeNow([gpu(0), gpu(1), gpu(2), gpu(3, 'lost')], bookings, 'me', now);
  expect(host?.squares).toEqual(['free', 'mine', 'taken', 'unknown']);
  expect(host?.free).toBe(1);
  expect(host?.until).toBe(now + 7);
});

test('a free one that works all the same is counted', () => {
  const [host] = freeNow([{ ...gpu(0), used: 90 }, { ...gpu(1), used: 0 }, gpu(2)], [], 'me', now);
  expect([host?.free, host?.working]).toEqual([3, 1]);
});

test('a slice of a card that is booked is taken', () => {
  const slice = { ...gpu(0), id: 's0', index: '1.0', sharing: ['g1'] };
  const [host] = freeNow([gpu(0), slice], [booking('a', 'ann', ['g1'], now, now + 9)], 'me', now);
  expect([host?.squares, host?.free]).toEqual([['free', 'taken'], 1]);
});

test('a booking that has ended or was cancelled holds nothing', () => {
  const ended = booking('a', 'ann', ['g0'], now - 9, now);
  const cancelled: Booking = { ...booking('b', 'ann', ['g0'], now - 1, now + 9), state: 'cancelled' };
  expect(freeNow([gpu(0)], [ended, cancelled], 'me', now)[0]?.squares).toEqual(['free']);
});

test('mine are those running by their end, then those ahead by their start', () => {
  const all = [booking('late', 'me', [], now + 9, now + 20), booking('soon', 'me', [], now + 1, now + 2), booking('run', 'me', [], now - 1, now + 1), booking('x', 'ann', [], now - 1, now + 1)];
  const { running, next } = mine(all, 'me', now);
  expect(running.map((one) => one.id)).toEqual(['run']);
  expect(next.map((one) => one.id)).toEqual(['soon', 'late']);
});

test('means leave out what is not known', () => {
  expect(mean([undefined, 10, 20])).toBe(15);
  expect(mean([undefined])).toBeUndefined();
});
