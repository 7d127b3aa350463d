/* The utilisation of GPUs by user, for strips of bookings: read when the view is at rest, and each
   minute. Unknown parts are not drawn. */
import { api, ask } from '../../data/client';
import { clock } from '../../data/clock.svelte';
import { hourMs, minuteMs } from '../../lib/zone';
import { tableOf, type SplitTable } from './strips';

const restMs = 250;
const mostSteps = 100_000; // per answer, counted as steps x GPUs
const mostGpus = 1024;
/** The server has minutes of the last hour; a little less, because a request takes time. */
const minutesBack = 58 * minuteMs;

export interface UsageQuestion {
  gpus: readonly string[];
  from: number;
  until: number;
}

/** How many GPUs one query may be about; 0: the interval alone is too long. */
export function gpusAtOnce({ from, until }: Pick<UsageQuestion, 'from' | 'until'>): number {
  return Math.min(mostGpus, Math.floor(mostSteps / (Math.ceil((until - from) / hourMs) + 1)));
}

async function readSteps(
  { gpus, from, until }: UsageQuestion,
  step: 60 | 3600,
): Promise<SplitTable | null> {
  const most = step === 60 ? mostGpus : gpusAtOnce({ from, until });
  if (most === 0 || gpus.length === 0 || until <= from) return null;
  const time = { from: new Date(from).toISOString(), until: new Date(until).toISOString(), step };
  const parts = Array.from({ length: Math.ceil(gpus.length / most) }, (_, i) =>
    gpus.slice(i * most, (i + 1) * most),
  );
  const answers = await Promise.all(
    parts.map((gpu) => ask(api.POST('/api/v1/usage/split/query', { body: { gpu, ...time } }))),
  );
  const tables = answers.flatMap((got) => (got.ok ? [tableOf(got.value)] : []));
  const [first] = tables;
  return first ? { ...first, rows: new Map(tables.flatMap((table) => [...table.rows])) } : null;
}

/** In hours, and in minutes for the last hour; null: nothing is known. */
export async function readUsage(question: UsageQuestion): Promise<SplitTable[] | null> {
  const recent = clock.ms() - minutesBack;
  const [hours, minutes] = await Promise.all([
    question.from < recent ? readSteps(question, 3600) : null,
    question.until > recent
      ? readSteps({ ...question, from: Math.max(question.from, recent) }, 60)
      : null,
  ]);
  const tables = [minutes, hours].filter((table) => table !== null);
  return tables.some((table) => table.rows.size > 0) ? tables : null;
}

export class StripUsage {
  tables = $state.raw<readonly SplitTable[] | null>(null);
  #turn = 0;

  /** Call in an effect: reads now, and again each minute. */
  follow(gpus: readonly string[], from: number, end: number): () => void {
    const turn = ++this.#turn;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const until = Math.min(clock.ms(), end);
      const tables =
        document.hidden || until <= from ? null : await readUsage({ gpus, from, until });
      if (turn !== this.#turn) return;
      if (tables) this.tables = tables;
      timer = setTimeout(() => void read(), minuteMs);
    };
    timer = setTimeout(() => void read(), restMs);
    return () => {
      this.#turn += 1;
      clearTimeout(timer);
    };
  }
}
