/* How busy the GPUs in view were, for the strips on past blocks: asked for when the view has come to
   rest, and each minute. What is not known yet is simply not drawn. */
import { api, ask } from '../../../data/client';
import { clock } from '../../../data/clock.svelte';
import { gpusAtOnce, usualMetric, type Step } from '../../../data/metrics';
import { secondsKept } from '../../../data/usage_kept';
import { hourMs, minuteMs } from '../../../lib/zone';
import type { UsageTable } from '../plan/strips';

const restMs = 250;
const secondMs = 1000;

export interface UsageQuestion {
  gpus: readonly string[];
  from: number;
  until: number;
}

/** The finest step that one answer can hold; null: nothing is past yet. */
export function stepFor(question: UsageQuestion, finest = minuteMs): number | null {
  const length = question.until - question.from;
  if (length < finest || question.gpus.length === 0) return null;
  const fits = (step: number) => gpusAtOnce(length, (step / 1000) as Step) >= Math.min(question.gpus.length, gpusAtOnce(length, 3600));
  return [secondMs, minuteMs].find((step) => step >= finest && fits(step)) ?? hourMs;
}

/** What lasted minutes is told by seconds; those are kept for an hour. */
export function finestOf(from: number, until: number, now: number): number {
  return until - from < 15 * minuteMs && from > now - secondsKept ? secondMs : minuteMs;
}

export async function readUsage(question: UsageQuestion, finest = minuteMs): Promise<UsageTable | null> {
  const step = stepFor(question, finest);
  if (step === null) return null;
  const body = {
    gpu: question.gpus.slice(0, gpusAtOnce(question.until - question.from, 3600)), metric: [usualMetric], from: new Date(question.from).toISOString(), until: new Date(question.until).toISOString(),
    step: (step / 1000) as Step,
  };
  const got = await ask(api.POST('/api/v1/usage/query', { body }));
  if (!got.ok) return null;
  const columns = new Map(got.value.gpus.flatMap((gpu) =>
    gpu.utilization_percent ? [[gpu.gpu_id, gpu.utilization_percent as (number | null)[]] as const] : []));
  return { from: Date.parse(got.value.from), step: got.value.step_s * 1000, columns };
}

export class ViewUsage {
  table = $state.raw<UsageTable | null>(null);
  #turn = 0;

  /** In an effect: asks now, and again each minute. */
  follow(gpus: readonly string[], from: number, end: number): () => void {
    const turn = ++this.#turn;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const until = Math.min(clock.ms(), end);
      const table = document.hidden ? null : await readUsage({ gpus, from, until });
      if (turn !== this.#turn) return;
      if (table) this.table = table;
      timer = setTimeout(() => void read(), minuteMs);
    };
    timer = setTimeout(() => void read(), restMs);
    return () => {
      this.#turn += 1;
      clearTimeout(timer);
    };
  }
}
