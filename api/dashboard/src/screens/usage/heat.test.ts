import { expect, test } from 'vitest';
import type { UsageReport, UsageRow } from '../../data/types';
import { initialHour, heatOf, moved, weekendShare } from './heat';
import { noUse } from './testing';

const row = (weekday: number, hour: number, more: Partial<UsageRow> = {}): UsageRow => ({
  ...noUse,
  weekday,
  hour,
  capacity_s: 7200,
  unreserved_unmeasured_s: 0,
  ...more,
});
const report = (...rows: UsageRow[]): UsageReport => ({
  from: '',
  until: '',
  zone: 'UTC',
  own_only: false,
  by: 'hour_of_week',
  total: row(1, 0),
  rows,
});

test('used share is of measured time, by anyone, else unknown', () => {
  const [monday] = heatOf(
    report(
      row(1, 0, {
        used_by_owner_s: 900,
        used_by_others_s: 300,
        used_by_unknown_s: 300,
        unreserved_used_s: 300,
        unmeasured_s: 1800,
        unreserved_unmeasured_s: 1800,
      }),
      row(1, 1, { unmeasured_s: 7200 }),
      row(1, 2, { capacity_s: 0 }),
    ),
  );
  expect(monday?.cells.slice(0, 4).map((cell) => [cell.state, cell.used])).toEqual([
    ['known', 50],
    ['unknown', 0],
    ['outside', 0],
    ['outside', 0],
  ]);
});

test('weekend share of idle hours is computed', () => {
  expect(weekendShare(heatOf(report(row(1, 0, { idle_s: 3 }), row(7, 0, { idle_s: 1 }))))).toBe(25);
  expect(weekendShare(heatOf(report(row(1, 0, { idle_s: 3 }))))).toBeUndefined();
  expect(weekendShare(heatOf(report(row(6, 0))))).toBeUndefined();
});

test('absent day has no idle hours, and a single day is one row', () => {
  const tuesday = report(row(2, 0, { idle_s: 60 }), row(2, 1, { idle_s: 30 }));
  expect(heatOf(tuesday).map((day) => day.idle)).toEqual([null, 90, null, null, null, null, null]);
  expect(heatOf(tuesday, true).map((day) => day.weekday)).toEqual([2]);
  expect(heatOf(report(), true)).toHaveLength(7);
  expect(weekendShare(heatOf(report(row(6, 0, { idle_s: 5 })), true))).toBeUndefined();
});

test('initial hour is nine in the morning, else the last one', () => {
  expect(initialHour(heatOf(report(row(1, 9), row(3, 4))))).toEqual({ day: 0, hour: 9 });
  expect(initialHour(heatOf(report(row(1, 0), row(1, 5))))).toEqual({ day: 0, hour: 5 });
  expect(initialHour(heatOf(report()))).toEqual({ day: 0, hour: 9 });
});

test('arrows stay on the map', () => {
  expect(moved({ day: 0, hour: 0 }, 'ArrowLeft')).toEqual({ day: 0, hour: 0 });
  expect(moved({ day: 6, hour: 5 }, 'ArrowDown')).toEqual({ day: 6, hour: 5 });
  expect(moved({ day: 3, hour: 5 }, 'End')).toEqual({ day: 3, hour: 23 });
  expect(moved({ day: 0, hour: 5 }, 'ArrowDown', 1)).toEqual({ day: 0, hour: 5 });
  expect(moved({ day: 3, hour: 5 }, 'Enter')).toBeUndefined();
});
