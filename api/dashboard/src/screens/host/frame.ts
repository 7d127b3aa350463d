/* What the charts of a host share: one window, one measure, a line a GPU. */
import type { MetricName } from '../../data/metrics';
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
