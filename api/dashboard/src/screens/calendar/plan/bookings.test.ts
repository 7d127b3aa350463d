import { expect, test } from 'vitest';
import { BookingIndex } from './bookings';
import { HOUR } from './model';
import { booking, NOW } from './testing';

const indexed = (...list: ReturnType<typeof booking>[]) => {
  const index = new BookingIndex();
  for (const one of list) index.put(one);
  return index;
};

test('a window finds those that overlap it, half-open, in order', () => {
  const a = booking(['x'], 0, 2);
  const b = booking(['x'], 2, 2);
  const c = booking(['x'], 6, 1);
  const index = indexed(c, a, b);
  expect(index.of('x', NOW, NOW + 24 * HOUR)).toEqual([a, b, c]);
  expect(index.of('x', NOW + 2 * HOUR, NOW + 6 * HOUR)).toEqual([b]);
  expect(index.count('x', NOW + HOUR, NOW + 6 * HOUR)).toBe(2);
  expect(index.of('y', NOW, NOW + HOUR)).toEqual([]);
});

test('at, next and previous', () => {
  const a = booking(['x'], 0, 2);
  const b = booking(['x'], 4, 2);
  const index = indexed(a, b);
  expect(index.at('x', NOW + 2 * HOUR)).toBeUndefined();
  expect(index.at('x', NOW + HOUR)).toBe(a);
  expect(index.next('x', NOW)).toBe(b);
  expect(index.previous('x', NOW + 4 * HOUR)).toBe(a);
  expect(index.previous('x', NOW)).toBeUndefined();
});

test('a newer version replaces, an older one does not, a cancelled one goes', () => {
  const first = booking(['x', 'y'], 1, 2);
  const index = indexed(first);
  const moved = { ...first, gpus: ['y', 'z'], version: 2 };
  expect(index.put(moved)).toBe(true);
  expect(index.put(first)).toBe(false);
  expect(index.put({ ...moved })).toBe(false);
  expect(index.of('x', NOW, NOW + 9 * HOUR)).toEqual([]);
  expect(index.of('z', NOW, NOW + 9 * HOUR)).toEqual([moved]);
  expect(index.put({ ...moved, state: 'cancelled', version: 3 })).toBe(true);
  expect(index.size).toBe(0);
  expect(index.isFree('y', moved)).toBe(true);
});

test('a free slot may ignore the booking that is being moved', () => {
  const a = booking(['x'], 0, 2);
  const index = indexed(a);
  expect(index.isFree('x', a)).toBe(false);
  expect(index.isFree('x', a, a.id)).toBe(true);
});

test('one change among 2,000 bookings on 200 GPUs is quick', () => {
  const index = new BookingIndex();
  const list = Array.from({ length: 2_000 }, (_, i) => booking([`gpu${i % 200}`], Math.floor(i / 200) * 10, 8));
  for (const one of list) index.put(one);
  const began = performance.now();
  for (let i = 0; i < 100; i++) {
    const one = list[i * 7];
    if (one) index.put({ ...one, until: one.until + 1_000, version: 2 });
  }
  expect(performance.now() - began).toBeLessThan(100);
});
