import { expect, test } from 'vitest';
import type { Violation } from '../../data/types';
import { hourMs, minuteMs } from '../../lib/zone';
import { askFor, evidenceOf, meanColumn } from './evidence';

const opened = Date.parse('2026-11-24T09:00:00Z');
const violation = (more: Partial<Violation> = {}) =>
  ({ gpus: ['gpu_1'], opened_at: '2026-11-24T09:00:00.000Z', ...more }) as Violation;

test('evidence starts ten minutes before, ends now or at its end', () => {
  expect(askFor(violation(), opened + 5 * minuteMs)).toEqual({
    from: opened - 10 * minuteMs,
    until: opened + 5 * minuteMs,
    step: 1,
  });
  expect(askFor(violation(), opened + 3 * hourMs).step).toBe(60);
  expect(askFor(violation(), opened + 60 * hourMs).step).toBe(3600);
  expect(askFor(violation({ closed_at: '2026-11-24T09:05:00.000Z' }), opened + 2 * hourMs)).toEqual(
    { from: opened - 10 * minuteMs, until: opened + 5 * minuteMs, step: 60 },
  );
});

test('means before and since are separate, unknown is not 0', () => {
  const found = evidenceOf(
    { from: opened - 2 * minuteMs, step: minuteMs, values: [80, 60, 40, null, 20] },
    opened,
  );
  expect(found.before).toEqual([80, 60, null, null, null]);
  expect(found.since).toEqual([null, 60, 40, null, 20]);
  expect([found.meanBefore, found.meanSince]).toEqual([70, 30]);
  const young = evidenceOf({ from: opened - 30_000, step: minuteMs, values: [90, 40] }, opened); // the minute in which it began
  expect([young.meanBefore, young.meanSince, young.since]).toEqual([null, 65, [90, 40]]);
  const seconds = (count: number) =>
    evidenceOf(
      { from: opened - count * 1000, step: 1000, values: Array.from({ length: count }, () => 100) },
      opened,
    ).meanBefore;
  expect([seconds(59), seconds(60)]).toEqual([null, 100]);
  expect(evidenceOf({ from: opened, step: minuteMs, values: [null] }, opened)).toMatchObject({
    meanBefore: null,
    meanSince: null,
  });
});

test('mean covers several GPUs', () => {
  const column = (...values: (number | null)[]) => ({ from: opened, step: minuteMs, values });
  expect(meanColumn([column(90, 80, null), column(10, null, null)])).toEqual(column(50, 80, null));
  expect(meanColumn([column(7)])).toEqual(column(7));
  expect(meanColumn([])).toBeUndefined();
});

test('many GPUs are queried by the minute in one answer', () => {
  const gpus = Array.from({ length: 64 }, (_, i) => `gpu_${i}`);
  expect([
    askFor(violation({ gpus }), opened + 19 * minuteMs).step,
    askFor(violation(), opened + 19 * minuteMs).step,
  ]).toEqual([60, 1]);
});
