/* Hosts and GPUs. A GPU is one object for as long as it exists, and its values are runes: a tile
   that shows one value updates alone. Its holder follows from the bookings and the clock. */
import { SvelteMap } from 'svelte/reactivity';
import { byName } from '../../lib/by_name';
import { indexText } from '../../lib/format';
import { cutCards, goneSlices } from '../../lib/gpu_counts';
import { isSeen } from '../fleet/gpu_visibility';
import { stream } from '../stream.svelte';
import type { Gpu, Host, MetricsFrame, StreamServerMessage } from '../types';
import {
  hostMetricNames,
  metricNames,
  type HostMetricName,
  type MetricName,
} from '../usage/metrics';
import { bookings } from './bookings.svelte';
import { Ring } from './ring';

type Values<Name extends string> = Partial<Record<Name, number | null | undefined>>;

class Cell {
  value = $state<number | undefined>();
}

/** The values of one row of a frame. A row of nulls is no sample and gives undefined. */
function rowOf<Name extends string>(
  names: readonly Name[],
  columns: Partial<Record<Name, (number | null)[]>>,
  row: number,
): Values<Name> | undefined {
  const values: Values<Name> = {};
  let some = false;
  for (const name of names) {
    values[name] = columns[name]?.[row];
    some ||= typeof values[name] === 'number';
  }
  return some ? values : undefined;
}

export class LiveGpu {
  readonly id: string;
  /** The parts that rarely change: host, index, model, state. */
  info = $state.raw<Gpu>() as Gpu;
  readonly #cells = Object.fromEntries(metricNames.map((name) => [name, new Cell()])) as Record<
    MetricName,
    Cell
  >;
  /** The last values; undefined where one was not given. */
  readonly now = Object.defineProperties(
    {},
    Object.fromEntries(metricNames.map((name) => [name, { get: () => this.#cells[name].value }])),
  ) as Readonly<Record<MetricName, number | undefined>>;
  /** When the values were taken, ms; undefined before the first. */
  at = $state<number | undefined>();
  /** Utilisation, the mean of the last minute, percent. */
  minute = $state<number | undefined>();
  readonly ring = new Ring();

  constructor(gpu: Gpu) {
    this.id = gpu.id;
    this.update(gpu);
  }

  /** "2"; of a slice "2.0". */
  get index(): string {
    return indexText(this.info);
  }
  get parent(): string | undefined {
    return this.info.parent_id;
  }
  get state(): Gpu['state'] {
    return this.info.state;
  }
  /** Whether its values are current. */
  get seen(): boolean {
    return isSeen(this.info);
  }
  get name(): string {
    return `${this.info.host_name}:${this.index}`;
  }

  update(gpu: Gpu): void {
    this.info = gpu;
    const live = gpu.live;
    const at = live ? Date.parse(live.at) : NaN;
    if (live && (this.at === undefined || at > this.at))
      this.measure(at, live as Values<MetricName>);
  }

  measure(at: number, values: Values<MetricName>): void {
    this.at = at;
    for (const name of metricNames) this.#cells[name].value = values[name] ?? undefined;
    this.ring.put(at, values);
    this.minute = this.ring.mean('utilization_percent', at, 60);
  }
}

class Fleet {
  readonly hosts = new SvelteMap<string, Host>();
  readonly gpus = new SvelteMap<string, LiveGpu>();
  /** The last values of hosts. */
  readonly hostValues = new SvelteMap<string, Values<HostMetricName>>();
  /** When they were taken, ms. */
  readonly hostSeen = new Map<string, number>();
  readonly #hostRings = new Map<string, Ring<HostMetricName>>();
  ready = $state(false);
  /** Counts metrics frames: the dependency of charts. */
  beat = $state(0);

  readonly #goneSlices = $derived(goneSlices([...this.gpus.values()]));
  // As text, so dependants are not recomputed each second.
  readonly #gone: string = $derived.by(() => {
    if (this.#goneSlices.length === 0) return '';
    const booked = new Set(bookings.ahead.flatMap((booking) => booking.gpus));
    return this.#goneSlices.filter((id) => !booked.has(id)).join(' ');
  });
  readonly cut: ReadonlySet<string> = $derived(cutCards([...this.gpus.values()]));

  /** Hosts by name; GPUs by host and index. A slice that its GPU no longer has is included while it
      is booked. */
  readonly hostList = $derived(
    [...this.hosts.values()].sort((a, b) => byName.compare(a.name, b.name)),
  );
  readonly gpuList = $derived(
    [...this.gpus.values()]
      .filter((gpu) => !this.#gone.includes(gpu.id))
      .sort(
        (a, b) =>
          byName.compare(a.info.host_name, b.info.host_name) ||
          byName.compare(a.index, b.index) ||
          byName.compare(a.id, b.id),
      ),
  );
  readonly #byHost = $derived.by(() => {
    const groups = new Map<string, LiveGpu[]>();
    for (const gpu of this.gpuList) {
      const group = groups.get(gpu.info.host_id);
      if (group) group.push(gpu);
      else groups.set(gpu.info.host_id, [gpu]);
    }
    return groups;
  });

  /** The slices of each partitioned GPU. */
  readonly slices: ReadonlyMap<string, readonly string[]> = $derived.by(() => {
    const slices = new Map<string, string[]>();
    for (const { id, info } of this.gpuList) {
      if (info.parent_id !== undefined && info.state !== 'lost')
        slices.set(info.parent_id, [...(slices.get(info.parent_id) ?? []), id]);
    }
    return slices;
  });

  /** Its parent GPU, or its slices: a booking of one of them blocks this GPU. */
  overlappingDevices(gpu: string): readonly string[] {
    const parent = this.gpus.get(gpu)?.info.parent_id;
    return parent === undefined ? (this.slices.get(gpu) ?? []) : [parent];
  }

  gpusOf(hostId: string): LiveGpu[] {
    return this.#byHost.get(hostId) ?? [];
  }

  hostNamed(name: string): Host | undefined {
    return this.hostList.find((host) => host.name === name);
  }

  /** "gpu03:2", "gpu03:2.0"; the id itself for a GPU that is gone. */
  gpuName(id: string): string {
    return this.gpus.get(id)?.name ?? id;
  }

  /** The last ten minutes of a host, for metrics that have been read. */
  hostRing(id: string): Ring<HostMetricName> {
    let ring = this.#hostRings.get(id);
    if (!ring) this.#hostRings.set(id, (ring = new Ring<HostMetricName>(new Set())));
    return ring;
  }

  take(frames: StreamServerMessage[]): void {
    for (const frame of frames) {
      if (frame.metrics) this.#measure(frame.metrics);
      if (frame.topic !== 'fleet') continue;
      if (frame.type === 'snapshot') this.#dropOthers(frame.hosts ?? [], frame.gpus ?? []);
      for (const host of frame.hosts ?? []) this.hosts.set(host.id, host);
      for (const gpu of frame.gpus ?? []) this.#put(gpu);
      for (const id of frame.removed_hosts ?? []) this.#remove(id);
      if (frame.type === 'snapshot') this.ready = true;
    }
  }

  #put(gpu: Gpu): void {
    const known = this.gpus.get(gpu.id);
    if (known) known.update(gpu);
    else this.gpus.set(gpu.id, new LiveGpu(gpu));
  }

  #remove(host: string): void {
    this.hosts.delete(host);
    this.#hostRings.delete(host);
    for (const gpu of this.gpus.values()) if (gpu.info.host_id === host) this.gpus.delete(gpu.id);
  }

