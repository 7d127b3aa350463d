import { expect, test } from 'vitest';
import { addDays, daysBetween, hourMs, isZone, localTime, momentOf, offsetMs, startOfDay } from './zone';

const warsaw = 'Europe/Warsaw';

test('a moment is read in its zone', () => {
  expect(localTime(Date.UTC(2026, 10, 24, 8, 5), warsaw)).toEqual({
    year: 2026, month: 11, day: 24, hour: 9, minute: 5, second: 0, weekday: 2,
  });
  expect(offsetMs(Date.UTC(2026, 6, 1), warsaw)).toBe(2 * hourMs);
});

test('a day in spring is 23 hours long and one in autumn 25', () => {
  const spring = momentOf(warsaw, 2027, 3, 28);
  const autumn = momentOf(warsaw, 2026, 10, 25);
  expect(addDays(spring, 1, warsaw) - spring).toBe(23 * hourMs);
  expect(addDays(autumn, 1, warsaw) - autumn).toBe(25 * hourMs);
});

test('a time that the clock skips is the moment after the jump', () => {
  expect(localTime(momentOf(warsaw, 2027, 3, 28, 2, 30), warsaw).hour).toBe(3);
});

test('of a time that comes twice the first is meant', () => {
  expect(momentOf(warsaw, 2026, 10, 25, 2, 30)).toBe(Date.UTC(2026, 9, 25, 0, 30));
});

test('midnights are counted in the zone', () => {
  const from = momentOf(warsaw, 2027, 3, 27, 15);
  const days = daysBetween(from, momentOf(warsaw, 2027, 3, 30), warsaw);
  expect(days.map((day) => localTime(day, warsaw).day)).toEqual([27, 28, 29]);
  expect(startOfDay(from, warsaw)).toBe(days[0]);
});

test('zones that jump by half an hour, and far ones, hold', () => {
  const day = momentOf('Australia/Lord_Howe', 2026, 10, 4);
  expect(addDays(day, 1, 'Australia/Lord_Howe') - day).toBe(23.5 * hourMs);
  expect(localTime(momentOf('Pacific/Kiritimati', 2026, 12, 31, 23, 59), 'Pacific/Kiritimati').day).toBe(31);
  expect(isZone('Nowhere/City')).toBe(false);
});
