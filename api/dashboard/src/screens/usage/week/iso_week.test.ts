import { expect, test } from 'vitest';
import { isoWeek, momentIn, weekNumber } from './iso_week';

test('weeks are numbered by ISO 8601 on the zone’s clock', () => {
  const known = {
    '2026-11-16T12:00:00Z': '2026-W47',
    '2025-12-29T12:00:00Z': '2026-W01',
    '2027-01-03T12:00:00Z': '2026-W53',
    '2021-01-03T12:00:00Z': '2020-W53',
    '2024-01-01T12:00:00Z': '2024-W01',
  };
  for (const [at, week] of Object.entries(known)) expect(isoWeek(Date.parse(at), 'UTC')).toBe(week);
  expect(isoWeek(Date.parse('2026-11-15T23:30:00Z'), 'Europe/Warsaw')).toBe('2026-W47');
  expect(isoWeek(Date.parse('2026-11-15T23:30:00Z'), 'UTC')).toBe('2026-W46');
});

test('moment of a week lies within it', () => {
  for (
    let at = Date.parse('2019-12-20T12:00:00Z');
    at < Date.parse('2033-01-20T00:00:00Z');
    at += 7 * 86_400_000
  ) {
    const week = isoWeek(at, 'Asia/Kathmandu');
    expect(isoWeek(momentIn(week, 'Asia/Kathmandu') ?? 0, 'Asia/Kathmandu')).toBe(week);
  }
});

test('invalid week has no number', () => {
  expect(['2026-47', '2026-W00', '2026-W54', 'x', '2026-W4'].map(weekNumber)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(weekNumber('2026-W47')).toBe(47);
});
