/* The GPUs or hosts that a panel shows now (named ones, those of a host, or the whole fleet), and
   their text. */
import { fleet, type LiveGpu } from '../../data/live/fleet.svelte';
import { boardMetric, type BoardMetric } from '../../data/usage/metrics';
import type { Host, Panel } from '../../data/types';
import '../../language/en/fleet/chart';
import '../../language/en/boards/panels';
import { t } from '../../language/t.svelte';
import { compactGpus } from '../../lib/format';

export interface PanelTargets {
  gpus: readonly LiveGpu[];
  /** Instead of GPUs, where the metric is one of hosts. */
  hosts: readonly Host[];
  /** Named, but gone since. */
  gone: readonly string[];
  ids: readonly string[];
}

function hostsOf(id: string | undefined): PanelTargets {
  if (id === undefined)
    return {
      gpus: [],
      hosts: fleet.hostList,
      gone: [],
      ids: fleet.hostList.map((host) => host.id),
    };
  const host = fleet.hosts.get(id);
  return { gpus: [], hosts: host ? [host] : [], gone: host ? [] : [id], ids: [id] };
}

export function targetsOf(panel: Panel): PanelTargets {
  if (panel.kind === 'text') return { gpus: [], hosts: [], gone: [], ids: [] };
  if (panel.host_metric !== undefined) return hostsOf(panel.host_id);
  if (panel.host_id !== undefined) {
    const gpus = fleet.gpusOf(panel.host_id);
    return { gpus, hosts: [], gone: [], ids: gpus.map((gpu) => gpu.id) };
  }
  if (!panel.gpus)
    return { gpus: fleet.gpuList, hosts: [], gone: [], ids: fleet.gpuList.map((gpu) => gpu.id) };
  const named = new Set(panel.gpus);
  return {
    gpus: fleet.gpuList.filter((gpu) => named.has(gpu.id)),
    hosts: [],
    gone: panel.gpus.filter((id) => !fleet.gpus.has(id)),
    ids: panel.gpus,
  };
}

/** "gpu03", "gpu01:0-3 gpu02:1", "whole fleet" */
export function targetsText(panel: Panel): string {
  if (panel.kind === 'text') return '';
  if (panel.host_id !== undefined)
    return fleet.hosts.get(panel.host_id)?.name ?? t('panel.goneHost');
  if (!panel.gpus) return t('panel.wholeFleet');
  const names = panel.gpus.flatMap((id) => fleet.gpus.get(id)?.name ?? []);
  const gone = panel.gpus.length - names.length;
  return [compactGpus(names), ...(gone > 0 ? [t('panel.goneGpus', { count: gone })] : [])]
    .filter((part) => part !== '')
    .join(' ');
}

export const measureText = (metric: BoardMetric): string =>
  metric.of === 'gpu' ? t(`metric.gpu.${metric.name}`) : t(`metric.host.${metric.name}`);

/** Its subject, for panels without a title. */
export function subjectOf(panel: Panel): string {
  if (panel.metric !== undefined || panel.host_metric !== undefined)
    return measureText(boardMetric(panel));
  return t(`panel.kind.${panel.kind}`);
}

export function titleOf(panel: Panel): string {
  return panel.title || subjectOf(panel);
}

/** For screen readers: identifies the panel, even without a title. */
export function nameOf(panel: Panel): string {
  if (panel.kind === 'text' && !panel.title)
    return t('panel.nameText', { text: (panel.text ?? '').split('\n')[0]?.slice(0, 60) ?? '' });
  return `${titleOf(panel)}, ${targetsText(panel)}`;
}
