/* What is measured: the server's table (catalogue.ts) as the page uses it. Names, how each is written
   and drawn, and how much a question about use may ask for. Pure. */
import { catalogue } from './catalogue';

type Metric = (typeof catalogue.metrics)[number];
export type MetricName = Extract<Metric, { subject: 'gpu' }>['name'];
export type HostMetricName = Extract<Metric, { subject: 'host' }>['name'];

export interface Scale {
  unit: string;
  /** Shown is what was measured, times this. */
  factor: number;
  digits: number;
  /** Does a sum over GPUs mean something? */
  adds: boolean;
  /** Its numbers are names, like those of errors: a mean of them means nothing, so that the greatest is shown. */
  named: boolean;
  /** The ends of the scale that everybody knows, as shown. */
  min?: number;
  max?: number;
  /** From where to where a value is little or much, as measured: what colours a square. */
  full: readonly [number, number];
}

// Also of memory whose size is not known.
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
  const scale: Scale = { ...units[metric.unit], adds: metric.adds, named: metric.fold === 'greatest' };
  if (metric.least >= 0) scale.min = 0;
  if ('most' in metric && metric.most <= 100) scale.max = metric.most;
  return scale;
}

const named = <Name extends string>(subject: Metric['subject']) => {
  const own = catalogue.metrics.filter((metric) => metric.subject === subject);
  return {
    names: own.map((metric) => metric.name) as unknown as readonly Name[],
    scales: Object.fromEntries(own.map((metric) => [metric.name, scaleOf(metric)])) as Record<Name, Scale>,
  };
};

/** Of GPUs, in the order they are offered in. */
export const { names: metricNames, scales } = named<MetricName>('gpu');
export const { names: hostMetricNames, scales: hostScales } = named<HostMetricName>('host');
export const usualMetric: MetricName = 'utilization_percent';

export const readMetric = (text: string | null | undefined): MetricName => metricNames.find((name) => name === text) ?? usualMetric;

export type Subject = 'gpu' | 'host';

/** What a panel of a board shows: a metric of GPUs or one of hosts. */
export type BoardMetric = { of: 'gpu'; name: MetricName } | { of: 'host'; name: HostMetricName };

export function boardMetric(panel: { metric?: string; host_metric?: string }): BoardMetric {
  const name = hostMetricNames.find((one) => one === panel.host_metric);
  return name === undefined ? { of: 'gpu', name: readMetric(panel.metric) } : { of: 'host', name };
}

export const scaleOfBoard = (metric: BoardMetric): Scale => (metric.of === 'gpu' ? scales[metric.name] : hostScales[metric.name]);

const rule = catalogue.usage;
export type Step = (typeof rule.steps)[number]['step_s'];

/** More than so many points cannot be told apart in a picture; 48 hours of minutes are fewer. */
export const mostPoints = 3000;

/** How many points of each line one question may ask for, and of how many GPUs or hosts. */
export const pointsFor = (subjects: number, metrics: number): number => Math.max(60, Math.floor(rule.most_values / Math.max(1, subjects * metrics)));
export const subjectsAtOnce = (points: number, metrics: number): number => Math.max(1, Math.min(rule.most_subjects, Math.floor(rule.most_values / (points * metrics))));

/** How many GPUs one question may be about, which asks for so many metrics over `length` ms; 0: none. */
export function gpusAtOnce(length: number, step: Step, metrics = 1): number {
  const points = Math.ceil(length / (step * 1000)) + 1;
  return Math.min(rule.most_subjects, Math.floor(rule.most_values / (points * metrics)));
}
