import { expect, test } from 'vitest';
import { increments, tickText, timeTicks } from './ticks';

const at = (text: string) => Date.parse(text);
const shown = (ticks: { at: number }[]) =>
  ticks.map((tick) => new Date(tick.at).toISOString().slice(5, 16));

test('ten minutes have ticks at whole minutes', () => {
  const ticks = timeTicks(
    at('2026-11-21T07:03:20Z'),
    at('2026-11-21T07:13:20Z'),
    'Europe/Warsaw',
    6,
  );
  expect(shown(ticks)).toEqual([
    '11-21T07:04',
    '11-21T07:06',
    '11-21T07:08',
    '11-21T07:10',
    '11-21T07:12',
  ]);
  expect(ticks.every((tick) => tick.shows === 'minute')).toBe(true);
});

test('ticks are on whole hours in a half-hour zone', () => {
  expect(
    shown(timeTicks(at('2026-11-21T00:00Z'), at('2026-11-21T06:00Z'), 'Asia/Kolkata', 3)),
  ).toEqual(['11-21T00:30', '11-21T02:30', '11-21T04:30']);
});

test('day of 23 hours has one tick less at the right places', () => {
  const ticks = timeTicks(at('2027-03-27T23:00Z'), at('2027-03-28T10:00Z'), 'Europe/Warsaw', 12);
  expect(ticks[0]).toEqual({ at: at('2027-03-27T23:00Z'), shows: 'day' });
  expect(shown(ticks).slice(0, 4)).toEqual([
    '03-27T23:00',
    '03-28T00:00',
    '03-28T01:00',
    '03-28T02:00',
  ]);
});

test('week ticks begin with Monday', () => {
  const ticks = timeTicks(at('2026-10-24T12:00Z'), at('2026-11-21T12:00Z'), 'Europe/Warsaw', 5);
  expect(shown(ticks)).toEqual(['10-25T23:00', '11-01T23:00', '11-08T23:00', '11-15T23:00']);
});

test('year has no more ticks than fit', () => {
  const ticks = timeTicks(at('2025-11-26T12:00Z'), at('2026-11-26T12:00Z'), 'Europe/Warsaw', 8);
  expect(shown(ticks)).toHaveLength(7);
  expect(
    timeTicks(at('2025-11-26T12:00Z'), at('2026-11-26T12:00Z'), 'Europe/Warsaw', 2).length,
  ).toBeLessThanOrEqual(3);
});

test('value label has its unit where there is room', () => {
  expect(tickText('100', '%', true)).toBe('100\u00a0%');
  expect(tickText('50', '%', false)).toBe('50');
  expect([tickText('1,400', 'MHz', true), tickText('19,000', 's', true)]).toEqual([
    '1,400',
    '19,000',
  ]);
});

test('value ticks are far enough apart for distinct labels', () => {
  expect(increments(0).slice(0, 7)).toEqual([1, 2, 5, 10, 20, 25, 50]);
  expect(increments(1).slice(0, 7)).toEqual([0.1, 0.2, 0.5, 1, 2, 2.5, 5]);
});
