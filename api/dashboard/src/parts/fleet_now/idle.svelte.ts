/* How long held GPUs have been idle: read each minute while the screen is shown. */
import { api, ask } from '../../data/client';
import { clock } from '../../data/clock.svelte';
import { gpusAtOnce, usualMetric } from '../../data/usage/metrics';
import { dayMs, hourMs } from '../../lib/zone';
import type { Column } from '../chart/series';
import { idleOf, untilMinute, type Idle } from './waste';

export interface Held {
  gpu: string;
  booking: string;
  from: number;
}

export interface KnownIdle extends Idle {
  booking: string;
}

async function read(
  gpus: string[],
  from: number,
  until: number,
  step: 60 | 3600,
): Promise<Map<string, Column>> {
  const columns = new Map<string, Column>();
  const batch = gpusAtOnce(until - from, step);
  for (let i = 0; i < gpus.length; i += batch) {
    const body = {
      gpu: gpus.slice(i, i + batch),
      metric: [usualMetric],
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
      step,
    };
    const got = await ask(api.POST('/api/v1/usage/query', { body }));
    if (!got.ok) continue;
    for (const one of got.value.gpus) {
      if (!one.utilization_percent) continue;
      columns.set(one.gpu_id, {
        from: Date.parse(got.value.from),
        step: got.value.step_s * 1000,
        values: one.utilization_percent,
      });
    }
  }
  return columns;
}

class IdleTimes {
  byGpu = $state.raw<ReadonlyMap<string, KnownIdle>>(new Map());
  ready = $state(false);
  #turn = 0;

  /** Call in an effect; `held` is called each time. */
  follow(held: () => readonly Held[]): () => void {
    const turn = ++this.#turn;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = async () => {
      if (!document.hidden) await this.#read(held(), turn);
      if (turn === this.#turn) timer = setTimeout(() => void again(), untilMinute(clock.ms()));
    };
    void again();
    return () => {
      this.#turn += 1;
      clearTimeout(timer);
    };
  }

  async #read(held: readonly Held[], turn: number): Promise<void> {
    const now = clock.ms();
    const gpus = held.map((one) => one.gpu);
    const [minutes, hours] = await Promise.all([
      read(gpus, now - hourMs, now, 60),
      read(gpus, now - dayMs, now, 3600),
    ]);
    if (turn !== this.#turn) return;
    this.byGpu = new Map(
      held.map(({ gpu, booking, from }) => [
        gpu,
        { booking, ...idleOf(from, now, minutes.get(gpu), hours.get(gpu)) },
      ]),
    );
    this.ready = true;
  }
}

export const idleTimes = new IdleTimes();
