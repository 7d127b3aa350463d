import { expect, test } from 'vitest';
import { Ring, ringLength } from './ring';

test('ring returns its values oldest first', () => {
  const ring = new Ring();
  ring.put(1_000_000, { power_w: 1 });
  ring.put(1_001_000, { power_w: 2 });
  expect([...ring.read('power_w', 1_001_500, 3)]).toEqual([NaN, 1, 2]);
});

test('missing frames and missing values are NaN', () => {
  const ring = new Ring();
  ring.put(1_000_000, { power_w: 1 });
  ring.put(1_003_000, { power_w: null });
  ring.put(1_004_000, { power_w: 5 });
  expect([...ring.read('power_w', 1_004_000, 5)]).toEqual([1, NaN, NaN, NaN, 5]);
});

test('values older than the ring are dropped', () => {
  const ring = new Ring();
  ring.put(1_000_000, { power_w: 1 });
  ring.put(1_000_000 + (ringLength + 5) * 1000, { power_w: 2 });
  const all = ring.read('power_w', 1_000_000 + (ringLength + 5) * 1000);
  expect([...all].filter((value) => !Number.isNaN(value))).toEqual([2]);
});

test('seconds after the last frame are unknown', () => {
  const ring = new Ring();
  ring.put(1_000_000, { power_w: 1 });
  expect([...ring.read('power_w', 1_002_000, 3)]).toEqual([1, NaN, NaN]);
});

test('mean of the last seconds uses known values only', () => {
  const ring = new Ring();
  expect(ring.mean('power_w', 1_000_000, 60)).toBeUndefined();
  ring.put(1_000_000, { power_w: 900 });
  ring.put(1_060_000, { power_w: 1 });
  ring.put(1_062_000, { power_w: 3 });
  expect(ring.mean('power_w', 1_062_000, 60)).toBe(2);
  expect(ring.mean('power_w', 1_200_000, 60)).toBeUndefined();
  ring.put(1_062_000 + (ringLength + 1) * 1000, { power_w: 5 });
  expect(ring.mean('power_w', 1_062_000 + (ringLength + 1) * 1000, 2 * ringLength)).toBe(5);
});
