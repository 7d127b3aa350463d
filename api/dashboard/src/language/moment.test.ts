import { expect, test } from 'vitest';
import { momentOf } from '../lib/zone';
import { endTime, momentText, rangeHalves, rangeText, rangeWithin, spanText } from './moment';
import { setLanguage } from './t.svelte';

const reader = { language: 'en', zone: 'Europe/Warsaw' };
const polish = { ...reader, language: 'pl' };
const at = momentOf(reader.zone, 2026, 11, 24, 9);
const day = (month: number, date: number) =>
  momentOf(reader.zone, month < 6 ? 2027 : 2026, month, date);

test('a length in a sentence has no seconds', () => {
  expect([0, 59_999].map(spanText)).toEqual(['less than a minute', 'less than a minute']);
  expect([60_000, 89_000, 91_000].map(spanText)).toEqual([
    '1\u00a0min',
    '1\u00a0min',
    '2\u00a0min',
  ]);
  expect([3_599_800, 7_200_400].map(spanText)).toEqual(['1\u00a0h', '2\u00a0h']);
});

test('a range names its zone once and its second day only where it differs', () => {
  expect(rangeText(at, at + 8 * 3_600_000, reader)).toBe('Tue 24 Nov 09:00 – 17:00 CET');
  expect(rangeText(at, at + 24 * 3_600_000, reader)).toBe(
    'Tue 24 Nov 09:00 – Wed 25 Nov 09:00 CET',
  );
});

test('where clocks change between, both zones are named', () => {
  const spring = momentOf(reader.zone, 2027, 3, 28);
  expect(rangeText(spring, momentOf(reader.zone, 2027, 3, 28, 9), reader)).toBe(
    'Sun 28 Mar 00:00 CET – 09:00 CEST',
  );
});

test('a date of another year says it; tomorrow and yesterday are what they are', () => {
  const eve = momentOf(reader.zone, 2026, 12, 31, 18);
  const [newYear, later] = [
    momentOf(reader.zone, 2027, 1, 1, 9),
    momentOf(reader.zone, 2027, 1, 2, 9),
  ];
  expect([momentText(newYear, eve, reader), momentText(later, eve, reader)]).toEqual([
    'tomorrow 09:00',
    'Sat 2 Jan 2027 09:00',
  ]);
  expect(momentText(eve, newYear, reader)).toBe('yesterday 18:00');
});

test('midnight as an end does not open the next day', () => {
  const midnight = day(11, 25);
  expect(rangeText(at, midnight, reader)).toBe('Tue 24 Nov 09:00 – 24:00 CET');
  expect(rangeWithin(at, midnight, reader, false)).toBe('24 Nov 09:00 – 24:00');
  expect(rangeHalves(at, midnight, at, reader)).toEqual(['Today 09:00', '– 24:00']);
  expect(endTime(midnight, reader)).toBe('24:00');
});

test('in a narrow column a range has no weekdays', () => {
  expect(rangeWithin(at, at + 24 * 3_600_000, reader, false)).toBe('24 Nov 09:00 – 25 Nov 09:00');
  expect(rangeWithin(day(11, 23), day(11, 26), reader, false)).toBe('23 – 25 Nov, all day');
  expect(rangeWithin(day(11, 30), day(12, 3), polish, false)).toBe('30 lis – 2 gru, all day');
});

test('whole days are days', () => {
  expect(rangeText(day(11, 23), day(11, 26), reader)).toBe('Mon 23 – Wed 25 Nov, all day CET');
  expect(rangeText(day(11, 23), day(11, 24), reader)).toBe('Mon 23 Nov, all day CET');
  expect(rangeWithin(day(11, 30), day(12, 3), reader)).toBe('Mon 30 Nov – Wed 2 Dec, all day');
  expect(rangeText(day(11, 23), day(11, 24) + 60_000, reader)).toBe(
    'Mon 23 Nov 00:00 – Tue 24 Nov 00:01 CET',
  );
});

test('a day on which clocks change is a whole one, 24 hours of it are not', () => {
  expect(rangeText(day(3, 28), day(3, 29), reader)).toBe('Sun 28 Mar, all day CET/CEST');
  expect(rangeText(day(3, 28), day(3, 28) + 24 * 3_600_000, reader)).toBe(
    'Sun 28 Mar 00:00 CET – Mon 29 Mar 01:00 CEST',
  );
});

test('ranges in Polish', async () => {
  await setLanguage('pl');
  expect(rangeText(at, at + 24 * 3_600_000, polish)).toBe(
    'wt. 24 lis 09:00 – śr. 25 lis 09:00 CET',
  );
  expect(rangeWithin(day(11, 23), day(11, 24), polish)).toBe('pon. 23 lis, cały dzień');
  expect(rangeText(day(11, 23), day(11, 26), polish)).toBe('pon. 23 – śr. 25 lis, całe dni CET');
  await setLanguage('en');
});

test('in a list the days stand out, or the start', () => {
  const now = day(11, 22) + 1;
  expect(rangeHalves(at, at + 3_600_000, now, reader)).toEqual(['Tue 24 Nov 09:00', '– 10:00']);
  expect(rangeHalves(day(11, 23), day(11, 24), now, reader)).toEqual(['Tomorrow', 'all day']);
  expect(rangeHalves(day(11, 23), day(11, 24), now, reader, true)).toEqual(['tomorrow', 'all day']);
  expect(rangeHalves(day(11, 24), day(11, 27), now, reader)).toEqual([
    'Tue 24 – Thu 26 Nov',
    'all day',
  ]);
});