  #dropOthers(hosts: Host[], gpus: Gpu[]): void {
    const hostIds = new Set(hosts.map((host) => host.id));
    const gpuIds = new Set(gpus.map((gpu) => gpu.id));
    for (const id of this.hosts.keys()) if (!hostIds.has(id)) this.#remove(id);
    for (const id of this.gpus.keys()) if (!gpuIds.has(id)) this.gpus.delete(id);
  }

  #measure(frame: MetricsFrame): void {
    const at = Date.parse(frame.at);
    frame.gpus.forEach((id, row) => {
      const gpu = this.gpus.get(id);
      // A frame may repeat the last values of a GPU that is not observed now; their age stays.
      if (!gpu?.seen) return;
      const values = rowOf(
        metricNames,
        frame as Partial<Record<MetricName, (number | null)[]>>,
        row,
      );
      // Without a sample the last values stay, and their age grows.
      if (values && !(gpu.at !== undefined && gpu.at >= at)) gpu.measure(at, values);
    });
    frame.hosts?.ids.forEach((id, row) => {
      const values = rowOf(
        hostMetricNames,
        frame.hosts as Partial<Record<HostMetricName, (number | null)[]>>,
        row,
      );
      if (!values) return void this.hostValues.delete(id);
      this.hostSeen.set(id, at);
      this.hostValues.set(id, values);
      this.#hostRings.get(id)?.put(at, values);
    });
    this.beat += 1;
  }
}

export const fleet = new Fleet();
stream.onFrames((frames) => fleet.take(frames));
