/* Charts. */
import { english } from '../english';

export const chart = english({
  'panel.meanLine': 'mean',
  'chart.asTable': 'Show as a table',
  'chart.asChart': 'Show as a chart',
  'chart.tableCaption': '{label}, means',
  'chart.from': 'From',
  'chart.summary': '{label}: last {last}, mean {mean}, from {low} to {high}',
  'chart.unbooked': 'unbooked',
  'chart.more': { one: '{count} more', other: '{count} more' },
  'metric.gpu.utilization_percent': 'Utilisation',
  'metric.gpu.memory_used_mib': 'Memory',
  'metric.gpu.temperature_c': 'Temperature',
  'metric.gpu.power_w': 'Power',
  'metric.gpu.power_limit_w': 'Power limit',
  'metric.gpu.memory_utilization_percent': 'Memory traffic',
  'metric.gpu.fan_percent': 'Fan',
  'metric.gpu.sm_clock_mhz': 'SM clock',
  'metric.gpu.memory_clock_mhz': 'Memory clock',
  'metric.gpu.ecc_errors': 'ECC errors',
  'metric.host.cpu_percent': 'CPU',
  'metric.host.memory_used_mib': 'Memory in use',
  'metric.host.memory_total_mib': 'Memory',
  'metric.host.load': 'Load',
});
