/* Energy and percentiles of rows as they are said. What is not known is said to be so, never 0. Pure. */
import type { UsageRow } from '../../data/types';
import { numberText, type Reader } from '../../lib/format';

type Powered = Pick<UsageRow, 'energy_kwh' | 'energy_known_s' | 'energy_unknown_s'>;

/** Less than that of a row is no reason to doubt its energy. */
const worthS = 180;

/** How much of the time its energy is known for, in percent; undefined: for all of it, or for none. */
export function energyKnown(row: Powered): number | undefined {
  if (row.energy_kwh === undefined || row.energy_unknown_s < worthS) return undefined;
  return Math.min(99, Math.floor((row.energy_known_s / (row.energy_known_s + row.energy_unknown_s)) * 100));
}

/** Digits behind the point: what is small keeps some. */
export const energyDigits = (kwh: number): number => (kwh < 1 ? 3 : kwh < 100 ? 1 : 0);

/** Those of a whole column: what is largest in it says how many. */
export const columnDigits = (rows: readonly Pick<UsageRow, 'energy_kwh'>[]): number => energyDigits(Math.max(0, ...rows.map((row) => row.energy_kwh ?? 0)));

/** With so many digits, also where they are zeros; what is less than they can say is never 0. */
export function energyText(kwh: number, digits: number, reader: Reader): string {
  const least = 10 ** -digits;
  return kwh > 0 && kwh < least / 2 ? `< ${numberText(least, reader, digits, digits)}` : numberText(kwh, reader, digits, digits);
}

/** Share of the time with percentiles that was under 5 %; undefined: there is none. */
export const lowShare = (row: Pick<UsageRow, 'under_5_percent_s' | 'percentiles_of_s'>): number | undefined =>
  (row.percentiles_of_s > 0 ? (row.under_5_percent_s / row.percentiles_of_s) * 100 : undefined);

/** Those of which there is anything to say here. */
export const measuredRows = (rows: readonly UsageRow[]): UsageRow[] => rows.filter((row) => row.reserved_s > 0 || row.used_of_others_s > 0 || row.unreserved_used_s > 0);

/** Who gave back the most first. */
export const givenBackRows = (rows: readonly UsageRow[]): UsageRow[] =>
  rows.filter((row) => row.given_back_s > 0 || row.freed_as_idle_s > 0).sort((a, b) => b.given_back_s - a.given_back_s || b.freed_as_idle_s - a.freed_as_idle_s);

/** How much of the GPUs' time was measured, 0 to 1; undefined: there was none. */
export function knownShare(total: UsageRow): number | undefined {
  const all = total.capacity_s ?? 0;
  if (all <= 0) return undefined;
  return Math.max(0, all - total.unmeasured_s - (total.unreserved_unmeasured_s ?? 0)) / all;
}
