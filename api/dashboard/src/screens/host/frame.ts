/* Shared by a host's charts: one window, one metric, a line per GPU. */
import type { MetricName } from '../../data/usage/metrics';
import type { Line } from '../../parts/chart/options';
import type { Window } from './windows';

export interface HostFrame {
  times: readonly number[];
  lines: readonly Line[];
  from: number;
  until: number;
  metric: MetricName;
  view: Window;
  most: number | undefined;
}
