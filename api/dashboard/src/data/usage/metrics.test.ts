import { expect, test } from 'vitest';
import { catalogue } from './catalogue';
import { gpusAtOnce, metricNames, readMetric, scales } from './metrics';

test('usage query asks for as much as one answer holds', () => {
  const { most_values, most_subjects } = catalogue.usage;
  for (const [hours, step, metrics] of [
    [1, 60, 1],
    [48, 60, 3],
    [672, 3600, 9],
    [0.25, 1, 2],
  ] as const) {
    const gpus = gpusAtOnce(hours * 3_600_000, step, metrics);
    const values = (many: number) => ((hours * 3600) / step + 1) * many * metrics;
    expect(values(gpus)).toBeLessThanOrEqual(most_values);
    expect(gpus === most_subjects || values(gpus + 1) > most_values).toBe(true);
  }
  expect(gpusAtOnce(366 * 24 * 3_600_000, 1)).toBe(0);
});

test('units and scales follow from the table', () => {
  expect(metricNames[0]).toBe('utilization_percent');
  expect(scales.utilization_percent).toMatchObject({ unit: '%', min: 0, max: 100, adds: false });
  expect(scales.memory_used_mib).toMatchObject({ unit: 'GiB', digits: 1, adds: true });
  expect(scales.temperature_c).not.toHaveProperty('min');
  expect([readMetric('power_w'), readMetric('beauty'), readMetric(null)]).toEqual([
    'power_w',
    'utilization_percent',
    'utilization_percent',
  ]);
});
