/* Processes on GPUs, from the stream, while a component shows them. A GPU whose processes change
   updates alone. Their memory comes with the values of a watched host. */
import { SvelteMap } from 'svelte/reactivity';
import { stream } from '../stream.svelte';
import type { MetricsFrame, Process, ProcessNow, StreamServerMessage } from '../types';

const none: readonly Process[] = [];

class Processes {
  /** True after the first snapshot; then the stream keeps it up to date. */
  ready = $state(false);
  readonly #byGpu = new SvelteMap<string, readonly Process[]>();
  readonly #memory = new SvelteMap<string, number>();
  /** The GPUs of each process. */
  #places = new Map<string, readonly string[]>();
  #watchers = 0;

  /** `$effect(() => processes.watch())` */
  watch(): () => void {
    this.#watchers += 1;
    const stop = stream.watch('processes');
    return () => {
      this.#watchers -= 1;
      stop();
      if (this.#watchers === 0) this.#forget();
    };
  }

  on(gpu: string): readonly Process[] {
    return this.#byGpu.get(gpu) ?? none;
  }

  /** Memory on that GPU alone, MiB; undefined if unknown. */
  memory({ id, gpu_id: gpu }: Process): number | undefined {
    return this.#memory.get(`${id} ${gpu}`);
  }

  take(frames: readonly StreamServerMessage[]): void {
    for (const frame of frames) {
      if (frame.metrics?.processes) this.#measure(frame.metrics.processes);
      if (frame.topic !== 'processes' || !frame.processes || this.#watchers === 0) continue;
      if (frame.type === 'snapshot') this.#begin(frame.processes);
      else for (const one of frame.processes) this.#put(one);
    }
  }

  // A GPU whose processes are the same keeps its object.
  #begin(all: readonly ProcessNow[]): void {
    const now = new Set(all.map((one) => one.id));
    for (const id of [...this.#places.keys()]) if (!now.has(id)) this.#put({ id, rows: [] });
    for (const one of all) this.#put(one);
    this.ready = true;
  }

  #put({ id, rows }: ProcessNow): void {
    const before = this.#places.get(id) ?? [];
    const places = rows.map((row) => row.gpu_id);
    for (const gpu of before) {
      if (!places.includes(gpu))
        this.#set(
          gpu,
          this.on(gpu).filter((one) => one.id !== id),
        );
    }
    for (const row of rows) {
      const there = this.on(row.gpu_id);
      const at = there.findIndex((one) => one.id === id);
      this.#set(row.gpu_id, at < 0 ? [...there, row] : there.with(at, row));
    }
    if (places.length > 0) this.#places.set(id, places);
    else this.#places.delete(id);
    for (const gpu of before) if (!places.includes(gpu)) this.#memory.delete(`${id} ${gpu}`);
  }

  #set(gpu: string, list: readonly Process[]): void {
    if (list.length > 0) this.#byGpu.set(gpu, list);
    else this.#byGpu.delete(gpu);
  }

  #measure({ ids, gpus, memory_used_mib: memory }: NonNullable<MetricsFrame['processes']>): void {
    ids.forEach((id, i) => {
      const [gpu, value] = [
        gpus[i],
        Array.isArray(memory) ? (memory as (number | null)[])[i] : undefined,
      ];
      if (gpu === undefined || !this.#places.get(id)?.includes(gpu)) return;
      if (typeof value === 'number') this.#memory.set(`${id} ${gpu}`, value);
      else this.#memory.delete(`${id} ${gpu}`);
    });
  }

  // Without a watcher nothing is kept up to date: the next watcher starts with a snapshot.
  #forget(): void {
    this.ready = false;
    this.#places.clear();
    this.#byGpu.clear();
    this.#memory.clear();
  }
}

export const processes = new Processes();
stream.onFrames((frames) => processes.take(frames));
