/* A board being edited: the content of its form, and the request. Pure. */
import { isSame } from '../../data/boards/board_whole';
import {
  hostMetricNames,
  metricNames,
  usualMetric,
  type HostMetricName,
  type MetricName,
} from '../../data/usage/metrics';
import type { Panel, PanelKind } from '../../data/types';
import { hasGpus, hasMetric } from '../../parts/panels/new_panels';
import { fitted, type Place } from '../../parts/panels/layout';
import { usualWindow } from '../../parts/panels/windows';

/** Whether both have the same panels at the same positions. */
export function arePlacedAlike(a: readonly Panel[], b: readonly Panel[]): boolean {
  return isSame(
    { title: '', shared: false, panels: [...a] },
    { title: '', shared: false, panels: [...b] },
  );
}

/** The same panels at other positions. */
export function placed(panels: readonly Panel[], places: ReadonlyMap<string, Place>): Panel[] {
  return panels.map((panel) => {
    const place = places.get(panel.id);
    return place ? { ...panel, ...fitted(place) } : panel;
  });
}

export type Measure = MetricName | `host:${HostMetricName}`;
const ofHosts = 'host:';
export const isOfHosts = (measure: Measure): measure is `host:${HostMetricName}` =>
  measure.startsWith(ofHosts);
export const hostMetricOf = (measure: `host:${HostMetricName}`): HostMetricName =>
  measure.slice(ofHosts.length) as HostMetricName;
/** Squares are for GPUs alone. */
export const measuresOf = (kind: PanelKind): readonly Measure[] =>
  kind === 'gpus'
    ? metricNames
    : [...metricNames, ...hostMetricNames.map((name) => `host:${name}` as const)];

export type Scope = 'fleet' | 'host' | 'gpus';

export interface Form {
  kind: PanelKind;
  title: string;
  /** "host:" before a metric of hosts: both kinds share some names. */
  metric: Measure;
  scope: Scope;
  host: string;
  gpus: string[];
  seconds: number;
  text: string;
  place: Place;
}

export function formOf(panel: Panel): Form {
  const { x, y, w, h } = panel;
  return {
    kind: panel.kind,
    title: panel.title ?? '',
    metric: panel.host_metric ? `host:${panel.host_metric}` : (panel.metric ?? usualMetric),
    scope: panel.host_id !== undefined ? 'host' : panel.gpus ? 'gpus' : 'fleet',
    host: panel.host_id ?? '',
    gpus: [...(panel.gpus ?? [])],
    seconds: panel.window_s ?? usualWindow,
    text: panel.text ?? '',
    place: { x, y, w, h },
  };
}

/** Only the members that its kind may have. */
export function panelOf(id: string, form: Form): Panel {
  const panel: Panel = { id, kind: form.kind, ...fitted(form.place) };
  const title = form.title.trim();
  if (title !== '') panel.title = title;
  if (form.kind === 'text') panel.text = form.text.trim();
  const measured =
    hasMetric(form.kind) && measuresOf(form.kind).includes(form.metric) ? form.metric : usualMetric;
  if (isOfHosts(measured)) panel.host_metric = hostMetricOf(measured);
  else if (hasMetric(form.kind)) panel.metric = measured;
  if (form.kind === 'chart') panel.window_s = form.seconds;
  if (hasGpus(form.kind) && form.scope === 'host') panel.host_id = form.host;
  if (hasGpus(form.kind) && form.scope === 'gpus' && !isOfHosts(measured))
    panel.gpus = [...form.gpus];
  return panel;
}

/** A metric of hosts is for one host or for all. */
export const scopesOf = (form: Pick<Form, 'kind' | 'metric'>): readonly Scope[] =>
  hasMetric(form.kind) && form.kind !== 'gpus' && isOfHosts(form.metric)
    ? ['fleet', 'host']
    : ['fleet', 'host', 'gpus'];

const bytes = (text: string): number => new TextEncoder().encode(text).length;

export type Fault = 'host' | 'gpus' | 'tooMany' | 'text' | 'textLong' | 'titleLong';

export function faultOf(form: Form): Fault | null {
  if (bytes(form.title.trim()) > 200) return 'titleLong';
  if (form.kind === 'text')
    return form.text.trim() === '' ? 'text' : bytes(form.text.trim()) > 2000 ? 'textLong' : null;
  if (form.scope === 'host' && form.host === '') return 'host';
  if (!scopesOf(form).includes('gpus')) return null;
  if (form.scope === 'gpus' && form.gpus.length === 0) return 'gpus';
  return form.scope === 'gpus' && form.gpus.length > 256 ? 'tooMany' : null;
}
