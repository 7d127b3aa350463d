import { expect, test } from 'vitest';
import { lengthOf, minutesOf } from './lengths';

test('length uses the largest whole unit', () => {
  expect(lengthOf(30)).toEqual({ amount: 30, unit: 'minutes' });
  expect(lengthOf(90)).toEqual({ amount: 90, unit: 'minutes' });
  expect(lengthOf(120)).toEqual({ amount: 2, unit: 'hours' });
  expect(lengthOf(8 * 1440)).toEqual({ amount: 8, unit: 'days' });
  expect(lengthOf(1500)).toEqual({ amount: 25, unit: 'hours' });
});

test('length converts back to whole minutes', () => {
  for (const minutes of [1, 59, 60, 1439, 1440, 527_040])
    expect(minutesOf(lengthOf(minutes))).toBe(minutes);
  expect(minutesOf({ amount: 1.5, unit: 'hours' })).toBe(90);
  expect(minutesOf({ amount: 0.33, unit: 'hours' })).toBe(20);
});
