/* What the charts among these panels need of the past. */
import { readMetric } from '../../data/metrics';
import type { Panel } from '../../data/types';
import { whichOf } from './which.svelte';
import { together, usualWindow, type Wanted } from './windows';

export function neededOf(panels: readonly Panel[]): Wanted[] {
  return together(panels.flatMap((panel) =>
    (panel.kind === 'chart' && panel.metric !== undefined ? [{ seconds: panel.window_s ?? usualWindow, metric: readMetric(panel.metric), gpus: whichOf(panel).ids }] : [])));
}

/** Which topics bring the numbers of these panels: hosts by name, or all of them. */
export function topicsOf(panels: readonly Panel[]): `metrics:${string}`[] {
  const hosts = new Set<string>();
  for (const panel of panels) {
    if (panel.metric === undefined) continue;
    if (panel.host_id === undefined && !panel.gpus) return ['metrics:*'];
    for (const gpu of whichOf(panel).gpus) hosts.add(gpu.info.host_name);
  }
  return [...hosts].sort().map((host) => `metrics:${host}` as const);
}
