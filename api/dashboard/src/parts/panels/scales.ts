/* How full a square of the panel is drawn. Pure. */
import { scales, type MetricName } from '../../data/metrics';

/** How far up a value is, 0 to 1: what colours a square. */
export function fullness(metric: MetricName, value: number, memoryTotal: number | undefined): number {
  const [from, to] = metric === 'memory_used_mib' && memoryTotal ? [0, memoryTotal] : scales[metric].full;
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

// The middle of the utilisation ramp is left out: neither dark nor light letters can be read on it.
const ramp = [0, 1, 2, 3, 5, 6, 7, 8] as const;

export const rampStep = (part: number): number => ramp[Math.min(ramp.length - 1, Math.floor(part * ramp.length))] ?? 0;
