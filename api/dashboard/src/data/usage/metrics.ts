/* The metrics: the server's table (catalogue.ts) as the page uses it. Names, how each is written
   and drawn, and the limits of a usage query. Pure. */
import { catalogue } from './catalogue';

type Metric = (typeof catalogue.metrics)[number];
export type MetricName = Extract<Metric, { subject: 'gpu' }>['name'];
export type HostMetricName = Extract<Metric, { subject: 'host' }>['name'];

export interface Scale {
  unit: string;
  /** The shown value is the measured one times this. */
  factor: number;
  digits: number;
  /** Whether a sum over GPUs is meaningful. */
  adds: boolean;
  /** Its numbers are codes, like those of errors: a mean is meaningless, so the greatest is
      shown. */
  named: boolean;
  /** Fixed ends of the scale, in shown units. */
  min?: number;
  max?: number;
  /** The range from little to much, in measured units: it colours a square. */
  full: readonly [number, number];
}

// Also for memory whose total is unknown.
const units: Record<Metric['unit'], Pick<Scale, 'unit' | 'factor' | 'digits' | 'full'>> = {
  percent: { unit: '%', factor: 1, digits: 0, full: [0, 100] },
  mebibyte: { unit: 'GiB', factor: 1 / 1024, digits: 1, full: [0, 81_920] },
  mebibyte_per_second: { unit: 'MiB/s', factor: 1, digits: 1, full: [0, 1000] },
  celsius: { unit: '°C', factor: 1, digits: 0, full: [30, 90] },
  watt: { unit: 'W', factor: 1, digits: 0, full: [0, 700] },
  megahertz: { unit: 'MHz', factor: 1, digits: 0, full: [0, 3000] },
  second: { unit: 'h', factor: 1 / 3600, digits: 1, full: [0, 86_400] },
  count: { unit: '', factor: 1, digits: 0, full: [0, 10] },
};

function scaleOf(metric: Metric): Scale {
  const scale: Scale = {
    ...units[metric.unit],
    adds: metric.adds,
    named: metric.fold === 'greatest',
  };
  if (metric.least >= 0) scale.min = 0;
  if ('most' in metric && metric.most <= 100) scale.max = metric.most;
  return scale;
}

const named = <Name extends string>(subject: Metric['subject']) => {
  const own = catalogue.metrics.filter((metric) => metric.subject === subject);
  return {
    names: own.map((metric) => metric.name) as unknown as readonly Name[],
    scales: Object.fromEntries(own.map((metric) => [metric.name, scaleOf(metric)])) as Record<
      Name,
      Scale
    >,
  };
};

/** Metrics of GPUs, in display order. */
export const { names: metricNames, scales } = named<MetricName>('gpu');
export const { names: hostMetricNames, scales: hostScales } = named<HostMetricName>('host');
export const usualMetric: MetricName = 'utilization_percent';

export const readMetric = (text: string | null | undefined): MetricName =>
  metricNames.find((name) => name === text) ?? usualMetric;

export type Subject = 'gpu' | 'host';

/** A board panel shows a metric of GPUs or one of hosts. */
export type BoardMetric = { of: 'gpu'; name: MetricName } | { of: 'host'; name: HostMetricName };

export function boardMetric(panel: { metric?: string; host_metric?: string }): BoardMetric {
  const name = hostMetricNames.find((one) => one === panel.host_metric);
  return name === undefined ? { of: 'gpu', name: readMetric(panel.metric) } : { of: 'host', name };
}

export const scaleOfBoard = (metric: BoardMetric): Scale =>
  metric.of === 'gpu' ? scales[metric.name] : hostScales[metric.name];

const rule = catalogue.usage;
export type Step = (typeof rule.steps)[number]['step_s'];

/** More points cannot be told apart in a picture; 48 hours of minutes are fewer. */
export const mostPoints = 3000;

/** How many points of each line, and of how many GPUs or hosts, one query may ask for. */
export const pointsFor = (subjects: number, metrics: number): number =>
  Math.max(60, Math.floor(rule.most_values / Math.max(1, subjects * metrics)));
export const subjectsAtOnce = (points: number, metrics: number): number =>
  Math.max(1, Math.min(rule.most_subjects, Math.floor(rule.most_values / (points * metrics))));

/** How many GPUs one query with this many metrics over `length` ms may be about; 0: none. */
export function gpusAtOnce(length: number, step: Step, metrics = 1): number {
  const points = Math.ceil(length / (step * 1000)) + 1;
  return Math.min(rule.most_subjects, Math.floor(rule.most_values / (points * metrics)));
}
