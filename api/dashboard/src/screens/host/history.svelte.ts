/* The history of a host's GPUs in a window, as kept by the server: read at once, again each step,
   and whenever the stream left a gap. */
import { api, ask } from '../../data/client';
import { clock } from '../../data/clock.svelte';
import { subjectsAtOnce, type MetricName } from '../../data/usage/metrics';
import type { Problem } from '../../data/problem';
import { hourMs, minuteMs } from '../../lib/zone';
import type { Column } from '../../parts/chart/series';
import type { Window } from './windows';

type Columns = ReadonlyMap<string, Column>;

/** Live windows need no repetition; others are read again each minute, hours and days each ten
    minutes. */
const againAfter = (step: number) => (step >= hourMs ? 10 * minuteMs : minuteMs);

export class History {
  columns = $state.raw<Columns>(new Map());
  /** The end of the requested interval, ms; 0 before the first answer. */
  until = $state(0);
  from = $state(0);
  step = $state(0);
  problem = $state.raw<Problem | null>(null);
  #turn = 0;
  #askedAt = 0;
  #again: () => void = () => {};

  /** Call in an effect. */
  follow(gpus: readonly string[], window: Window, metric: MetricName): () => void {
    const turn = ++this.#turn;
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.until = 0;
    this.columns = new Map();
    const read = async () => {
      clearTimeout(timer);
      if (!document.hidden) await this.#read(gpus, window, metric, turn);
      if (turn === this.#turn && !window.live)
        timer = setTimeout(() => void read(), againAfter(this.step));
    };
    this.#again = () => void read();
    void read();
    return () => {
      this.#turn += 1;
      clearTimeout(timer);
      this.#again = () => {};
    };
  }

  /** The live values have a gap: reads again, at a limited rate. */
  refill(): void {
    if (performance.now() - this.#askedAt > 15_000) this.#again();
  }

  async #read(
    gpus: readonly string[],
    window: Window,
    metric: MetricName,
    turn: number,
  ): Promise<void> {
    this.#askedAt = performance.now();
    const until = clock.ms();
    const batch = window.live
      ? subjectsAtOnce(window.length / 1000 + 1, 1)
      : subjectsAtOnce(window.points, 1);
    const columns = new Map<string, Column>();
    let [from, step] = [until - window.length, 1000];
    for (let i = 0; i < gpus.length; i += batch) {
      const body = {
        gpu: gpus.slice(i, i + batch),
        metric: [metric],
        from: new Date(until - window.length).toISOString(),
        until: new Date(until).toISOString(),
        ...(window.live ? { step: 1 as const } : { points: window.points }),
      };
      const got = await ask(api.POST('/api/v1/usage/query', { body }));
      if (turn !== this.#turn) return;
      this.problem = got.ok ? null : got.problem;
      if (!got.ok) return;
      [from, step] = [Date.parse(got.value.from), got.value.step_s * 1000];
      for (const gpu of got.value.gpus) {
        const values = gpu[metric];
        if (values) columns.set(gpu.gpu_id, { from, step, values });
      }
    }
    [this.columns, this.from, this.step, this.until] = [columns, from, step, until];
  }
}
