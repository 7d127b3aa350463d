import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../../../lib/zone';
import { fieldsOf, filled, nextGridLine, readClock, readMoment } from './moment';

const zone = 'Europe/Warsaw';
const nine = Date.parse('2026-11-24T09:30:00+01:00');
const hhmm = (minutes: number | null) =>
  minutes === null ? null : `${Math.floor(minutes / 60)}:${minutes % 60}`;

test.each([
  ['9', '9:0'],
  ['09', '9:0'],
  ['930', '9:30'],
  ['0930', '9:30'],
  ['9:30', '9:30'],
  ['09:30', '9:30'],
  ['9.30', '9:30'],
  [' 9:30 ', '9:30'],
  ['0', '0:0'],
  ['00:00', '0:0'],
  ['17', '17:0'],
  ['1705', '17:5'],
  ['23:59', '23:59'],
])('a time is read from "%s"', (text, time) => expect(hhmm(readClock(text))).toBe(time));

test.each([
  '',
  '24',
  '24:00',
  '9:60',
  '960',
  '2400',
  '9:5',
  '9:',
  ':30',
  '9:30 PM',
  '9pm',
  '-1',
  '09:30:00',
  '12345',
  '9,30',
  'noon',
  '９',
])('invalid time "%s" is refused', (text) => expect(readClock(text)).toBeNull());

test('moment converts to fields and back in its zone', () => {
  expect(fieldsOf(nine, zone)).toEqual({ day: '2026-11-24', clock: '09:30' });
  expect(fieldsOf(nine, 'America/New_York')).toEqual({ day: '2026-11-24', clock: '03:30' });
  expect(fieldsOf(Date.parse('2026-11-23T23:00:00Z'), zone)).toEqual({
    day: '2026-11-24',
    clock: '00:00',
  });
  expect(fieldsOf(null, zone)).toEqual({ day: '', clock: '' });
  expect(readMoment({ day: '2026-11-24', clock: '930' }, zone)).toEqual({ at: nine });
});

test('invalid day, incomplete day or invalid time is named', () => {
  expect(readMoment({ day: '', clock: '9' }, zone)).toEqual({ wrong: 'day' });
  expect(readMoment({ day: '0202-11-24', clock: '9' }, zone)).toEqual({ wrong: 'day' });
  expect(readMoment({ day: '2026-11-24', clock: '' }, zone)).toEqual({ wrong: 'clock' });
  expect(readMoment({ day: '2026-11-24', clock: '25' }, zone)).toEqual({ wrong: 'clock' });
});

test('skipped time moves on by the jump, repeated one is the first', () => {
  const jump = Date.parse('2027-03-28T01:00:00Z');
  expect(readMoment({ day: '2027-03-28', clock: '2:30' }, zone)).toEqual({
    at: jump + 30 * minuteMs,
    clocks: 'skip',
  });
  expect(fieldsOf(jump + 30 * minuteMs, zone).clock).toBe('03:30');
  expect(readMoment({ day: '2027-03-28', clock: '3' }, zone)).toEqual({ at: jump });
  expect(readMoment({ day: '2027-03-28', clock: '1:59' }, zone)).toEqual({ at: jump - minuteMs });
  const back = Date.parse('2027-10-31T01:00:00Z');
  expect(readMoment({ day: '2027-10-31', clock: '2:30' }, zone)).toEqual({
    at: back - 30 * minuteMs,
    clocks: 'twice',
  });
  expect(readMoment({ day: '2027-10-31', clock: '1:59' }, zone)).toEqual({
    at: back - hourMs - minuteMs,
  });
  expect(readMoment({ day: '2027-10-31', clock: '3' }, zone)).toEqual({ at: back + hourMs });
  expect(readMoment({ day: '2027-10-31', clock: '2:30' }, 'UTC')).toEqual({
    at: back + 90 * minuteMs,
  });
});

test('one of two empty fields is enough', () => {
  expect(filled({ day: '2026-12-01', clock: '' }, nine, zone)).toEqual({
    day: '2026-12-01',
    clock: '00:00',
  });
  expect(filled({ day: '', clock: '17' }, nine, zone)).toEqual({ day: '2026-11-24', clock: '17' });
});

test('arrows follow grid lines across midnight and clock changes', () => {
  expect([nextGridLine(nine, 1), nextGridLine(nine, -1)]).toEqual([
    nine + 15 * minuteMs,
    nine - 15 * minuteMs,
  ]);
  expect([nextGridLine(nine + minuteMs, 1), nextGridLine(nine + minuteMs, -1)]).toEqual([
    nine + 15 * minuteMs,
    nine,
  ]);
  const midnight = Date.parse('2026-11-24T23:00:00Z');
  expect(fieldsOf(nextGridLine(midnight - 15 * minuteMs, 1), zone)).toEqual({
    day: '2026-11-25',
    clock: '00:00',
  });
  expect(fieldsOf(nextGridLine(Date.parse('2027-03-28T01:45:00+01:00'), 1), zone).clock).toBe(
    '03:00',
  );
});
