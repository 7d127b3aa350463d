/* Held time by use: by the holder, by others, idle, unknown. In any unit the parts add up to the
   whole. Pure. */
import type { UsageRow } from '../../data/types';
import { outweighs } from '../../lib/share';

export interface Split {
  holder: number;
  others: number;
  idle: number;
  /** Not measured, or of unknown users: hidden owners, several at once. */
  unknown: number;
}

export const parts = [
  'holder',
  'others',
  'idle',
  'unknown',
] as const satisfies readonly (keyof Split)[];
export const nothing: Split = { holder: 0, others: 0, idle: 0, unknown: 0 };

/** The parts that a bar draws: violations are separate from others' use. */
export type Drawn = Split & { violation: number };
export const drawnParts = [
  'holder',
  'violation',
  'others',
  'idle',
  'unknown',
] as const satisfies readonly (keyof Drawn)[];

export function drawnOf(split: Split, violation: number): Drawn {
  const wrong = Math.min(split.others, violation);
  return { ...split, violation: wrong, others: split.others - wrong };
}

export const allOf = (split: Split): number => parts.reduce((sum, part) => sum + split[part], 0);

/** From a row of the report, in GPU-seconds. */
export const splitOf = (row: UsageRow): Split => ({
  holder: row.used_by_owner_s,
  others: row.used_by_others_s,
  idle: row.idle_s,
  unknown: row.used_by_unknown_s + row.unmeasured_s,
});

/** The upper limit of others' use against the rules: while a violation without an excuse was
    open. */
export const violationOf = (row: UsageRow): number =>
  Math.min(row.used_by_others_s, row.violated_s);

export function plus(a: Split, b: Split): Split {
  return {
    holder: a.holder + b.holder,
    others: a.others + b.others,
    idle: a.idle + b.idle,
    unknown: a.unknown + b.unknown,
  };
}

/** Whole percentages that add up to 100; a positive part is never 0. The largest parts absorb the
    rounding. All 0 if the whole is 0. */
export function percents<Part extends string>(
  whole: Readonly<Record<Part, number>>,
): Record<Part, number> {
  const names = Object.keys(whole) as Part[];
  const sum = names.reduce((all, part) => all + whole[part], 0);
  const exact = names.map((part) => ({
    part,
    value: sum > 0 ? (Math.max(0, whole[part]) / sum) * 100 : 0,
  }));
  const shares = Object.fromEntries(
    exact.map(({ part, value }) => [part, value > 0 ? Math.max(1, Math.floor(value)) : 0]),
  ) as Record<Part, number>;
  if (sum <= 0) return shares;
  let left = 100 - names.reduce((all, part) => all + shares[part], 0);
  for (const { part, value } of [...exact].sort((a, b) => (b.value % 1) - (a.value % 1))) {
    if (left > 0 && value >= 1) {
      shares[part] += 1;
      left -= 1;
    }
  }
  // The largest absorbs parts that were raised to 1.
  const [largest] = [...exact].sort((a, b) => b.value - a.value);
  if (left !== 0 && largest) shares[largest.part] += left;
  return shares;
}

/** The unknown part exceeds this one, so this one cannot be shown alone. */
export function isUnclear(split: Split, part: 'holder' | 'idle'): boolean {
  const whole = percents(split);
  return outweighs(whole.unknown, whole[part]);
}

/** More is unknown than known, and it exceeds this part: any figure would be meaningless. */
export const isUnknown = (split: Split, part: 'holder' | 'idle'): boolean =>
  isUnclear(split, part) && percents(split).unknown > 50;

/** The percentage of a part that is shown alone, so nothing needs to add up to 100. A positive part
    is never 0. */
export const percentOf = (part: number, whole: number): number =>
  part > 0 && whole > 0 ? Math.max(1, Math.round((part / whole) * 100)) : 0;
