/* New panels: the initial size of each kind, and the default panels of a new board. Pure. */
import type { Panel, PanelKind } from '../../data/types';
import { freePlace } from './layout';

export const kinds: readonly PanelKind[] = [
  'free',
  'chart',
  'tile',
  'gpus',
  'reservations',
  'violations',
  'text',
];
export const mostPanels = 64;

export const sizes: Record<PanelKind, readonly [number, number]> = {
  free: [6, 4],
  chart: [6, 4],
  tile: [3, 2],
  gpus: [6, 3],
  reservations: [6, 4],
  violations: [6, 3],
  text: [12, 1],
};

export const hasMetric = (kind: PanelKind): boolean =>
  kind === 'chart' || kind === 'tile' || kind === 'gpus';
export const hasGpus = (kind: PanelKind): boolean => kind !== 'text';

/** The first unused id of p1, p2, …. */
export function freshPanelId(panels: readonly Panel[]): string {
  const taken = new Set(panels.map((panel) => panel.id));
  for (let i = 1; ; i += 1) if (!taken.has(`p${i}`)) return `p${i}`;
}

export function freshPanel(kind: PanelKind, panels: readonly Panel[]): Panel {
  const [w, h] = sizes[kind];
  return {
    id: freshPanelId(panels),
    kind,
    ...(hasMetric(kind) ? { metric: 'utilization_percent' as const } : {}),
    ...(kind === 'text' ? { text: '' } : {}),
    ...freePlace(panels, w, h),
  };
}

/** The fleet at a glance, starting with the most frequent question: what is free? */
export function usualPanels(): Panel[] {
  const metric = 'utilization_percent' as const;
  return [
    { id: 'p1', kind: 'free', x: 0, y: 0, w: 6, h: 4 },
    { id: 'p2', kind: 'tile', metric, x: 6, y: 0, w: 3, h: 2 },
    { id: 'p3', kind: 'tile', metric: 'power_w', x: 9, y: 0, w: 3, h: 2 },
    { id: 'p4', kind: 'gpus', metric, x: 6, y: 2, w: 6, h: 3 },
    { id: 'p5', kind: 'reservations', x: 0, y: 4, w: 6, h: 5 },
    { id: 'p6', kind: 'chart', metric, x: 6, y: 5, w: 6, h: 4 },
    { id: 'p7', kind: 'violations', x: 0, y: 9, w: 6, h: 3 },
    { id: 'p8', kind: 'chart', metric: 'power_w', x: 6, y: 9, w: 6, h: 3 },
  ];
}
