import { expect, test } from 'vitest';
import type { Booking } from '../../data/booking';
import { mine } from './summary';

const now = 1_000_000;
const booking = (id: string, owner: string, gpus: string[], from: number, until: number): Booking => ({
  id, owner, ownerName: owner, gpus, from, until, title: id, state: 'upcoming', version: 1,
});

test('mine are those running by their end, then those ahead by their start', () => {
  const all = [booking('late', 'me', [], now + 9, now + 20), booking('soon', 'me', [], now + 1, now + 2), booking('run', 'me', [], now - 1, now + 1), booking('x', 'ann', [], now - 1, now + 1)];
  const { running, next } = mine(all, 'me', now);
  expect(running.map((one) => one.id)).toEqual(['run']);
  expect(next.map((one) => one.id)).toEqual(['soon', 'late']);
});
