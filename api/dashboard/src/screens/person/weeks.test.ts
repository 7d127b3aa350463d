import { expect, test } from 'vitest';
import type { UsageReport, UsageRow } from '../../data/types';
import { lastWhole, weeksOf } from './weeks';

const none: UsageRow = {
  reserved_s: 0,
  used_by_owner_s: 0,
  used_by_others_s: 0,
  used_by_unknown_s: 0,
  idle_s: 0,
  idle_with_process_s: 0,
  idle_without_process_s: 0,
  unmeasured_s: 0,
  used_of_others_s: 0,
  unreserved_used_s: 0,
  violated_s: 0,
  given_back_s: 0,
  freed_as_idle_s: 0,
  under_5_percent_s: 0,
  percentiles_of_s: 0,
  energy_known_s: 0,
  energy_unknown_s: 0,
};
const report = (...rows: UsageRow[]): UsageReport => ({
  from: '',
  until: '',
  zone: 'Europe/Warsaw',
  own_only: false,
  by: 'week',
  total: none,
  rows,
});

test('sentence is about last week, not this one', () => {
  const weeks = weeksOf(
    report(
      {
        ...none,
        from: '2026-11-08T23:00:00.000Z',
        reserved_s: 36_000,
        used_by_owner_s: 18_000,
        idle_s: 10_800,
        unmeasured_s: 3600,
        used_by_unknown_s: 3600,
      },
      { ...none, from: '2026-11-15T23:00:00.000Z', reserved_s: 7200, idle_s: 7200 },
    ),
    Date.parse('2026-11-18T12:00:00Z'),
    2,
  );
  expect(lastWhole(weeks)).toEqual({
    from: Date.parse('2026-11-08T23:00:00.000Z'),
    reserved: 10,
    split: { holder: 5, others: 0, idle: 3, unknown: 2 },
    running: false,
  });
  expect(weeks[1]?.running).toBe(true);
  expect(lastWhole([])).toBeUndefined();
});

test('weeks before the first known one have no reservations', () => {
  const weeks = weeksOf(
    report({ ...none, from: '2026-11-15T23:00:00.000Z', reserved_s: 7200, idle_s: 7200 }),
    Date.parse('2026-11-18T12:00:00Z'),
    3,
  );
  expect(weeks.map((week) => [new Date(week.from).toISOString(), week.reserved])).toEqual([
    ['2026-11-01T23:00:00.000Z', 0],
    ['2026-11-08T23:00:00.000Z', 0],
    ['2026-11-15T23:00:00.000Z', 2],
  ]);
});
