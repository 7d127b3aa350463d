/* The last ten minutes of one GPU, a number a second and metric, in fixed memory. A value that was
   not there is NaN, and so is each second without a frame. Pure. */

export const metricNames = ['utilization_percent', 'memory_used_mib', 'temperature_c', 'power_w'] as const;
export type MetricName = (typeof metricNames)[number];

export const ringLength = 600;

export class Ring {
  #columns: Record<MetricName, Float32Array>;
  #lastSecond = 0;

  constructor() {
    const column = () => new Float32Array(ringLength).fill(NaN);
    this.#columns = { utilization_percent: column(), memory_used_mib: column(), temperature_c: column(), power_w: column() };
  }

  put(at: number, values: Partial<Record<MetricName, number | null | undefined>>): void {
    const second = Math.floor(at / 1000);
    if (second < this.#lastSecond) return;
    const from = Math.max(this.#lastSecond + 1, second - ringLength + 1);
    for (let gap = from; gap < second; gap += 1) for (const name of metricNames) this.#columns[name][gap % ringLength] = NaN;
    for (const name of metricNames) this.#columns[name][second % ringLength] = values[name] ?? NaN;
    this.#lastSecond = second;
  }

  /** The seconds up to `until` (ms), oldest first; NaN where nothing is known. */
  read(name: MetricName, until: number, seconds = ringLength): Float32Array {
    const out = new Float32Array(Math.min(seconds, ringLength)).fill(NaN);
    const last = Math.floor(until / 1000);
    for (let i = 0; i < out.length; i += 1) {
      const second = last - out.length + 1 + i;
      const kept = second <= this.#lastSecond && second > this.#lastSecond - ringLength;
      if (kept && second >= 0) out[i] = this.#columns[name][second % ringLength] ?? NaN;
    }
    return out;
  }
}
