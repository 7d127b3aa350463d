import { expect, test } from 'vitest';
import type { Booking } from '../../../data/bookings/booking';
import { dayMs, hourMs } from '../../../lib/zone';
import { BookingIndex, mostOthers, newestOver } from './bookings';
import { booking, noon } from './testing';

const indexed = (...list: ReturnType<typeof booking>[]) => {
  const index = new BookingIndex();
  for (const one of list) index.put(one);
  return index;
};

test('window finds overlapping bookings in order, half-open', () => {
  const a = booking(['x'], 0, 2);
  const b = booking(['x'], 2, 2);
  const c = booking(['x'], 6, 1);
  const index = indexed(c, a, b);
  expect(index.of('x', noon, noon + dayMs)).toEqual([a, b, c]);
  expect(index.of('x', noon + 2 * hourMs, noon + 6 * hourMs)).toEqual([b]);
  expect(index.count('x', noon + hourMs, noon + 6 * hourMs)).toBe(2);
  expect(index.of('y', noon, noon + hourMs)).toEqual([]);
});

test('booking at a time, next and previous are found', () => {
  const a = booking(['x'], 0, 2);
  const b = booking(['x'], 4, 2);
  const index = indexed(a, b);
  expect(index.at('x', noon + 2 * hourMs)).toBeUndefined();
  expect(index.at('x', noon + hourMs)).toBe(a);
  expect(index.next('x', noon)).toBe(b);
  expect(index.previous('x', noon + 4 * hourMs)).toBe(a);
  expect(index.previous('x', noon)).toBeUndefined();
});

test('newer version replaces, older is ignored, cancelled is removed', () => {
  const first = booking(['x', 'y'], 1, 2);
  const index = indexed(first);
  const moved = { ...first, gpus: ['y', 'z'], version: 2 };
  expect(index.put(moved)).toBe(true);
  expect(index.put(first)).toBe(false);
  expect(index.put({ ...moved })).toBe(false);
  expect(index.of('x', noon, noon + 9 * hourMs)).toEqual([]);
  expect(index.of('z', noon, noon + 9 * hourMs)).toEqual([moved]);
  expect(index.put({ ...moved, state: 'cancelled', version: 3 })).toBe(true);
  expect(index.size).toBe(0);
  expect(index.isFree('y', moved)).toBe(true);
});

test('slot check can ignore the moved booking', () => {
  const a = booking(['x'], 0, 2);
  const index = indexed(a);
  expect(index.isFree('x', a)).toBe(false);
  expect(index.isFree('x', a, a.id)).toBe(true);
});

test('change among 2,000 bookings on 200 GPUs is quick', () => {
  const index = new BookingIndex();
  const list = Array.from({ length: 2_000 }, (_, i) =>
    booking([`gpu${i % 200}`], Math.floor(i / 200) * 10, 8),
  );
  for (const one of list) index.put(one);
  const began = performance.now();
  for (let i = 0; i < 100; i++) {
    const one = list[i * 7];
    if (one) index.put({ ...one, until: one.until + 1_000, version: 2 });
  }
  expect(performance.now() - began).toBeLessThan(100);
});

const past = (id: string, from: number, until = from + 1): Booking => ({
  id,
  gpus: ['g'],
  owner: 'p',
  ownerName: 'p',
  title: id,
  from,
  until,
  state: 'finished',
  version: 1,
});

test('past bookings are newest first, without the shown and unrun ones', () => {
  expect(
    newestOver([past('a', 1), past('b', 3), past('c', 2), past('d', 4, 4)], 'c').map(
      (found) => found.id,
    ),
  ).toEqual(['b', 'a']);
});

test('past bookings are limited to a list’s length', () => {
  expect(
    newestOver(
      Array.from({ length: 100 }, (_, i) => past(`r${i}`, i)),
      '',
    ),
  ).toHaveLength(mostOthers);
});

test('swapped booking is on each GPU for its time and removed from all', () => {
  const whole = {
    ...booking(['y', 'z'], 0, 4),
    moves: [{ from: 'x', to: 'z', at: noon + hourMs }],
  };
  const index = indexed(whole);
  const times = (gpu: string) =>
    index
      .of(gpu, noon, noon + dayMs)
      .map(({ from, until }) => [(from - noon) / hourMs, (until - noon) / hourMs]);
  expect([times('x'), times('y'), times('z')]).toEqual([[[0, 1]], [[0, 4]], [[1, 4]]]);
  expect(index.get(whole.id)).toBe(whole);
  expect(index.isFree('x', { from: noon + hourMs, until: noon + 2 * hourMs })).toBe(true);
  index.remove(whole.id);
  expect([times('x'), times('y'), times('z')]).toEqual([[], [], []]);
});

test('members of calendar rows update without a new version', () => {
  const row = booking(['x'], 0, 4);
  const index = indexed(row);
  const whole = { ...row, protection: null };
  expect([index.put({ ...row }), index.put(whole), index.get(row.id)]).toEqual([
    false,
    true,
    whole,
  ]);
  expect(index.of('x', noon, noon + dayMs)).toEqual([whole]);
});
