/* The strip of a booking: the utilisation of its GPUs, by user. The holder's use is coloured by its
   amount. Others' use is striped, in the alarm colour where it is a violation. Unmeasured time, or
   time of unknown users, is a gap, never zero. */
import type { UsageSplit } from '../../data/types';
import { leastShownPercent, outweighs } from '../../lib/share';

interface Interval {
  from: number;
  until: number;
}

/** Percent per step, from step `first`; null: not measured. */
interface Row {
  first: number;
  holder: readonly (number | null)[];
  others: readonly (number | null)[];
  unknown: readonly (number | null)[];
}

/** The server's answer for an interval in steps. Of several tables the finer ones come first. */
export interface SplitTable {
  from: number;
  until: number;
  step: number; // ms
  /** By booking and GPU: each only for the time in which it held that GPU. */
  rows: ReadonlyMap<string, readonly Row[]>;
}

export interface Bin {
  holder: number;
  others: number;
  unknown: number;
  /** Others' use in it is at least partly against the rules. */
  violation?: boolean;
}

export const mostBins = 32;

const keyOf = (reservation: string, gpu: string): string => `${reservation} ${gpu}`;

export function tableOf(split: UsageSplit): SplitTable {
  const rows = new Map<string, Row[]>();
  for (const {
    reservation_id: reservation,
    gpu_id: gpu,
    first,
    holder_percent: holder,
    others_percent: others,
    unknown_percent: unknown,
  } of split.rows) {
    if (reservation === undefined) continue;
    const key = keyOf(reservation, gpu);
    rows.set(key, [...(rows.get(key) ?? []), { first, holder, others, unknown }]);
  }
  return {
    from: Date.parse(split.from),
    until: Date.parse(split.until),
    step: split.step_s * 1000,
    rows,
  };
}

// The first table that covers the interval from its beginning; else one that covers some of it.
function tableFor(
  tables: readonly SplitTable[],
  from: number,
  until: number,
): SplitTable | undefined {
  const some = tables.filter((table) => from < table.until && until > table.from);
  return some.find((table) => from >= table.from - table.step) ?? some.at(-1);
}

/** null: nothing was measured in that bin. `violations`: when violations were open on the GPUs. */
export function binsOf(
  tables: readonly SplitTable[],
  reservation: string,
  gpus: readonly string[],
  over: Interval,
  bins: number,
  violations: readonly Interval[] = [],
): (Bin | null)[] {
  const width = (over.until - over.from) / bins;
  return Array.from({ length: bins }, (_, bin) => {
    const [from, until] = [over.from + bin * width, over.from + (bin + 1) * width];
    const table = tableFor(tables, from, until);
    const mean = table ? (meanBin(table, reservation, gpus, from, until)?.mean ?? null) : null;
    if (!table || !mean || violations.length === 0) return mean;
    // Others' part of a step is unknown: the whole step counts as the violation in it.
    const [first, last] = stepsOf(table, from, until).map(
      (step) => table.from + step * table.step,
    ) as [number, number];
    return violations.some((one) => one.from < last && one.until > first)
      ? { ...mean, violation: true }
      : mean;
  });
}

// From the first step to one behind the last.
function stepsOf(table: SplitTable, from: number, until: number): [number, number] {
  const first = Math.max(0, Math.floor((from - table.from) / table.step));
  return [first, Math.max(first + 1, Math.ceil((until - table.from) / table.step))];
}

// Over the measured steps, `count` of them.
function meanBin(
  table: SplitTable,
  reservation: string,
  gpus: readonly string[],
  from: number,
  until: number,
): { mean: Bin; count: number } | null {
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
  return count === 0
    ? null
    : {
        mean: {
          holder: sum.holder / count,
          others: sum.others / count,
          unknown: sum.unknown / count,
        },
        count,
      };
}

/** The mean over the whole interval, unmeasured time as unknown; null: nothing was measured. */
export function meanOf(
  tables: readonly SplitTable[],
  reservation: string,
  gpus: readonly string[],
  over: Interval,
): Bin | null {
  const table = tableFor(tables, over.from, over.until);
  const found = table && meanBin(table, reservation, gpus, over.from, over.until);
  if (!table || !found) return null;
  // The last step is not over, or not reported yet.
  const steps =
    Math.floor((Math.min(over.until, table.until) - table.from) / table.step) -
    stepsOf(table, over.from, over.until)[0] -
    1;
  const known = Math.min(1, found.count / Math.max(1, steps * gpus.length));
  const { holder, others, unknown } = found.mean;
  return {
    holder: holder * known,
    others: others * known,
    unknown: unknown * known + 100 * (1 - known),
  };
}

export const rampSteps = 9; // --util-0 … --util-8

export const rampStep = (percent: number): number =>
  Math.min(rampSteps - 1, Math.max(0, Math.floor((percent / 100) * rampSteps)));

export interface Colours {
  /** Utilisation colours, rampSteps of them. */
  ramp: readonly string[];
  others: string;
  violation: string;
}

/** CSS backgrounds: stripes for others' use over hard stops in the ramp's colours; '' if there is
    nothing to draw. */
export function background(bins: readonly (Bin | null)[], colours: Colours): string {
  const used = bins.map((bin) =>
    bin === null || outweighs(bin.unknown, bin.holder) ? null : rampStep(bin.holder),
  );
  const others = bins.map((bin) =>
    bin === null || bin.others < leastShownPercent ? null : bin.violation ? 1 : 0,
  );
  const layers = runsOf(others).flatMap(({ value, from, width }) =>
    value === null ? [] : [stripes(from, width, value === 1 ? colours.violation : colours.others)],
  );
  if (used.some((step) => step !== null)) {
    const stops = runsOf(used).map(
      ({ value, from, width }) =>
        `${value === null ? 'transparent' : (colours.ramp[value] ?? '')} ${round(from)}% ${round(from + width)}%`,
    );
    layers.push(`linear-gradient(90deg, ${stops.join(', ')})`);
  }
  return layers.join(', ');
}

function stripes(from: number, width: number, colour: string): string {
  const place = width >= 100 ? 0 : (from / (100 - width)) * 100; // a background's position is a share of the free space
  return `repeating-linear-gradient(115deg, ${colour} 0 3px, transparent 3px 5px) ${round(place)}% 0 / ${round(width)}% 100% no-repeat`;
}

// Merges equal neighbours; in percent of the whole.
function runsOf(
  values: readonly (number | null)[],
): { value: number | null; from: number; width: number }[] {
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
