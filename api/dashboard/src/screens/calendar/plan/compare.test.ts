import { expect, test } from 'vitest';
import type { Booking } from '../../../data/booking';
import { MOST_OTHERS, newestOver } from './compare';

const one = (id: string, from: number, until = from + 1): Booking =>
  ({ id, gpus: ['g'], owner: 'p', ownerName: 'p', title: id, from, until, state: 'finished', version: 1 });

test('the newest first, without the one beside which they stand and those that never ran', () => {
  expect(newestOver([one('a', 1), one('b', 3), one('c', 2), one('d', 4, 4)], 'c').map((found) => found.id)).toEqual(['b', 'a']);
});

test('no more than a list can show', () => {
  expect(newestOver(Array.from({ length: 100 }, (_, i) => one(`r${i}`, i)), '')).toHaveLength(MOST_OTHERS);
});
