/* The last ten minutes of one GPU or host: a number per second and metric, in fixed memory. A
   missing value is NaN, and so is each second without a frame. Pure. */

import type { MetricName } from '../usage/metrics';

export const ringLength = 600;

/** Kept for every GPU. Other metrics are kept once they have been read: a thousand GPUs with thirty
    metrics each would take too much memory. */
const always: ReadonlySet<MetricName> = new Set<MetricName>([
  'utilization_percent',
  'memory_used_mib',
  'temperature_c',
  'power_w',
  'power_limit_w',
  'memory_utilization_percent',
  'fan_percent',
  'sm_clock_mhz',
  'memory_clock_mhz',
  'ecc_errors',
]);

export class Ring<Name extends string = MetricName> {
  readonly #always: ReadonlySet<string>;
  readonly #read = new Set<Name>();
  /** One column for each kept metric that has had a value. */
  readonly #columns = new Map<Name, Float32Array>();
  #lastSecond = 0;

  constructor(kept: ReadonlySet<string> = always) {
    this.#always = kept;
  }

  put(at: number, values: Partial<Record<Name, number | null | undefined>>): void {
    const second = Math.floor(at / 1000);
    if (second < this.#lastSecond) return;
    const from = Math.max(this.#lastSecond + 1, second - ringLength + 1);
    for (const name of Object.keys(values) as Name[]) {
      if (
        typeof values[name] === 'number' &&
        (this.#always.has(name) || this.#read.has(name)) &&
        !this.#columns.has(name)
      )
        this.#columns.set(name, new Float32Array(ringLength).fill(NaN));
    }
    for (const [name, column] of this.#columns) {
      for (let gap = from; gap < second; gap += 1) column[gap % ringLength] = NaN;
      column[second % ringLength] = values[name] ?? NaN;
    }
    this.#lastSecond = second;
  }

  /** The seconds up to `until` (ms), oldest first; NaN where unknown. */
  read(name: Name, until: number, seconds = ringLength): Float32Array {
    const out = new Float32Array(Math.min(seconds, ringLength)).fill(NaN);
    if (!this.#always.has(name)) this.#read.add(name);
    const column = this.#columns.get(name);
    if (!column) return out;
    const last = Math.floor(until / 1000);
    for (let i = 0; i < out.length; i += 1) {
      const second = last - out.length + 1 + i;
      const kept = second <= this.#lastSecond && second > this.#lastSecond - ringLength;
      if (kept && second >= 0) out[i] = column[second % ringLength] ?? NaN;
    }
    return out;
  }

  /** The mean of the known seconds up to `until` (ms); undefined if none is known. */
  mean(name: Name, until: number, seconds: number): number | undefined {
    const column = this.#columns.get(name);
    if (!column) return undefined;
    const last = Math.floor(until / 1000);
    let [sum, known] = [0, 0];
    for (
      let second = Math.max(last - seconds + 1, this.#lastSecond - ringLength + 1, 0);
      second <= Math.min(last, this.#lastSecond);
      second += 1
    ) {
      const value = column[second % ringLength] ?? NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      known += 1;
    }
    return known > 0 ? sum / known : undefined;
  }
}
