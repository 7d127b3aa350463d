/* Columns of numbers over time, prepared for drawing. In a column `null` is an unknown second,
   minute or hour; it is never 0. Pure. */

export type Value = number | null;
/** As uPlot needs it: null breaks the line, undefined is bridged. */
export type Drawn = number | null | undefined;

/** A column of the server's answer: value i covers `step` ms from `from` + i x `step`. */
export interface Column {
  from: number;
  step: number;
  values: ArrayLike<Value>;
}

/** The moments of a window that ends with `until`, one each `step` ms, oldest first. */
export function moments(until: number, step: number, count: number): number[] {
  const last = Math.floor(until / step) * step;
  return Array.from({ length: count }, (_, i) => last - (count - 1 - i) * step);
}

/** The value of a column at a moment; null outside. */
export function valueAt(column: Column | undefined, at: number): Value {
  if (!column) return null;
  return column.values[Math.floor((at - column.from) / column.step)] ?? null;
}

/** The live values (NaN where none came), and the fetched ones in the gaps. Both by the second,
    ending at the last of `times`. */
export function mergeLive(
  live: ArrayLike<number>,
  fetched: Column | undefined,
  times: readonly number[],
): Value[] {
  const shift = live.length - times.length;
  return times.map((at, i) => {
    const own = live[i + shift];
    return own !== undefined && !Number.isNaN(own) ? own : valueAt(fetched, at);
  });
}

/** Holes of at most `most` values between two known ones are bridged, longer ones stay gaps. */
export function bridge(values: readonly Value[], most: number): Drawn[] {
  const out: Drawn[] = [...values];
  let known = -1;
  for (let i = 0; i < values.length; i += 1) {
    if (values[i] === null || values[i] === undefined) continue;
    const hole = i - known - 1;
    if (known >= 0 && hole > 0 && hole <= most) out.fill(undefined, known + 1, i);
    known = i;
  }
  return out;
}

/** Indices of values with a gap on both sides: a line alone would not show them. */
export function alone(values: readonly Drawn[]): number[] {
  const found: number[] = [];
  let before: Drawn = null; // the nearest that is not bridged
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (value === undefined) continue;
    if (typeof value === 'number' && before === null) {
      let next = i + 1;
      while (next < values.length && values[next] === undefined) next += 1;
      if (values[next] === null || next >= values.length) found.push(i);
    }
    before = value;
  }
  return found;
}

/** At most `most` values: each the mean of the known values in its part, null where there are
    none. */
export function downsample(column: Column, most: number): Column {
  const count = column.values.length;
  if (count <= most || most < 1) return column;
  const each = Math.ceil(count / most);
  const values: Value[] = [];
  for (let start = 0; start < count; start += each)
    values.push(meanOf(column.values, start, Math.min(start + each, count)));
  return { from: column.from, step: column.step * each, values };
}

/** The mean of the known values; null if there are none. */
export function meanOf(values: ArrayLike<Drawn>, from = 0, until = values.length): Value {
  let sum = 0;
  let known = 0;
  for (let i = from; i < until; i += 1) {
    const value = values[i];
    if (typeof value !== 'number' || Number.isNaN(value)) continue;
    sum += value;
    known += 1;
  }
  return known > 0 ? sum / known : null;
}

/** Whether the live values have a gap that a fetch could fill. A gap at the end (an unreachable
    host) cannot be filled, nor one that a fetch already covered. */
export function hasHole(
  live: ArrayLike<number>,
  until: number,
  fetchedUntil: number,
  most = 10,
): boolean {
  let hole = 0;
  for (let i = live.length - 1, known = false; i >= 0; i -= 1) {
    if (until - (live.length - 1 - i) * 1000 <= fetchedUntil) return false;
    if (!Number.isNaN(live[i] ?? NaN)) {
      known = true;
      hole = 0;
    } else if (known && (hole += 1) > most) return true;
  }
  return false;
}
