import { expect, test } from 'vitest';
import { localTime, momentOf } from '../../../../lib/zone';
import { addMonths, dayByKey, firstWeekdayOf, monthOf } from './month';

const zone = 'Europe/Warsaw';
const day = (year: number, month: number, date: number) => momentOf(zone, year, month, date);
const dates = (at: number, first: number) =>
  monthOf(at, zone, first).map((week) => week.map((one) => (one.inMonth ? one.date : -one.date)));

test('month begins on the locale’s first weekday and has all days', () => {
  expect(dates(day(2026, 11, 24), 1)).toEqual([
    [-26, -27, -28, -29, -30, -31, 1],
    [2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12, 13, 14, 15],
    [16, 17, 18, 19, 20, 21, 22],
    [23, 24, 25, 26, 27, 28, 29],
    [30, -1, -2, -3, -4, -5, -6],
  ]);
  expect(dates(day(2026, 11, 24), 7)[0]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(dates(day(2027, 2, 3), 1)).toHaveLength(4);
});

test('days are midnights across clock changes', () => {
  for (const month of [3, 10]) {
    for (const one of monthOf(day(2026, month, 9), zone, 1).flat())
      expect(localTime(one.at, zone)).toMatchObject({ hour: 0, day: one.date });
  }
});

test('keys move by days, weeks and months', () => {
  const go = (key: string, from = day(2026, 10, 25)) => dayByKey(from, key, zone, 1);
  expect(go('ArrowRight')).toBe(day(2026, 10, 26)); // over the day of 25 hours
  expect(go('ArrowLeft', day(2026, 10, 26))).toBe(day(2026, 10, 25));
  expect(go('ArrowUp')).toBe(day(2026, 10, 18));
  expect(go('ArrowDown')).toBe(day(2026, 11, 1));
  expect([go('Home'), go('End')]).toEqual([day(2026, 10, 19), day(2026, 10, 25)]);
  expect(go('PageDown', day(2027, 1, 31))).toBe(day(2027, 2, 28));
  expect(addMonths(day(2026, 1, 31), -1, zone)).toBe(day(2025, 12, 31));
  expect(go('x')).toBeNull();
});

test('week begins as in the locale', () => {
  expect(firstWeekdayOf('pl-PL')).toBe(1);
  expect(firstWeekdayOf('en-GB')).toBe(1);
  expect(firstWeekdayOf('en-US')).toBe(7);
  expect(firstWeekdayOf('no locale at all')).toBe(1);
});
