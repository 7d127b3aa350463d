/* The strip on a block's lower edge: how busy its GPUs really were. Means over its GPUs, bin by
   bin; where nothing was measured there is a gap, not a zero. */
import type { Interval } from './model';

export interface UsageTable {
  from: number;
  step: number; // ms
  columns: ReadonlyMap<string, readonly (number | null)[]>; // percent, by GPU
}

export const mostBins = 32;

/** null: no sample in that bin. */
export function utilisation(usage: UsageTable, gpus: readonly string[], over: Interval, bins: number): (number | null)[] {
  const width = (over.until - over.from) / bins;
  const means: (number | null)[] = [];
  for (let bin = 0; bin < bins; bin++) {
    const first = Math.max(0, Math.floor((over.from + bin * width - usage.from) / usage.step));
    const last = Math.max(first + 1, Math.ceil((over.from + (bin + 1) * width - usage.from) / usage.step));
    let sum = 0;
    let count = 0;
    for (const gpu of gpus) {
      const column = usage.columns.get(gpu);
      if (!column) continue;
      for (let i = first; i < last && i < column.length; i++) {
        const value = column[i];
        if (value === null || value === undefined) continue;
        sum += value;
        count++;
      }
    }
    means.push(count === 0 ? null : sum / count);
  }
  return means;
}

export function meanOf(usage: UsageTable, gpus: readonly string[], over: Interval): number | null {
  return utilisation(usage, gpus, over, 1)[0] ?? null;
}

export const rampSteps = 9; // --util-0 … --util-8

export const rampStep = (percent: number): number =>
  Math.min(rampSteps - 1, Math.max(0, Math.floor((percent / 100) * rampSteps)));

/** A CSS gradient of hard stops in the ramp's colours; '' if nothing was measured at all. */
export function gradient(means: readonly (number | null)[], colours: readonly string[]): string {
  if (means.every((mean) => mean === null)) return '';
  const stops: string[] = [];
  const share = 100 / means.length;
  for (let i = 0; i < means.length; ) {
    const mean = means[i] ?? null;
    const colour = mean === null ? 'transparent' : (colours[rampStep(mean)] ?? '');
    let j = i + 1;
    while (j < means.length && sameColour(means[j] ?? null, mean)) j++;
    stops.push(`${colour} ${round(i * share)}% ${round(j * share)}%`);
    i = j;
  }
  return `linear-gradient(90deg, ${stops.join(', ')})`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
const sameColour = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : rampStep(a) === rampStep(b);
