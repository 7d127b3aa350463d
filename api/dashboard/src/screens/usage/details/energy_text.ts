/* Energy and percentiles of rows as text. Unknown values are shown as unknown, never 0. Pure. */
import type { UsageRow } from '../../../data/types';
import { numberText, type Reader } from '../../../lib/format';

type Powered = Pick<UsageRow, 'energy_kwh' | 'energy_known_s' | 'energy_unknown_s'>;

/** A smaller unknown part does not matter, s. */
const worthS = 180;

/** The percentage of time with known energy; undefined: all of it, or none. */
export function energyKnown(row: Powered): number | undefined {
  if (row.energy_kwh === undefined || row.energy_unknown_s < worthS) return undefined;
  return Math.min(
    99,
    Math.floor((row.energy_known_s / (row.energy_known_s + row.energy_unknown_s)) * 100),
  );
}

/** Decimals: small values keep some. */
export const energyDigits = (kwh: number): number => (kwh < 1 ? 3 : kwh < 100 ? 1 : 0);

/** The decimals of a whole column: its largest value decides. */
export const columnDigits = (rows: readonly Pick<UsageRow, 'energy_kwh'>[]): number =>
  energyDigits(Math.max(0, ...rows.map((row) => row.energy_kwh ?? 0)));

/** With fixed decimals, zeros too; a positive value below them is never shown as 0. */
export function energyText(kwh: number, digits: number, reader: Reader): string {
  const least = 10 ** -digits;
  return kwh > 0 && kwh < least / 2
    ? `< ${numberText(least, reader, digits, digits)}`
    : numberText(kwh, reader, digits, digits);
}

/** The share of the time with percentiles that was under 5 %; undefined: no such time. */
export const lowShare = (
  row: Pick<UsageRow, 'under_5_percent_s' | 'percentiles_of_s'>,
): number | undefined =>
  row.percentiles_of_s > 0 ? (row.under_5_percent_s / row.percentiles_of_s) * 100 : undefined;

/** Rows with measured values. */
export const measuredRows = (rows: readonly UsageRow[]): UsageRow[] =>
  rows.filter((row) => row.reserved_s > 0 || row.used_of_others_s > 0 || row.unreserved_used_s > 0);

/** Rows by returned time, the most first. */
export const givenBackRows = (rows: readonly UsageRow[]): UsageRow[] =>
  rows
    .filter((row) => row.given_back_s > 0 || row.freed_as_idle_s > 0)
    .sort((a, b) => b.given_back_s - a.given_back_s || b.freed_as_idle_s - a.freed_as_idle_s);

/** The measured share of the GPUs' time, 0 to 1; undefined: no time. */
export function knownShare(total: UsageRow): number | undefined {
  const all = total.capacity_s ?? 0;
  if (all <= 0) return undefined;
  return Math.max(0, all - total.unmeasured_s - (total.unreserved_unmeasured_s ?? 0)) / all;
}
