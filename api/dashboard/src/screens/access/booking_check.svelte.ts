/* The booking check: the server parses the GPUs, then the time, as in the request field; then a dry
   run is made. */
import { api, ask } from '../../data/client';
import { clock } from '../../data/clock.svelte';
import type { Problem, Result } from '../../data/problem';
import type { GpuAnswer, Person, TimeAnswer } from '../../data/types';

export interface Asked {
  gpus: string;
  from: number;
  until: number;
}
export type Verdict =
  | { kind: 'idle' }
  | { kind: 'asking' }
  | { kind: 'unclear'; why: 'gpus' | 'time' } // more input is needed
  | { kind: 'yes'; asked: Asked; cli: string; pending: boolean } // pending: after approval
  | { kind: 'no'; asked: Asked; cli: string; problem: Problem }
  | { kind: 'problem'; problem: Problem };

const waitMs = 250;

export class BookingCheckAnswer {
  verdict = $state.raw<Verdict>({ kind: 'idle' });
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Call in an effect, with each change. */
  read(
    person: Pick<Person, 'id' | 'unix_name'> | null,
    me: string | undefined,
    text: string,
    zone: string,
    atOnce = false,
  ): void {
    this.stop();
    if (person === null || text.trim() === '') {
      this.verdict = { kind: 'idle' };
      return;
    }
    const turn = this.#turn;
    if (this.verdict.kind === 'idle') this.verdict = { kind: 'asking' };
    this.#timer = setTimeout(
      async () => {
        const found = await answer(person, me, text.trim(), zone);
        if (turn === this.#turn) this.verdict = found;
      },
      atOnce ? 0 : waitMs,
    );
  }

  stop(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
  }
}

async function answer(
  person: Pick<Person, 'id' | 'unix_name'>,
  me: string | undefined,
  text: string,
  zone: string,
): Promise<Verdict> {
  const gpus = await ask(api.POST('/api/v1/gpus/parse', { body: { text, partial: true } }));
  if (!gpus.ok) return { kind: 'problem', problem: gpus.problem };
  const { rest: when = '' } = gpus.value;
  if (gpus.value.kind === 'none') return { kind: 'unclear', why: 'gpus' };
  if (when === '') return { kind: 'unclear', why: 'time' };
  const time = await ask(
    api.POST('/api/v1/time/parse', { body: { text: when, zone, kind: 'any' } }),
  );
  if (!time.ok) return { kind: 'problem', problem: time.problem };
  if (time.value.kind === 'instant') return { kind: 'unclear', why: 'time' };
  const { from, until } = whenOf(time.value);
  const ids = await idsOf(gpus.value, from, until);
  if (!ids.ok) return { kind: 'problem', problem: ids.problem };
  if (ids.value.length === 0) return { kind: 'unclear', why: 'gpus' };
  const asked = { gpus: gpus.value.gpu_names?.join(' ') ?? gpus.value.echo, from, until };
  const cli = `dibs may ${person.unix_name} ${gpus.value.echo.includes(' ') ? `"${gpus.value.echo}"` : gpus.value.echo} "${when.replaceAll('"', '')}"`;
  const body = {
    gpus: ids.value,
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    title: '',
    ...(person.id === me ? {} : { owner_id: person.id }),
  };
  const tried = await ask(
    api.POST('/api/v1/reservations', { params: { query: { dry_run: true } }, body }),
  );
  if (tried.ok) return { kind: 'yes', asked, cli, pending: tried.value.state === 'pending' };
  return tried.problem.status === 0 || tried.problem.status >= 500
    ? { kind: 'problem', problem: tried.problem }
    : { kind: 'no', asked, cli, problem: tried.problem };
}

function whenOf(time: TimeAnswer): { from: number; until: number } {
  const from = time.from === undefined ? clock.ms() : Date.parse(time.from);
  return {
    from,
    until: time.until === undefined ? from + (time.duration_s ?? 0) * 1000 : Date.parse(time.until),
  };
}

// The named GPUs, or for a count those that would be offered then; without offers, any that match.
async function idsOf(gpus: GpuAnswer, from: number, until: number): Promise<Result<string[]>> {
  if (gpus.kind === 'gpus') return { ok: true, value: gpus.gpus ?? [], etag: null, position: 0 };
  const at = new Date(from).toISOString();
  const { count = 1, model, min_memory_mib: memory, host_name: host, gpus: among } = gpus;
  const got = await ask(
    api.POST('/api/v1/offers', {
      body: {
        count,
        duration_s: Math.max(60, Math.round((until - from) / 1000)),
        earliest: at,
        latest: at,
        limit: 1,
        same_host: false,
        ...(model === undefined ? {} : { model }),
        ...(memory === undefined ? {} : { min_memory_mib: memory }),
        ...(host === undefined ? {} : { host }),
        ...(among === undefined ? {} : { gpus: among }),
      },
    }),
  );
  return got.ok ? { ...got, value: got.value.offers[0]?.gpus ?? [] } : got;
}
