import { expect, test } from 'vitest';
import type { UsageReport, UsageRow } from '../../../data/types';
import { axisOf, countOf, rank, sorted, worst } from './rank';
import { noUse } from '../testing';
import { countText } from '../words';

const row = (more: Partial<UsageRow>): UsageRow => ({
  ...noUse,
  ...more,
});
const report = (...rows: UsageRow[]): UsageReport => ({
  from: '',
  until: '',
  zone: 'UTC',
  by: 'person',
  own_only: false,
  total: row({}),
  rows,
});
const dana = row({
  person_id: 'per_d',
  reserved_s: 100,
  used_by_owner_s: 40,
  used_by_others_s: 10,
  idle_s: 30,
  unmeasured_s: 15,
  used_by_unknown_s: 5,
});
const hana = row({ person_id: 'per_h', reserved_s: 50, idle_s: 50 });
const anonymous = row({ unix_name: 'zoe', used_of_others_s: 10 });
const nobody = row({ person_id: 'per_n' });

test('parts of a row add up to the reserved time, unknown is not idle', () => {
  const [first] = rank(report(dana), null, 'person');
  expect(first?.split).toEqual({ holder: 40, others: 10, idle: 30, unknown: 20 });
  expect([first?.share, first?.change]).toEqual([0.3, null]);
});

test('unknown account with use has a row, an idle person has none', () => {
  const rows = rank(
    report(dana, anonymous, nobody),
    report(row({ person_id: 'per_d', idle_s: 10 })),
    'person',
  );
  expect(rows.map((one) => [one.key, one.share, one.change])).toEqual([
    ['per_d', 0.3, 20],
    ['account:zoe', null, 0],
  ]);
});

test('groups are ranked, with a row for bookings without one', () => {
  const rows = rank(
    report(
      row({ group_id: 'grp_1', group_name: 'vision', reserved_s: 10, idle_s: 4 }),
      row({ used_of_others_s: 3 }),
    ),
    report(row({ group_id: 'grp_1', idle_s: 1 })),
    'group',
  );
  expect(rows.map((one) => [one.key, one.change])).toEqual([
    ['grp_1', 3],
    ['', 0],
  ]);
});

test('ranking sorts by any column', () => {
  const rows = rank(
    report(dana, hana, anonymous),
    report(row({ person_id: 'per_h', idle_s: 60 })),
    'person',
  );
  const by = (order: Parameters<typeof sorted>[1]) => sorted(rows, order).map((one) => one.key[4]);
  expect([by('idle'), by('share'), by('used'), by('change')]).toEqual([
    ['h', 'd', 'u'],
    ['h', 'd', 'u'],
    ['d', 'h', 'u'],
    ['d', 'u', 'h'],
  ]);
});

test('both sides of the axis share a scale within the picture', () => {
  const splits = [
    { holder: 10, others: 0, idle: 1000, unknown: 0 },
    { holder: 20, others: 5, idle: 0, unknown: 5 },
  ];
  const axis = axisOf(splits);
  for (const split of splits) {
    expect(split.idle * axis.scale).toBeLessThanOrEqual(axis.at);
    expect((split.holder + split.others + split.unknown) * axis.scale).toBeLessThanOrEqual(
      100 - axis.at,
    );
  }
  expect(axisOf([]).at).toBeGreaterThan(0);
});

test('worst rows are one above half of the idle time, else two', () => {
  const rows = rank(report(dana, hana, anonymous), null, 'person');
  expect(worst(rows, 80)).toMatchObject({ rows: [{ key: 'per_h' }], idle: 50 });
  expect(worst(rows, 200)).toMatchObject({ rows: [{ key: 'per_h' }, { key: 'per_d' }], idle: 80 });
});

test('count separates people from unknown accounts', () => {
  const ranked = rank(report(dana, hana, anonymous, nobody), null, 'person');
  expect(ranked).toHaveLength(3); // rows without use are left out
  const counts = countOf(ranked, 'person');
  expect(counts).toEqual({ named: 2, rest: 1 });
  expect(countText(counts, 'person')).toBe('2 people and 1 unknown account');
  expect(countText({ named: 3, rest: 0 }, 'person')).toBe('3 people');
  expect(
    countText(countOf([{ row: row({ project: 'bert' }) }, { row: row({}) }], 'project'), 'project'),
  ).toBe('1 project and what has no project');
  expect(
    countText(countOf([{ row: row({ group_id: 'grp_1' }) }, { row: row({}) }], 'group'), 'group'),
  ).toBe('1 group and who is in no group');
  expect(countText(countOf([{ row: row({ model: 'A100' }) }], 'model'), 'model')).toBe('1 model');
});
