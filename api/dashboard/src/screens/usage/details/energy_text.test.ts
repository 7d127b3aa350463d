import { expect, test } from 'vitest';
import type { UsageRow } from '../../../data/types';
import {
  columnDigits,
  energyDigits,
  energyKnown,
  energyText,
  givenBackRows,
  knownShare,
  lowShare,
  measuredRows,
} from './energy_text';
import { noUse } from '../testing';

const row = (more: Partial<UsageRow>): UsageRow => ({ ...noUse, ...more }) as UsageRow;

test('energy of part of the time says so', () => {
  expect(
    energyKnown(row({ energy_kwh: 2, energy_known_s: 3600, energy_unknown_s: 0 })),
  ).toBeUndefined();
  expect(energyKnown(row({ energy_kwh: 2, energy_known_s: 3600, energy_unknown_s: 3600 }))).toBe(
    50,
  );
  expect(
    energyKnown(row({ energy_kwh: 2, energy_known_s: 3_600_000, energy_unknown_s: 200 })),
  ).toBe(99);
  expect(energyKnown(row({ energy_unknown_s: 3600 }))).toBeUndefined(); // nothing is known: a different text
});

test('small energies keep their decimals', () => {
  expect([0.012, 3.4, 240].map(energyDigits)).toEqual([3, 1, 0]);
});

test('column has its largest value’s decimals and no false 0', () => {
  const column = (...values: (number | undefined)[]) => {
    const rows = values.map((energy_kwh) => row(energy_kwh === undefined ? {} : { energy_kwh }));
    const digits = columnDigits(rows);
    return values.map((value) =>
      value === undefined ? '?' : energyText(value, digits, { language: 'en', zone: 'UTC' }),
    );
  };
  expect(column(0.016, 0.02, undefined)).toEqual(['0.016', '0.020', '?']);
  expect(column(3, 0.02, 12.34, 0)).toEqual(['3.0', '< 0.1', '12.3', '0.0']);
  expect(column(240.4, 0.6, 0.4)).toEqual(['240', '1', '< 1']);
  expect(column(undefined)).toEqual(['?']);
});

test('row without percentiles has no share', () => {
  expect(lowShare(row({}))).toBeUndefined();
  expect(lowShare(row({ under_5_percent_s: 900, percentiles_of_s: 3600 }))).toBe(25);
});

test('rows with energy alone are left out', () => {
  expect(
    measuredRows([
      row({ energy_kwh: 1, energy_known_s: 10 }),
      row({ reserved_s: 1 }),
      row({ unreserved_used_s: 1 }),
    ]),
  ).toHaveLength(2);
});

test('returned time sorts the largest first', () => {
  const rows = [
    row({ unix_name: 'none' }),
    row({ unix_name: 'rule', freed_as_idle_s: 100 }),
    row({ unix_name: 'ann', given_back_s: 50 }),
  ];
  expect(givenBackRows(rows).map((one) => one.unix_name)).toEqual(['ann', 'rule']);
});

test('unmeasured time is unknown, booked or not', () => {
  expect(knownShare(row({}))).toBeUndefined();
  expect(
    knownShare(row({ capacity_s: 1000, unmeasured_s: 100, unreserved_unmeasured_s: 400 })),
  ).toBe(0.5);
});
