/* Hosts and GPUs. A GPU is one object for as long as it exists, its numbers are runes: a tile that
   shows one of them changes alone. Who holds it follows from the bookings and the clock. */
import { SvelteMap } from 'svelte/reactivity';
import { byName } from '../../lib/by_name';
import { stream } from '../stream.svelte';
import type { Gpu, Host, MetricsFrame, StreamServerMessage } from '../types';
import { metricNames, Ring, type MetricName } from './ring';

export class LiveGpu {
  readonly id: string;
  /** What rarely changes: host, index, model, state. */
  info = $state.raw<Gpu>() as Gpu;
  utilization_percent = $state<number | undefined>();
  memory_used_mib = $state<number | undefined>();
  temperature_c = $state<number | undefined>();
  power_w = $state<number | undefined>();
  /** When the numbers were taken, ms; undefined before the first. */
  at = $state<number | undefined>();
  readonly ring = new Ring();

  constructor(gpu: Gpu) {
    this.id = gpu.id;
    this.update(gpu);
  }

  get name(): string {
    return `${this.info.host_name}:${this.info.index}`;
  }

  update(gpu: Gpu): void {
    this.info = gpu;
    const live = gpu.live;
    const at = live ? Date.parse(live.at) : NaN;
    if (live && (this.at === undefined || at > this.at)) this.measure(at, live);
  }

  measure(at: number, values: Partial<Record<MetricName, number | null | undefined>>): void {
    this.at = at;
    for (const name of metricNames) this[name] = values[name] ?? undefined;
    this.ring.put(at, values);
  }
}

class Fleet {
  readonly hosts = new SvelteMap<string, Host>();
  readonly gpus = new SvelteMap<string, LiveGpu>();
  ready = $state(false);
  /** Counts metrics frames: what a chart depends on. */
  beat = $state(0);

  /** By name; GPUs by host and index. */
  readonly hostList = $derived([...this.hosts.values()].sort((a, b) => byName.compare(a.name, b.name)));
  readonly gpuList = $derived(
    [...this.gpus.values()].sort((a, b) => byName.compare(a.info.host_name, b.info.host_name) || a.info.index - b.info.index || byName.compare(a.id, b.id)),
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

  gpusOf(hostId: string): LiveGpu[] {
    return this.#byHost.get(hostId) ?? [];
  }

  hostNamed(name: string): Host | undefined {
    return this.hostList.find((host) => host.name === name);
  }

  /** "gpu03:2"; the id itself for a GPU that is gone. */
  gpuName(id: string): string {
    return this.gpus.get(id)?.name ?? id;
  }

  take(frames: StreamServerMessage[]): void {
    for (const frame of frames) {
      if (frame.metrics) this.#measure(frame.metrics);
      if (frame.topic !== 'fleet') continue;
      if (frame.type === 'snapshot') this.#dropOthers(frame.hosts ?? [], frame.gpus ?? []);
      for (const host of frame.hosts ?? []) this.hosts.set(host.id, host);
      for (const gpu of frame.gpus ?? []) this.#put(gpu);
      if (frame.type === 'snapshot') this.ready = true;
    }
  }

  #put(gpu: Gpu): void {
    const known = this.gpus.get(gpu.id);
    if (known) known.update(gpu);
    else this.gpus.set(gpu.id, new LiveGpu(gpu));
  }

  #dropOthers(hosts: Host[], gpus: Gpu[]): void {
    const hostIds = new Set(hosts.map((host) => host.id));
    const gpuIds = new Set(gpus.map((gpu) => gpu.id));
    for (const id of this.hosts.keys()) if (!hostIds.has(id)) this.hosts.delete(id);
    for (const id of this.gpus.keys()) if (!gpuIds.has(id)) this.gpus.delete(id);
  }

  #measure(frame: MetricsFrame): void {
    const at = Date.parse(frame.at);
    frame.gpus.forEach((id, row) => {
      const gpu = this.gpus.get(id);
      if (!gpu) return;
      const values: Partial<Record<MetricName, number | null | undefined>> = {};
      let some = false;
      for (const name of metricNames) {
        values[name] = frame[name]?.[row];
        some ||= values[name] !== null && values[name] !== undefined;
      }
      // A row of nothing but nulls is no sample: the last values stay, and their age grows.
      if (some && !(gpu.at !== undefined && gpu.at >= at)) gpu.measure(at, values);
    });
    this.beat += 1;
  }
}

export const fleet = new Fleet();
stream.onFrames((frames) => fleet.take(frames));
