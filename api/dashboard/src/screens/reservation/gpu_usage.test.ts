import { expect, test } from 'vitest';
import type { Booking } from '../../data/bookings/booking';
import type { Usage } from '../../data/types';
import { hourMs, minuteMs } from '../../lib/zone';
import { askFor, columnsOf, meanColumn, mostUse } from './gpu_usage';

const start = Date.parse('2026-11-24T09:00:00Z');
const booking = (length: number, gpus = 1, more: Partial<Booking> = {}): Booking => ({
  id: 'res_1',
  gpus: Array.from({ length: gpus }, (_, i) => `gpu_${i}`),
  owner: 'per_a',
  ownerName: 'ann',
  title: '',
  from: start,
  until: start + length,
  state: 'running',
  version: 1,
  ...more,
});

test('query uses seconds, then minutes, then hours, until now', () => {
  expect(askFor(booking(8 * hourMs), start + 5 * minuteMs)).toEqual({
    from: start,
    until: start + 5 * minuteMs,
    step: 1,
  });
  expect(askFor(booking(8 * hourMs), start + 2 * hourMs)).toEqual({
    from: start,
    until: start + 2 * hourMs,
    step: 60,
  });
  expect(askFor(booking(8 * hourMs), start + 40 * 24 * hourMs)).toEqual({
    from: start,
    until: start + 8 * hourMs,
    step: 3600,
  });
});

test('query stays below the server’s limit of values', () => {
  expect(askFor(booking(7 * 24 * hourMs, 4), start + 7 * 24 * hourMs)?.step).toBe(60);
  expect(askFor(booking(7 * 24 * hourMs, 8), start + 7 * 24 * hourMs)?.step).toBe(3600);
  expect(askFor(booking(8 * hourMs, 128), start + 10 * minuteMs)?.step).toBe(60);
});

test('booking that never ran has no query', () => {
  expect(askFor(booking(hourMs), start - hourMs)).toBeUndefined();
  expect(askFor(booking(hourMs, 1, { state: 'cancelled' }), start + 2 * hourMs)).toBeUndefined();
});

const usage = (from: number, values: (number | null)[]): Usage =>
  ({
    from: new Date(from).toISOString(),
    until: '',
    step_s: 60,
    gpus: [{ gpu_id: 'gpu_0', utilization_percent: values }, { gpu_id: 'gpu_1' }],
  }) as Usage;

test('minute mostly of another booking is left out', () => {
  const asked = { from: start + 40_000, until: start + 5 * minuteMs, step: 60 as const };
  expect(columnsOf(usage(start, [90, 10, 20]), asked).get('gpu_0')?.utilization_percent).toEqual({
    from: start + minuteMs,
    step: minuteMs,
    values: [10, 20],
  });
  const early = { ...asked, from: start + 10_000 };
  expect(
    columnsOf(usage(start, [90, 10, 20]), early).get('gpu_0')?.utilization_percent?.values,
  ).toEqual([90, 10, 20]);
});

test('unmeasured time is not 0', () => {
  const column = { from: 0, step: 1, values: [null, 50, null, 100] };
  expect(mostUse(column)).toBe(100);
  expect(mostUse({ from: 0, step: 1, values: [null] })).toBeUndefined();
  expect(meanColumn([column, { from: 0, step: 1, values: [null, 100, 10, null] }])?.values).toEqual(
    [null, 75, 10, 100],
  );
});
