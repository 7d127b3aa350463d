/* The history that the charts among these panels need. */
import { boardMetric } from '../../data/usage/metrics';
import type { Panel } from '../../data/types';
import { targetsOf } from './panel_targets.svelte';
import { together, usualWindow, type Wanted } from './windows';

const measures = (panel: Panel): boolean =>
  panel.metric !== undefined || panel.host_metric !== undefined;

export function historyRequestsOf(panels: readonly Panel[]): Wanted[] {
  return together(
    panels.flatMap((panel) =>
      panel.kind === 'chart' && measures(panel)
        ? [
            {
              seconds: panel.window_s ?? usualWindow,
              metric: boardMetric(panel),
              ids: targetsOf(panel).ids,
            },
          ]
        : [],
    ),
  );
}

/** The topics with the values of these panels: hosts by name, or all of them. */
export function topicsOf(panels: readonly Panel[]): `metrics:${string}`[] {
  const hosts = new Set<string>();
  for (const panel of panels) {
    if (!measures(panel)) continue;
    if (panel.host_id === undefined && !panel.gpus) return ['metrics:*'];
    const which = targetsOf(panel);
    for (const gpu of which.gpus) hosts.add(gpu.info.host_name);
    for (const host of which.hosts) hosts.add(host.name);
  }
  return [...hosts].sort().map((host) => `metrics:${host}` as const);
}
