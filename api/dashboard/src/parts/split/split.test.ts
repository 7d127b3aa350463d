import { expect, test } from 'vitest';
import { allOf, drawnOf, nothing, percentOf, percents, plus } from './split';

test('percentages add up to 100 and positive parts are never 0', () => {
  expect(percents({ holder: 1, others: 1, idle: 1, unknown: 0 })).toEqual({
    holder: 34,
    others: 33,
    idle: 33,
    unknown: 0,
  });
  expect(percents({ holder: 0.1, others: 0, idle: 99.9, unknown: 0 })).toEqual({
    holder: 1,
    others: 0,
    idle: 99,
    unknown: 0,
  });
  expect(percents({ holder: 3914, others: 242, idle: 1106, unknown: 0 })).toEqual({
    holder: 74,
    others: 5,
    idle: 21,
    unknown: 0,
  });
  for (let seed = 1; seed < 200; seed += 1) {
    const split = {
      holder: seed % 7,
      others: (seed * 31) % 11,
      idle: (seed * 17) % 23,
      unknown: 1 + (seed % 3) / 10,
    };
    expect(allOf(percents(split))).toBe(100);
  }
});

test('empty whole has no shares', () => {
  expect(percents(nothing)).toEqual(nothing);
  expect(
    allOf(
      plus(
        { holder: 1, others: 2, idle: 3, unknown: 4 },
        { holder: 1, others: 1, idle: 1, unknown: 1 },
      ),
    ),
  ).toBe(14);
});

test('five parts add up to 100 percent', () => {
  expect(percents({ holder: 661, others: 10, idle: 390, unknown: 5.4, free: 285.6 })).toEqual({
    holder: 49,
    others: 1,
    idle: 28,
    unknown: 1,
    free: 21,
  });
});

test('single share is rounded alone and never 0 if positive', () => {
  expect(percentOf(390.4, 1066.6)).toBe(37);
  expect(percentOf(0.2, 100)).toBe(1);
  expect(percentOf(0, 100)).toBe(0);
  expect(percentOf(0, 0)).toBe(0);
});

test('only the violating part of others’ use is drawn as a violation', () => {
  const split = { holder: 10, others: 30, idle: 20, unknown: 0 };
  expect(drawnOf(split, 0)).toEqual({ ...split, violation: 0 });
  expect(drawnOf(split, 12)).toEqual({ ...split, others: 18, violation: 12 });
  expect(drawnOf(split, 500)).toEqual({ ...split, others: 0, violation: 30 }); // it was open longer than they computed
});
