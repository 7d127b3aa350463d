/* The measures a panel can show: units, and what full means. Pure. */
import type { MetricName } from '../../data/live/ring';

export interface Scale {
  unit: string;
  /** Shown is what was measured, times this. */
  factor: number;
  digits: number;
  /** Does a sum over GPUs mean something? */
  adds: boolean;
}

export const scales: Record<MetricName, Scale> = {
  utilization_percent: { unit: '%', factor: 1, digits: 0, adds: false },
  memory_used_mib: { unit: 'GiB', factor: 1 / 1024, digits: 1, adds: true },
  temperature_c: { unit: '°C', factor: 1, digits: 0, adds: false },
  power_w: { unit: 'W', factor: 1, digits: 0, adds: true },
};

/** How far up a value is, 0 to 1: what colours a square. Heat begins at 30 °C, ends at 90 °C. */
export function fullness(metric: MetricName, value: number, memoryTotal: number | undefined): number {
  const part = metric === 'utilization_percent' ? value / 100
    : metric === 'memory_used_mib' ? value / (memoryTotal || 81_920)
      : metric === 'temperature_c' ? (value - 30) / 60
        : value / 700;
  return Math.min(1, Math.max(0, part));
}

// The middle of the utilisation ramp is left out: neither dark nor light letters can be read on it.
const ramp = [0, 1, 2, 3, 5, 6, 7, 8] as const;

export const rampStep = (part: number): number => ramp[Math.min(ramp.length - 1, Math.floor(part * ramp.length))] ?? 0;
