import { expect, test } from 'vitest';
import type { Booking } from '../../data/bookings/booking';
import { bookedBetween, mine } from './summary';

const now = 1_000_000;
const booking = (
  id: string,
  owner: string,
  gpus: string[],
  from: number,
  until: number,
): Booking => ({
  id,
  owner,
  ownerName: owner,
  gpus,
  from,
  until,
  title: id,
  state: 'upcoming',
  version: 1,
});

test('own bookings are running ones by end, then upcoming by start', () => {
  const all = [
    booking('late', 'me', [], now + 9, now + 20),
    booking('soon', 'me', [], now + 1, now + 2),
    booking('run', 'me', [], now - 1, now + 1),
    booking('x', 'ann', [], now - 1, now + 1),
  ];
  const { running, next } = mine(all, 'me', now);
  expect(running.map((one) => one.id)).toEqual(['run']);
  expect(next.map((one) => one.id)).toEqual(['soon', 'late']);
});

test('booked time counts between two moments for each GPU', () => {
  const own = [
    booking('runs', 'me', ['a', 'b'], now - 5_000, now + 10_000),
    booking('over the end', 'me', ['a'], now + 50_000, now + 200_000),
    booking('behind', 'me', ['a'], now + 300_000, now + 400_000),
  ];
  expect(bookedBetween(own, now, now + 100_000)).toBe(2 * 10 + 50);
});
