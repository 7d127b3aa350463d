import { expect, test } from 'vitest';
import type { Booking } from '../../data/bookings/booking';
import type { Violation } from '../../data/types';
import { concerns, holdsNow, idleSince, sides } from './rows';

const violation = (
  id: string,
  person: string,
  owner: string,
  opened: string,
  state: 'open' | 'closed' = 'closed',
) =>
  ({
    id,
    kind: 'intruder',
    person_id: person,
    unix_name: person,
    owner_id: owner,
    reservation_id: `res_${id}`,
    gpus: ['gpu_1'],
    gpu_name: 'gpu01:1',
    processes: [],
    steps: [],
    opened_at: opened,
    state,
  }) as unknown as Violation;
const booking = (...gpus: string[]) => ({ gpus }) as unknown as Booking;

test('violations by and against a person appear once, open first', () => {
  const list = [
    violation('a', 'dana', 'chen', '1'),
    violation('b', 'dana', 'ann', '2'),
    violation('c', 'eve', 'dana', '3'),
    violation('d', 'dana', 'ann', '0', 'open'),
    violation('a', 'dana', 'chen', '1'),
  ];
  const name = () => undefined;
  expect(sides(list, 'dana', name).by.map((one) => one.id)).toEqual(['d', 'b', 'a']);
  expect(sides(list, 'dana', name).against.map((one) => one.id)).toEqual(['c']);
  const ranks = ['p', 'q', 'r'].map((id) => ({
    ...violation(id, 'dana', 'ann', '5', 'open'),
    reservation_id: 'res_1',
  }));
  expect(sides(ranks, 'dana', name).by.map((one) => one.ids)).toEqual([['p', 'q', 'r']]);
  expect(concerns(violation('x', 'eve', 'ann', '1'), 'dana')).toBe(false);
});

test('unseen GPU is unknown, not idle', () => {
  const kinds: Record<string, 'idle' | 'busy' | 'alert'> = { 0: 'idle', 1: 'busy', 2: 'alert' };
  expect(holdsNow([booking('0', '1'), booking('2', '3')], (gpu) => kinds[gpu])).toEqual({
    gpus: 4,
    idle: 1,
    alert: 1,
    unknown: 1,
  });
});

test('booking’s idle time is the shortest of its GPUs', () => {
  const idle: Record<string, number> = { 0: 5, 1: 3, 2: 0 };
  expect(idleSince(['0', '1'], (gpu) => idle[gpu])).toBe(3);
  expect(idleSince(['0', '2'], (gpu) => idle[gpu])).toBeUndefined();
  expect(idleSince(['0', '9'], (gpu) => idle[gpu])).toBeUndefined();
});
