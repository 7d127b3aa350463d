/* Which GPUs a panel shows now: those named, those of a host, or the whole fleet; and how that is said. */
import { fleet, type LiveGpu } from '../../data/live/fleet.svelte';
import { readMetric } from '../../data/metrics';
import type { Panel } from '../../data/types';
import '../../language/en/chart';
import '../../language/en/panels';
import { t } from '../../language/t.svelte';
import { compactGpus } from '../../lib/format';

export interface Which {
  gpus: readonly LiveGpu[];
  /** Named, but gone since. */
  gone: readonly string[];
  ids: readonly string[];
}

export function whichOf(panel: Panel): Which {
  if (panel.kind === 'text') return { gpus: [], gone: [], ids: [] };
  if (panel.host_id !== undefined) {
    const gpus = fleet.gpusOf(panel.host_id);
    return { gpus, gone: [], ids: gpus.map((gpu) => gpu.id) };
  }
  if (!panel.gpus) return { gpus: fleet.gpuList, gone: [], ids: fleet.gpuList.map((gpu) => gpu.id) };
  const named = new Set(panel.gpus);
  return {
    gpus: fleet.gpuList.filter((gpu) => named.has(gpu.id)),
    gone: panel.gpus.filter((id) => !fleet.gpus.has(id)),
    ids: panel.gpus,
  };
}

/** "gpu03", "gpu01:0-3 gpu02:1", "whole fleet" */
export function whichText(panel: Panel): string {
  if (panel.kind === 'text') return '';
  if (panel.host_id !== undefined) return fleet.hosts.get(panel.host_id)?.name ?? t('panel.goneHost');
  if (!panel.gpus) return t('panel.wholeFleet');
  const names = panel.gpus.flatMap((id) => fleet.gpus.get(id)?.name ?? []);
  const gone = panel.gpus.length - names.length;
  return [compactGpus(names), ...(gone > 0 ? [t('panel.goneGpus', { count: gone })] : [])].filter((part) => part !== '').join(' ');
}

/** What it shows, where nobody gave it a title. */
export function subjectOf(panel: Panel): string {
  if (panel.metric !== undefined) return t(`metric.gpu.${readMetric(panel.metric)}`);
  return t(`panel.kind.${panel.kind}`);
}

export function titleOf(panel: Panel): string {
  return panel.title || subjectOf(panel);
}

/** For screen readers: which panel this is, even where it has no title. */
export function nameOf(panel: Panel): string {
  if (panel.kind === 'text' && !panel.title) return t('panel.nameText', { text: (panel.text ?? '').split('\n')[0]?.slice(0, 60) ?? '' });
  return `${titleOf(panel)}, ${whichText(panel)}`;
}
