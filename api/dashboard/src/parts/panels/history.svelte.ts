/* The history of a board's GPUs and hosts, as kept by the server. One request serves all charts of
   ten minutes (more only where the server's limit demands it), one each longer window. The former
   are repeated when the stream left a gap; the latter each minute, or each ten minutes for steps of
   an hour or a day. */
import { api, ask } from '../../data/client';
import { clock } from '../../data/clock.svelte';
import { fleet } from '../../data/live/fleet.svelte';
import type { BoardMetric } from '../../data/usage/metrics';
import type { Problem } from '../../data/problem';
import { hourMs, minuteMs } from '../../lib/zone';
import { hasHole, type Column } from '../chart/series';
import { batches, type Wanted } from './windows';

type Columns = Partial<Record<string, Column>>;

export interface Past {
  wanted: Wanted;
  columns: ReadonlyMap<string, Columns>;
  /** The end of the requested interval, ms. */
  until: number;
  /** The step of the server's answer, ms. */
  step: number;
}

const everyMs = 5000;
const keyOf = (of: BoardMetric['of'], seconds: number): string => `${of} ${seconds}`;

export class BoardHistory {
  /** By kind and the length of the window. */
  pasts = $state.raw<ReadonlyMap<string, Past>>(new Map());
  problem = $state.raw<Problem | null>(null);
  #turn = 0;
  #askedAt = new Map<string, number>();

  past(of: BoardMetric['of'], seconds: number): Past | undefined {
    return this.pasts.get(keyOf(of, seconds));
  }

  /** Call in an effect; again when `wanted` changes. */
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
    const { seconds, live } = wanted.window;
    const key = keyOf(wanted.of, seconds);
    const asked = this.#askedAt.get(key);
    if (asked === undefined) return true;
    const since = performance.now() - asked;
    const past = this.pasts.get(key);
    if (!past) return since > 10_000;
    if (!live) return since > (past.step >= hourMs ? 10 * minuteMs : minuteMs);
    if (since < 15_000) return false;
    const now = clock.ms();
    return (
      wanted.of === 'gpu' &&
      wanted.ids.some((id) => {
        const gpu = fleet.gpus.get(id);
        return (
          gpu !== undefined && hasHole(gpu.ring.read('utilization_percent', now), now, past.until)
        );
      })
    );
  }

  async #read(wanted: Wanted, turn: number): Promise<void> {
    const {
      window: { seconds, live, points },
      of,
    } = wanted;
    this.#askedAt.set(keyOf(of, seconds), performance.now());
    const until = clock.ms();
    const columns = new Map<string, Columns>();
    let step = 1000;
    for (const ids of batches(wanted)) {
      const body = {
        ...(of === 'gpu' ? { gpu: ids } : { host: ids }),
        metric: wanted.metrics as BoardMetric['name'][],
        from: new Date(until - seconds * 1000).toISOString(),
        until: new Date(until).toISOString(),
        ...(live ? { step: 1 as const } : { points }),
      };
      const got = await ask(api.POST('/api/v1/usage/query', { body }));
      if (turn !== this.#turn) return;
      this.problem = got.ok ? null : got.problem;
      if (!got.ok) return;
      const from = Date.parse(got.value.from);
      step = got.value.step_s * 1000;
      const rows =
        of === 'gpu'
          ? got.value.gpus.map((one) => [one.gpu_id, one] as const)
          : (got.value.hosts ?? []).map((one) => [one.host_id, one] as const);
      for (const [id, one] of rows) {
        const known: Columns = {};
        for (const name of wanted.metrics) {
          const values = (one as Record<string, unknown>)[name] as (number | null)[] | undefined;
          if (values) known[name] = { from, step, values };
        }
        columns.set(id, known);
      }
    }
    this.pasts = new Map(this.pasts).set(keyOf(of, seconds), { wanted, columns, until, step });
  }
}
