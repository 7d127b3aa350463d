/* How full a panel's square is drawn. Pure. */
import { scales, type MetricName } from '../../data/usage/metrics';

/** The value's position on its scale, 0 to 1: it colours a square. */
export function fullness(
  metric: MetricName,
  value: number,
  memoryTotal: number | undefined,
): number {
  const [from, to] =
    metric === 'memory_used_mib' && memoryTotal ? [0, memoryTotal] : scales[metric].full;
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

// Leaves out the middle of the utilisation ramp: neither dark nor light letters are readable on it.
const ramp = [0, 1, 2, 3, 5, 6, 7, 8] as const;

export const rampStep = (part: number): number =>
  ramp[Math.min(ramp.length - 1, Math.floor(part * ramp.length))] ?? 0;
