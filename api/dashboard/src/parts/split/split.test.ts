import { expect, test } from 'vitest';
import { allOf, nothing, percents, plus } from './split';

test('percent add up to 100, and what is there is never 0', () => {
  expect(percents({ holder: 1, others: 1, idle: 1, unknown: 0 })).toEqual({ holder: 34, others: 33, idle: 33, unknown: 0 });
  expect(percents({ holder: 0.1, others: 0, idle: 99.9, unknown: 0 })).toEqual({ holder: 1, others: 0, idle: 99, unknown: 0 });
  expect(percents({ holder: 3914, others: 242, idle: 1106, unknown: 0 })).toEqual({ holder: 74, others: 5, idle: 21, unknown: 0 });
  for (let seed = 1; seed < 200; seed += 1) {
    const split = { holder: seed % 7, others: (seed * 31) % 11, idle: (seed * 17) % 23, unknown: 1 + (seed % 3) / 10 };
    expect(allOf(percents(split))).toBe(100);
  }
});

test('of nothing there are no shares', () => {
  expect(percents(nothing)).toEqual(nothing);
  expect(allOf(plus({ holder: 1, others: 2, idle: 3, unknown: 4 }, { holder: 1, others: 1, idle: 1, unknown: 1 }))).toBe(14);
});
