/* What the GPUs of a board's charts did, as kept by the server: one request for all charts of ten
   minutes (more only where the server's limit demands), one for each longer window. The former are
   asked for again when the stream left a hole, the latter each minute, hours each ten. */
import { api, ask } from '../../data/client';
import { clock } from '../../data/clock.svelte';
import { fleet } from '../../data/live/fleet.svelte';
import type { MetricName } from '../../data/metrics';
import type { Problem } from '../../data/problem';
import { minuteMs } from '../../lib/zone';
import { hasHole, type Column } from '../chart/series';
import { batches, type Wanted } from './windows';

type Columns = Partial<Record<MetricName, Column>>;

export interface Past {
  wanted: Wanted;
  columns: ReadonlyMap<string, Columns>;
  /** Up to which moment it was asked for, ms. */
  until: number;
}

const everyMs = 5000;

export class BoardHistory {
  /** By the length of the window, seconds. */
  pasts = $state.raw<ReadonlyMap<number, Past>>(new Map());
  problem = $state.raw<Problem | null>(null);
  #turn = 0;
  #askedAt = new Map<number, number>();

  past(seconds: number): Past | undefined {
    return this.pasts.get(seconds);
  }

  /** In an effect; anew when what is wanted changes. */
  follow(wanted: readonly Wanted[]): () => void {
    const turn = ++this.#turn;
    this.#askedAt.clear();
    const look = () => {
      if (document.hidden) return;
      for (const one of wanted) if (this.#isDue(one)) void this.#read(one, turn);
    };
    look();
    const timer = setInterval(look, everyMs);
    return () => {
      this.#turn += 1;
      clearInterval(timer);
    };
  }

  #isDue(wanted: Wanted): boolean {
    const { seconds, live, step } = wanted.window;
    const asked = this.#askedAt.get(seconds);
    if (asked === undefined) return true;
    const since = performance.now() - asked;
    const until = this.pasts.get(seconds)?.until ?? 0;
    if (until === 0) return since > 10_000;
    if (!live) return since > (step === 3600 ? 10 * minuteMs : minuteMs);
    if (since < 15_000) return false;
    const now = clock.ms();
    return wanted.gpus.some((id) => {
      const gpu = fleet.gpus.get(id);
      return gpu !== undefined && hasHole(gpu.ring.read('utilization_percent', now), now, until);
    });
  }

  async #read(wanted: Wanted, turn: number): Promise<void> {
    const { seconds, step } = wanted.window;
    this.#askedAt.set(seconds, performance.now());
    const until = clock.ms();
    const columns = new Map<string, Columns>();
    for (const gpu of batches(wanted)) {
      const body = { gpu, metric: wanted.metrics, from: new Date(until - seconds * 1000).toISOString(), until: new Date(until).toISOString(), step };
      const got = await ask(api.POST('/api/v1/usage/query', { body }));
      if (turn !== this.#turn) return;
      this.problem = got.ok ? null : got.problem;
      if (!got.ok) return;
      const [from, stepMs] = [Date.parse(got.value.from), got.value.step_s * 1000];
      for (const one of got.value.gpus) {
        const known: Columns = {};
        for (const name of wanted.metrics) {
          const values = one[name];
          if (values) known[name] = { from, step: stepMs, values };
        }
        columns.set(one.gpu_id, known);
      }
    }
    this.pasts = new Map(this.pasts).set(seconds, { wanted, columns, until });
  }
}
