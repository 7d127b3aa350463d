/* Charts. */
import type { chart as english } from '../en/chart';
import type { Same } from '../message';

export const chart: Same<typeof english> = {
  'panel.meanLine': 'średnia',
  'chart.asTable': 'Pokaż jako tabelę',
  'chart.asChart': 'Pokaż jako wykres',
  'chart.tableCaption': '{label}, średnie',
  'chart.from': 'Od',
  'chart.summary': '{label}: ostatnio {last}, średnio {mean}, od {low} do {high}',
  'chart.unbooked': 'bez rezerwacji',
  'chart.more': { one: 'jeszcze {count}', few: 'jeszcze {count}', other: 'jeszcze {count}' },
  'metric.gpu.utilization_percent': 'Użycie',
  'metric.gpu.memory_used_mib': 'Pamięć',
  'metric.gpu.temperature_c': 'Temperatura',
  'metric.gpu.power_w': 'Moc',
  'metric.gpu.power_limit_w': 'Limit mocy',
  'metric.gpu.memory_utilization_percent': 'Ruch pamięci',
  'metric.gpu.fan_percent': 'Wentylator',
  'metric.gpu.sm_clock_mhz': 'Taktowanie SM',
  'metric.gpu.memory_clock_mhz': 'Taktowanie pamięci',
  'metric.gpu.ecc_errors': 'Błędy ECC',
  'metric.host.cpu_percent': 'CPU',
  'metric.host.memory_used_mib': 'Pamięć zajęta',
  'metric.host.memory_total_mib': 'Pamięć',
  'metric.host.load': 'Obciążenie',
};
