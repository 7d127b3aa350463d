/* Processes on GPUs. They are no topic of the stream: while something shows them they are asked for
   every few seconds, and at once when a violation opens or closes. */
import { api, askAll } from '../client';
import { clock } from '../clock.svelte';
import type { Problem } from '../problem';
import { session } from '../session.svelte';
import { stream } from '../stream.svelte';
import type { Process } from '../types';

const everyMs = 3000;

class Processes {
  list = $state.raw<Process[]>([]);
  /** When they were read, ms; undefined before the first answer. */
  at = $state<number | undefined>();
  problem = $state.raw<Problem | null>(null);
  readonly byGpu = $derived.by(() => {
    const groups = new Map<string, Process[]>();
    for (const process of this.list) groups.set(process.gpu_id, [...(groups.get(process.gpu_id) ?? []), process]);
    return groups;
  });

  #watchers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `$effect(() => processes.watch())` */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) void this.#read();
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) clearTimeout(this.#timer);
    };
  }

  readSoon(): void {
    if (this.#watchers === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), 200);
  }

  async #read(): Promise<void> {
    if (!document.hidden && stream.state !== 'off' && !session.leaving) {
      const got = await askAll((cursor) =>
        api.GET('/api/v1/processes', { params: { query: { limit: 1000, ...(cursor === undefined ? {} : { cursor }) } } }));
      if (got.ok) {
        this.list = got.value;
        this.at = clock.ms();
      }
      this.problem = got.ok ? null : got.problem;
    }
    clearTimeout(this.#timer);
    if (this.#watchers > 0) this.#timer = setTimeout(() => void this.#read(), document.hidden ? 10_000 : everyMs);
  }
}

export const processes = new Processes();
stream.onFrames((frames) => {
  if (frames.some((frame) => frame.topic === 'violations' && frame.type === 'event')) processes.readSoon();
});
