import { expect, test } from 'vitest';
import { lastKnown, spread } from './ends';

const at = (...ys: number[]) => ys.map((y, index) => ({ index, y }));
const ys = (ends: ReturnType<typeof spread>) => ends.map((end) => [end.index, end.y]);

test('names with room are at their values', () => {
  expect(ys(spread(at(50, 10, 90), 12, 0, 100))).toEqual([
    [1, 10],
    [0, 50],
    [2, 90],
  ]);
});

test('overlapping names move apart and stay inside', () => {
  expect(ys(spread(at(50, 50, 51), 12, 0, 100))).toEqual([
    [0, 50],
    [1, 62],
    [2, 74],
  ]);
  expect(ys(spread(at(98, 99, 100), 12, 0, 100))).toEqual([
    [0, 76],
    [1, 88],
    [2, 100],
  ]);
});

test('too many names leave no overlap and keep the strong one', () => {
  const many = Array.from({ length: 40 }, (_, index) => ({
    index,
    y: 30 + (index % 20) * 2,
    strong: index === 39,
  }));
  const placed = spread(many, 12, 0, 100);
  expect(placed.length).toBeGreaterThan(1);
  expect(placed.some((end) => end.index === 39)).toBe(true);
  placed.forEach((end, i) => expect(end.y - (placed[i - 1]?.y ?? -12)).toBeGreaterThanOrEqual(12));
  expect(Math.max(...placed.map((end) => end.y))).toBeLessThanOrEqual(100);
});

test('end of a line is its last known value', () => {
  expect([lastKnown([1, 2, null, undefined]), lastKnown([null]), lastKnown([])]).toEqual([
    2,
    undefined,
    undefined,
  ]);
});
