/* The strip of a booking: how busy its GPUs were in it, and by whom. What its holder
   used is coloured by how much it was; what others used is striped, in the colour of alarms where it was against the rules; where nothing was measured, or nobody can
   say whose it was, there is a gap, never a zero. */
import type { UsageSplit } from '../../data/types';
import { leastToldPercent, outweighs } from '../../lib/share';

interface Interval {
  from: number;
  until: number;
}

/** Percent by step, from step `first`; null: not measured. */
interface Row {
  first: number;
  holder: readonly (number | null)[];
  others: readonly (number | null)[];
  unknown: readonly (number | null)[];
}

/** What the server says of a time in steps. Of several the finer ones stand first. */
export interface SplitTable {
  from: number;
  until: number;
  step: number; // ms
  /** By reservation and GPU: of each only the time in which it was on it. */
  rows: ReadonlyMap<string, readonly Row[]>;
}

export interface Bin {
  holder: number;
  others: number;
  unknown: number;
  /** What others used in it, or some of it, was against the rules. */
  violation?: boolean;
}

export const mostBins = 32;

const keyOf = (reservation: string, gpu: string): string => `${reservation} ${gpu}`;

export function tableOf(split: UsageSplit): SplitTable {
  const rows = new Map<string, Row[]>();
  for (const { reservation_id: reservation, gpu_id: gpu, first, holder_percent: holder, others_percent: others, unknown_percent: unknown } of split.rows) {
    if (reservation === undefined) continue;
    const key = keyOf(reservation, gpu);
    rows.set(key, [...(rows.get(key) ?? []), { first, holder, others, unknown }]);
  }
  return { from: Date.parse(split.from), until: Date.parse(split.until), step: split.step_s * 1000, rows };
}

// The first that has all of that time from its beginning; else the one that has some of it.
function tableFor(tables: readonly SplitTable[], from: number, until: number): SplitTable | undefined {
  const some = tables.filter((table) => from < table.until && until > table.from);
  return some.find((table) => from >= table.from - table.step) ?? some.at(-1);
}

/** null: nothing was measured in that bin. `violations`: when one was open on them. */
export function binsOf(tables: readonly SplitTable[], reservation: string, gpus: readonly string[], over: Interval, bins: number, violations: readonly Interval[] = []): (Bin | null)[] {
  const width = (over.until - over.from) / bins;
  return Array.from({ length: bins }, (_, bin) => {
    const [from, until] = [over.from + bin * width, over.from + (bin + 1) * width];
    const table = tableFor(tables, from, until);
    const mean = table ? (meanBin(table, reservation, gpus, from, until)?.mean ?? null) : null;
    if (!table || !mean || violations.length === 0) return mean;
    // Of a step nobody knows which part of it others used: all of it is as the violation in it.
    const [first, last] = stepsOf(table, from, until).map((step) => table.from + step * table.step) as [number, number];
    return violations.some((one) => one.from < last && one.until > first) ? { ...mean, violation: true } : mean;
  });
}

// From the first to behind the last.
function stepsOf(table: SplitTable, from: number, until: number): [number, number] {
  const first = Math.max(0, Math.floor((from - table.from) / table.step));
  return [first, Math.max(first + 1, Math.ceil((until - table.from) / table.step))];
}

// Over the steps that were measured, `count` of them.
function meanBin(table: SplitTable, reservation: string, gpus: readonly string[], from: number, until: number): { mean: Bin; count: number } | null {
  const [first, last] = stepsOf(table, from, until);
  const sum: Bin = { holder: 0, others: 0, unknown: 0 };
  let count = 0;
  for (const gpu of gpus) {
    for (const row of table.rows.get(keyOf(reservation, gpu)) ?? []) {
      for (let i = Math.max(first, row.first); i < last && i - row.first < row.holder.length; i++) {
        const at = i - row.first;
        const [holder, others, unknown] = [row.holder[at], row.others[at], row.unknown[at]];
        if (typeof holder !== 'number') continue;
        sum.holder += holder;
        sum.others += others ?? 0;
        sum.unknown += unknown ?? 0;
        count++;
      }
    }
  }
  return count === 0 ? null : { mean: { holder: sum.holder / count, others: sum.others / count, unknown: sum.unknown / count }, count };
}

/** The mean over all of it, where what was not measured is not known; null: nothing was measured. */
export function meanOf(tables: readonly SplitTable[], reservation: string, gpus: readonly string[], over: Interval): Bin | null {
  const table = tableFor(tables, over.from, over.until);
  const found = table && meanBin(table, reservation, gpus, over.from, over.until);
  if (!table || !found) return null;
  // The last step is not over, or was not told yet.
  const steps = Math.floor((Math.min(over.until, table.until) - table.from) / table.step) - stepsOf(table, over.from, over.until)[0] - 1;
  const known = Math.min(1, found.count / Math.max(1, steps * gpus.length));
  const { holder, others, unknown } = found.mean;
  return { holder: holder * known, others: others * known, unknown: unknown * known + 100 * (1 - known) };
}

export const rampSteps = 9; // --util-0 … --util-8

export const rampStep = (percent: number): number =>
  Math.min(rampSteps - 1, Math.max(0, Math.floor((percent / 100) * rampSteps)));

export interface Colours {
  /** Of how busy, rampSteps of them. */
  ramp: readonly string[];
  others: string;
  violation: string;
}

/** CSS backgrounds: stripes where others used it, over hard stops in the ramp's colours; '' if there is nothing to draw. */
export function background(bins: readonly (Bin | null)[], colours: Colours): string {
  const used = bins.map((bin) => (bin === null || outweighs(bin.unknown, bin.holder) ? null : rampStep(bin.holder)));
  const others = bins.map((bin) => (bin === null || bin.others < leastToldPercent ? null : bin.violation ? 1 : 0));
  const layers = runsOf(others).flatMap(({ value, from, width }) => (value === null ? [] : [stripes(from, width, value === 1 ? colours.violation : colours.others)]));
  if (used.some((step) => step !== null)) {
    const stops = runsOf(used).map(({ value, from, width }) => `${value === null ? 'transparent' : (colours.ramp[value] ?? '')} ${round(from)}% ${round(from + width)}%`);
    layers.push(`linear-gradient(90deg, ${stops.join(', ')})`);
  }
  return layers.join(', ');
}

function stripes(from: number, width: number, colour: string): string {
  const place = width >= 100 ? 0 : (from / (100 - width)) * 100; // a background's place is a share of what it leaves free
  return `repeating-linear-gradient(115deg, ${colour} 0 3px, transparent 3px 5px) ${round(place)}% 0 / ${round(width)}% 100% no-repeat`;
}

// Equal neighbours together, in percent of the whole.
function runsOf(values: readonly (number | null)[]): { value: number | null; from: number; width: number }[] {
  const share = 100 / values.length;
  const runs: { value: number | null; from: number; width: number }[] = [];
  for (const [i, value] of values.entries()) {
    const last = runs.at(-1);
    if (last && last.value === value) last.width = (i + 1) * share - last.from;
    else runs.push({ value, from: i * share, width: share });
  }
  return runs;
}

const round = (value: number): number => Math.round(value * 100) / 100;
