import { expect, test } from 'vitest';
import type { Booking } from './booking';
import { holders } from './holders';

const booking = (
  id: string,
  gpus: string[],
  from: number,
  until: number,
  state: Booking['state'] = 'upcoming',
): Booking => ({
  id,
  owner: 'ann',
  ownerName: 'ann',
  gpus,
  from,
  until,
  title: id,
  state,
  version: 1,
});

test('holders are found with the next booking of each GPU', () => {
  const { held, next, until } = holders(
    [
      booking('a', ['g0', 'g1'], 5, 20),
      booking('c', ['g0'], 40, 50),
      booking('b', ['g0'], 30, 40),
      booking('x', ['g1'], 30, 40, 'cancelled'),
      booking('old', ['g1'], 0, 10),
    ],
    10,
  );
  expect([...held].map(([gpu, one]) => [gpu, one.id])).toEqual([
    ['g0', 'a'],
    ['g1', 'a'],
  ]);
  expect([...next]).toEqual([['g0', 30]]);
  expect([until, holders([], 10).until]).toEqual([20, Infinity]);
});
