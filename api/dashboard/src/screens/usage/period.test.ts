import { expect, test } from 'vitest';
import { before, customPeriod, readPeriod, step, writePeriod } from './period';

const zone = 'Europe/Warsaw';
const now = Date.parse('2026-11-24T11:00:00Z'); // a Tuesday
const read = (text: string) => readPeriod(new URLSearchParams(text), now, zone);
const iso = (at: number) => new Date(at).toISOString();

test('default period is this week from Monday', () => {
  const week = read('');
  expect([week.kind, iso(week.from), iso(week.until)]).toEqual([
    'week',
    '2026-11-22T23:00:00.000Z',
    '2026-11-29T23:00:00.000Z',
  ]);
  expect(writePeriod(week, now, zone)).toEqual({ period: null, from: null, until: null });
});

test('written period is read again', () => {
  for (const text of [
    'period=day&from=2026-11-03',
    'from=2026-10-19',
    'period=month&from=2026-02-01',
    'period=custom&from=2026-10-20&until=2026-10-30',
    'period=day',
  ]) {
    const period = read(text);
    const written = Object.entries(writePeriod(period, now, zone)).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    );
    expect(read(new URLSearchParams(written as string[][]).toString())).toEqual(period);
  }
});

test('invalid or future period is this week', () => {
  const week = read('');
  for (const text of [
    'period=year',
    'from=yesterday',
    'from=2026-02-31',
    'period=custom&from=2026-10-20',
    'period=custom&from=2026-10-20&until=2026-10-01',
    'period=custom&from=0001-01-01&until=9999-01-01',
    'from=2031-01-01',
  ])
    expect(read(text)).toEqual(week);
  expect(customPeriod('2026-10-20', '2026-10-20', zone)?.kind).toBe('custom');
});

test('steps cross months of any length and clock changes', () => {
  const month = read('period=month&from=2026-03-10');
  expect(iso(step(month, -1, zone).from)).toBe('2026-01-31T23:00:00.000Z');
  expect(iso(step(month, 1, zone).from)).toBe('2026-03-31T22:00:00.000Z');
  const custom = read('period=custom&from=2026-10-24&until=2026-10-26');
  expect(iso(step(custom, 1, zone).from)).toBe('2026-10-26T23:00:00.000Z');
  expect(step(step(custom, 1, zone), -1, zone)).toEqual(custom);
});

test('half a week is compared with half of the week before', () => {
  const running = before(read(''), now, zone);
  expect([iso(running.from), iso(running.until)]).toEqual([
    '2026-11-15T23:00:00.000Z',
    '2026-11-17T11:00:00.000Z',
  ]);
  const whole = before(read('from=2026-11-09'), now, zone);
  expect([iso(whole.from), iso(whole.until)]).toEqual([
    '2026-11-01T23:00:00.000Z',
    '2026-11-08T23:00:00.000Z',
  ]);
  const march = before(read('period=month&from=2026-03-10'), now, zone);
  expect([iso(march.from), iso(march.until)]).toEqual([
    '2026-01-31T23:00:00.000Z',
    '2026-02-28T23:00:00.000Z',
  ]);
});
