import { expect, test } from 'vitest';
import type { Booking } from '../../data/booking';
import type { Usage } from '../../data/types';
import { hourMs, minuteMs } from '../../lib/zone';
import { askFor, columnsOf, meanColumn, mostUse } from './gpu_usage';

const start = Date.parse('2026-11-24T09:00:00Z');
const booking = (length: number, gpus = 1, more: Partial<Booking> = {}): Booking => ({
  id: 'res_1', gpus: Array.from({ length: gpus }, (_, i) => `gpu_${i}`), owner: 'per_a', ownerName: 'ann', title: '', from: start, until: start + length, state: 'running', version: 1, ...more,
});

test('seconds while it is young, minutes for a month, hours after; up to now while it runs', () => {
  expect(askFor(booking(8 * hourMs), start + 5 * minuteMs)).toEqual({ from: start, until: start + 5 * minuteMs, step: 1 });
  expect(askFor(booking(8 * hourMs), start + 2 * hourMs)).toEqual({ from: start, until: start + 2 * hourMs, step: 60 });
  expect(askFor(booking(8 * hourMs), start + 40 * 24 * hourMs)).toEqual({ from: start, until: start + 8 * hourMs, step: 3600 });
});

test('never more values than the server gives', () => {
  expect(askFor(booking(7 * 24 * hourMs, 4), start + 7 * 24 * hourMs)?.step).toBe(60);
  expect(askFor(booking(7 * 24 * hourMs, 8), start + 7 * 24 * hourMs)?.step).toBe(3600);
  expect(askFor(booking(8 * hourMs, 128), start + 10 * minuteMs)?.step).toBe(60);
});

test('nothing is asked for what never ran', () => {
  expect(askFor(booking(hourMs), start - hourMs)).toBeUndefined();
  expect(askFor(booking(hourMs, 1, { state: 'cancelled' }), start + 2 * hourMs)).toBeUndefined();
});

const usage = (from: number, values: (number | null)[]): Usage =>
  ({ from: new Date(from).toISOString(), until: '', step_s: 60, gpus: [{ gpu_id: 'gpu_0', utilization_percent: values }, { gpu_id: 'gpu_1' }] }) as Usage;

test('a minute that was mostly somebody else’s is left out', () => {
  const asked = { from: start + 40_000, until: start + 5 * minuteMs, step: 60 as const };
  expect(columnsOf(usage(start, [90, 10, 20]), asked).get('gpu_0')?.utilization_percent).toEqual({ from: start + minuteMs, step: minuteMs, values: [10, 20] });
  const early = { ...asked, from: start + 10_000 };
  expect(columnsOf(usage(start, [90, 10, 20]), early).get('gpu_0')?.utilization_percent?.values).toEqual([90, 10, 20]);
});

test('what was not measured is no zero', () => {
  const column = { from: 0, step: 1, values: [null, 50, null, 100] };
  expect(mostUse(column)).toBe(100);
  expect(mostUse({ from: 0, step: 1, values: [null] })).toBeUndefined();
  expect(meanColumn([column, { from: 0, step: 1, values: [null, 100, 10, null] }])?.values).toEqual([null, 75, 10, 100]);
});
