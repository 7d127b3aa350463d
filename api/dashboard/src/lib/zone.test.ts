import { expect, test } from 'vitest';
import {
  addDays,
  firstHour,
  hourMs,
  isZone,
  localTime,
  momentOf,
  offsetMs,
  startOfDay,
  startOfWeek,
  shortZoneName,
} from './zone';

const warsaw = 'Europe/Warsaw';

test('moment is read in its zone', () => {
  expect(localTime(Date.UTC(2026, 10, 24, 8, 5), warsaw)).toEqual({
    year: 2026,
    month: 11,
    day: 24,
    hour: 9,
    minute: 5,
    second: 0,
    weekday: 2,
  });
  expect(offsetMs(Date.UTC(2026, 6, 1), warsaw)).toBe(2 * hourMs);
});

test('spring day has 23 hours and autumn day 25', () => {
  const spring = momentOf(warsaw, 2027, 3, 28);
  const autumn = momentOf(warsaw, 2026, 10, 25);
  expect(addDays(spring, 1, warsaw) - spring).toBe(23 * hourMs);
  expect(addDays(autumn, 1, warsaw) - autumn).toBe(25 * hourMs);
});

test('skipped time gives the moment after the jump', () => {
  expect(localTime(momentOf(warsaw, 2027, 3, 28, 2, 30), warsaw).hour).toBe(3);
});

test('repeated time gives the first moment', () => {
  expect(momentOf(warsaw, 2026, 10, 25, 2, 30)).toBe(Date.UTC(2026, 9, 25, 0, 30));
});

test('week begins on Monday midnight across a Sunday clock change', () => {
  const monday = momentOf(warsaw, 2027, 3, 22);
  const ofWeek = [
    [3, 22, 0],
    [3, 24, 12],
    [3, 28, 1],
    [3, 28, 3],
    [3, 28, 23],
  ] as const;
  expect(
    ofWeek.map(([month, day, hour]) =>
      startOfWeek(momentOf(warsaw, 2027, month, day, hour), warsaw),
    ),
  ).toEqual(ofWeek.map(() => monday));
  const next = startOfWeek(momentOf(warsaw, 2027, 3, 29), warsaw);
  expect([next - monday, startOfDay(next, warsaw)]).toEqual([(7 * 24 - 1) * hourMs, next]);
});

test('week start is right in autumn, at new year, and with skipped midnight', () => {
  expect(startOfWeek(momentOf(warsaw, 2026, 10, 25, 23), warsaw)).toBe(
    momentOf(warsaw, 2026, 10, 19),
  );
  expect(startOfWeek(momentOf(warsaw, 2027, 1, 3), warsaw)).toBe(momentOf(warsaw, 2026, 12, 28));
  expect(
    localTime(
      startOfWeek(momentOf('Africa/Cairo', 2026, 4, 26, 9), 'Africa/Cairo'),
      'Africa/Cairo',
    ),
  ).toMatchObject({ day: 20, hour: 0, weekday: 1 });
});

test('half-hour clock change and UTC+14 zone are right', () => {
  const day = momentOf('Australia/Lord_Howe', 2026, 10, 4);
  expect(addDays(day, 1, 'Australia/Lord_Howe') - day).toBe(23.5 * hourMs);
  expect(
    localTime(momentOf('Pacific/Kiritimati', 2026, 12, 31, 23, 59), 'Pacific/Kiritimati').day,
  ).toBe(31);
  expect(isZone('Nowhere/City')).toBe(false);
});

test('zone has one short name in summer and one in winter', () => {
  const [winter, summer] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];
  const names = (zone: string) => [shortZoneName(winter, zone), shortZoneName(summer, zone)];
  expect(names('Europe/Warsaw')).toEqual(['CET', 'CEST']);
  expect(names('America/New_York')).toEqual(['EST', 'EDT']);
  expect(names('America/Los_Angeles')).toEqual(['PST', 'PDT']);
  expect(names('Asia/Tokyo')).toEqual(['JST', 'JST']);
  expect(names('Asia/Kathmandu')).toEqual(['UTC+5:45', 'UTC+5:45']);
  expect(names('UTC')).toEqual(['UTC', 'UTC']);
});

test('week has each hour once, also with midnight off the hour', () => {
  for (const zone of ['Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', warsaw]) {
    const monday = momentOf(zone, 2026, 10, 19);
    const [first, next] = [
      firstHour(monday, Infinity),
      firstHour(addDays(monday, 7, zone), Infinity),
    ];
    expect(first - monday, zone).toBeLessThan(hourMs);
    expect(localTime(first, zone), zone).toMatchObject({ day: 19, hour: 0 });
    expect(next % hourMs, zone).toBe(0);
    expect(next - first, zone).toBe((zone === warsaw ? 169 : 168) * hourMs); // the clocks go back on its Sunday
  }
});

test('running hour is shown before a day’s first whole hour', () => {
  const midnight = momentOf('Asia/Kolkata', 2026, 11, 24);
  expect(firstHour(midnight, midnight + 10 * 60_000)).toBe(midnight - 30 * 60_000);
});
