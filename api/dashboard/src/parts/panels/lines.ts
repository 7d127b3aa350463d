/* The lines of a chart: a line per GPU while they can be told apart, else means of hosts; above a
   certain count, all of them thin and their mean bold. Pure. */
import type { Drawn } from '../chart/series';
import { dashes, type Dash } from '../chart/options';
import type { Tone } from '../chart/palette.svelte';

export interface Group {
  key: string;
  label: string;
  gpus: readonly string[];
}

export interface Plan {
  groups: readonly Group[];
  /** A bold line for the mean of all. */
  mean: boolean;
  kind: 'gpus' | 'hosts';
}

export interface GpuName {
  id: string;
  host: string;
  name: string;
}

/** This many colours can be told apart. */
const mostColours = 6;
const mostGpuLines = 16;
const mostHostLines = 40;

export function planOf(gpus: readonly GpuName[]): Plan {
  const hosts = new Map<string, string[]>();
  for (const gpu of gpus) {
    const ids = hosts.get(gpu.host);
    if (ids) ids.push(gpu.id);
    else hosts.set(gpu.host, [gpu.id]);
  }
  const each = (): Group[] => gpus.map((gpu) => ({ key: gpu.id, label: gpu.name, gpus: [gpu.id] }));
  const byHost = (): Group[] =>
    [...hosts].map(([host, ids]) => ({ key: `host ${host}`, label: host, gpus: ids }));
  if (gpus.length <= mostColours) return { groups: each(), mean: false, kind: 'gpus' };
  if (hosts.size > 1 && hosts.size <= mostColours)
    return { groups: byHost(), mean: false, kind: 'hosts' };
  if (gpus.length <= mostGpuLines) return { groups: each(), mean: true, kind: 'gpus' };
  return { groups: hosts.size <= mostHostLines ? byHost() : [], mean: true, kind: 'hosts' };
}

/** Lines of GPUs have the colours of their holders. Blue and vermilion are used for no category. */
export const holdersShown = (plan: Plan): boolean => plan.kind === 'gpus' && !plan.mean;

const hostTones: readonly Tone[] = ['orange', 'green', 'pink', 'sky'];

export function toneOf(plan: Plan, index: number): Tone {
  return plan.mean || plan.kind === 'gpus'
    ? 'other'
    : (hostTones[index % hostTones.length] ?? 'other');
}

/** Distinguishes lines of one colour. */
export function dashOf(plan: Plan, index: number): Dash {
  if (plan.mean) return 'solid';
  return (
    dashes[(plan.kind === 'gpus' ? index : Math.floor(index / hostTones.length)) % dashes.length] ??
    'solid'
  );
}

/** The mean of the known values at each moment; null where there are none. */
export function meanLine(lines: readonly (readonly Drawn[])[], length: number): readonly Drawn[] {
  const [only] = lines;
  if (lines.length === 1 && only) return only;
  const out: Drawn[] = new Array<Drawn>(length);
  for (let i = 0; i < length; i += 1) {
    let [sum, known, late] = [0, 0, false];
    for (const line of lines) {
      const value = line[i];
      if (typeof value === 'number') {
        sum += value;
        known += 1;
      } else if (value === undefined) late = true;
    }
    out[i] = known > 0 ? sum / known : late ? undefined : null;
  }
  return out;
}

/** The last known value, if it is at most `back` values old. */
export function lastOf(values: readonly Drawn[], back = 5): number | null {
  for (let i = values.length - 1; i >= Math.max(0, values.length - 1 - back); i -= 1) {
    const value = values[i];
    if (typeof value === 'number') return value;
  }
  return null;
}

export interface Now {
  value: number | null;
  /** Known, but old: the hosts are unreachable. */
  stale: boolean;
  /** The newest sample that counts, ms. */
  at: number | null;
  count: number;
  missing: number;
}

/** One number over many GPUs, their mean or the greatest: of those with a fresh sample, else of the
    last known ones. */
export function nowOf(
  samples: readonly { at: number | undefined; value: number | undefined }[],
  now: number,
  of: 'mean' | 'greatest' = 'mean',
  freshMs = 15_000,
): Now {
  const known = samples.flatMap(({ at, value }) =>
    at === undefined || value === undefined ? [] : [{ at, value }],
  );
  const fresh = known.filter(({ at }) => now - at <= freshMs);
  const counted = fresh.length > 0 ? fresh : known;
  if (counted.length === 0)
    return { value: null, stale: false, at: null, count: 0, missing: samples.length };
  return {
    value:
      of === 'mean'
        ? counted.reduce((sum, { value }) => sum + value, 0) / counted.length
        : Math.max(...counted.map(({ value }) => value)),
    stale: fresh.length === 0,
    at: Math.max(...counted.map(({ at }) => at)),
    count: counted.length,
    missing: samples.length - counted.length,
  };
}
