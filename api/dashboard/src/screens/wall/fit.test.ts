import { expect, test } from 'vitest';
import { largeType, rowsThatFit, shiftAt, turnAt } from './fit';

test('large screen has large type, a small one the default', () => {
  expect([
    largeType(1920, 1080),
    largeType(3840, 2160),
    largeType(1280, 720),
    largeType(320, 640),
  ]).toEqual([1.5, 3, 1, 1]);
});

test('wall has as many rows as are readable on any screen', () => {
  expect(rowsThatFit(1080, 1.5)).toBe(13);
  expect(rowsThatFit(2160, 3)).toBe(13);
  expect(rowsThatFit(100, 1)).toBe(4);
});

test('pages turn and restart, and the picture shifts and returns', () => {
  expect([0, 20_000, 40_000, 60_000].map((now) => turnAt(now, 3))).toEqual([0, 1, 2, 0]);
  expect(turnAt(0, 0)).toBe(0);
  expect(shiftAt(300_000)).toEqual({ x: 2, y: 0 });
  expect(shiftAt(9 * 300_000)).toEqual({ x: 0, y: 0 });
});
