/* The history of a booking's GPUs in its time, read again while it runs. */
import type { Booking } from '../../data/bookings/booking';
import { api, ask } from '../../data/client';
import { clock } from '../../data/clock.svelte';
import type { MetricName } from '../../data/usage/metrics';
import type { Problem } from '../../data/problem';
import { learnKept, type UsageAsk } from '../../data/usage/usage_retention';
import { minuteMs } from '../../lib/zone';
import { askFor, columnsOf, gpusFor, metricsFor, type Columns } from './gpu_usage';

export class Used {
  columns = $state.raw<Columns>(new Map());
  /** The query of the columns; undefined before the first answer. */
  asked = $state.raw<UsageAsk | undefined>(undefined);
  problem = $state.raw<Problem | null>(null);
  #turn = 0;

  /** Call in an effect; again for another booking. */
  follow(booking: Booking, metric: MetricName): () => void {
    const turn = ++this.#turn;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      if (!document.hidden) await this.#read(booking, metric, turn);
      const step = this.asked?.step ?? 1;
      const over = clock.ms() > booking.until + 2 * step * 1000;
      if (turn === this.#turn && !over)
        timer = setTimeout(() => void read(), step === 1 ? 5000 : minuteMs);
    };
    void read();
    return () => {
      this.#turn += 1;
      clearTimeout(timer);
    };
  }

  async #read(booking: Booking, shown: MetricName, turn: number): Promise<void> {
    const metric = metricsFor(shown);
    await learnKept();
    const wanted = askFor(booking, clock.ms(), metric.length);
    if (!wanted) return;
    const body = {
      gpu: gpusFor(booking, wanted, metric.length),
      metric,
      from: new Date(wanted.from).toISOString(),
      until: new Date(wanted.until).toISOString(),
      step: wanted.step,
    };
    const got = await ask(api.POST('/api/v1/usage/query', { body }));
    if (turn !== this.#turn) return;
    this.problem = got.ok ? null : got.problem;
    if (!got.ok) return;
    this.columns = columnsOf(got.value, wanted);
    this.asked = wanted;
  }
}
