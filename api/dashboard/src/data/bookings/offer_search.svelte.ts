/* Turns typed words into bookable slots: the server parses the GPUs, then the time, and is then
   asked for offers, shortly after the last key. Used by Home's field and the palette. */
import { untrack } from 'svelte';
import { reserveAsCli, splitReserveText, type ReserveText } from '../../lib/reserve_text';
import { api, ask } from '../client';
import { clock } from '../clock.svelte';
import type { Problem } from '../problem';
import type { GpuAnswer, Offer, OfferRequest, TimeAlternative, TimeAnswer } from '../types';

/** A possible meaning of the time: the interval, and the request rewritten to mean this alone. */
export interface TimeChoice {
  from: string;
  until: string;
  request: string;
}

export type SearchState =
  | { kind: 'idle' } // no GPUs mentioned
  | { kind: 'asking' }
  | { kind: 'needs-gpus' }
  | { kind: 'needs-time' }
  | { kind: 'past' } // the day is over
  | { kind: 'unreadable'; text: string; detail: string } // the time
  /** The time has several meanings, has passed, or is a moment without an end. */
  | { kind: 'which-time'; text: string; why: 'several' | 'passed' | 'open'; choices: TimeChoice[] }
  | { kind: 'too-many'; count: number } // more than there are
  /** `exact`: the offers match the request. `instead`: why other GPUs are offered. `leftOut`: names
      of matching GPUs that are unhealthy. */
  | {
      kind: 'offers';
      offers: Offer[];
      leftOut: string[];
      exact: boolean;
      time: TimeAnswer;
      choices: TimeChoice[];
      cli: string;
      instead?: string;
    }
  | { kind: 'none'; why: string; leftOut: string[] } // in the server's words; empty: none given
  | { kind: 'problem'; problem: Problem };

const waitMs = 180;
const saysGpus = /\bgpus?\b/i; // "all gpus tomorrow" mentions GPUs without naming any

export class OfferSearch {
  state = $state.raw<SearchState>({ kind: 'idle' });
  title = $state('');
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether the words may name something else. A host's name is also a request for its GPUs, and
      "exp: 3" looks like one. */
  get maybeAName(): boolean {
    return ['idle', 'needs-gpus', 'needs-time', 'problem'].includes(this.state.kind);
  }

  /** Call on each change of the text; an effect that calls it depends on nothing else. */
  read(text: string, zone: string): void {
    untrack(() => this.#read(splitReserveText(text), zone));
  }

  /** Ends the search: asks nothing further and shows no answer. */
  stop(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
  }

  #read(text: ReserveText, zone: string): void {
    this.stop();
    this.title = text.title;
    if (text.words === '') {
      this.state = { kind: 'idle' };
      return;
    }
    if (text.verb !== '' || !this.maybeAName) this.state = { kind: 'asking' };
    const turn = this.#turn;
    this.#timer = setTimeout(() => void this.#look(turn, text, zone), waitMs);
  }

  async #look(turn: number, text: ReserveText, zone: string): Promise<void> {
    const gpus = await ask(
      api.POST('/api/v1/gpus/parse', { body: { text: text.words, partial: true } }),
    );
    if (turn !== this.#turn) return;
    if (!gpus.ok) {
      const near = await offersNear(gpus.problem, text, zone);
      if (turn === this.#turn) this.state = near ?? { kind: 'problem', problem: gpus.problem };
    } else if (gpus.value.kind === 'none')
      this.state =
        text.verb !== '' || saysGpus.test(text.words) ? { kind: 'needs-gpus' } : { kind: 'idle' };
    else {
      this.state = { kind: 'asking' };
      if (text.title === '') this.title = gpus.value.title ?? '';
      const found = await offersOf(gpus.value, text, zone);
      if (turn === this.#turn) this.state = found;
    }
  }
}

const mostNear = 2;

/** Unavailable GPUs have near misses: for each the first offers, with the server's sentence why. */
async function offersNear(
  problem: Problem,
  text: ReserveText,
  zone: string,
): Promise<SearchState | undefined> {
  const found: (SearchState & { kind: 'offers' })[] = [];
  for (const request of problem.requests ?? []) {
    const gpus = await ask(
      api.POST('/api/v1/gpus/parse', { body: { text: request, partial: true } }),
    );
    const state =
      gpus.ok && gpus.value.kind !== 'none' ? await offersOf(gpus.value, text, zone) : undefined;
    if (state?.kind === 'offers') found.push(state);
  }
  const [first] = found;
  if (!first) return undefined;
  return {
    ...first,
    exact: false,
    cli: '',
    choices: [],
    instead: problem.detail,
    offers: found.flatMap(({ offers }) => offers.slice(0, mostNear)),
  };
}

const workingDayS = 8 * 3600; // "tonight 9-17" is also valid: from 21:00 on

/** The usual intervals for a day, or a moment, without an end, if the server can parse them. */
async function usualEnds(
  when: string,
  zone: string,
): Promise<{ from: string; until: string; words: string }[]> {
  const read = await Promise.all(
    ['9-17', 'for 4h', 'for 8h', 'all day'].map((end) =>
      ask(
        api.POST('/api/v1/time/parse', {
          body: { text: `${when} ${end}`, zone, kind: 'interval' },
        }),
      ),
    ),
  );
  const usual = read.filter((got, i) => i > 0 || (got.ok && got.value.duration_s === workingDayS));
  return usual.flatMap((got) =>
    got.ok && got.value.from !== undefined && got.value.until !== undefined
      ? [{ from: got.value.from, until: got.value.until, words: got.value.echo }]
      : [],
  );
}

async function offersOf(gpus: GpuAnswer, text: ReserveText, zone: string): Promise<SearchState> {
  const title = text.title || (gpus.title ?? '');
  const { rest: when = '', count = 0, there = 0 } = gpus;
  if (count > there) return { kind: 'too-many', count: there };
  if (when === '') return { kind: 'needs-time' };
  const read = await ask(
    api.POST('/api/v1/time/parse', { body: { text: when, zone, kind: 'any' } }),
  );
  const choicesOf = (times: readonly TimeAlternative[] = []): TimeChoice[] =>
    times.flatMap(({ from, until, text: words }) =>
      until === undefined ? [] : [{ from, until, request: requestText(gpus, words, text) }],
    );
  if (!read.ok) {
    const choices = choicesOf(read.problem.times);
    if (choices.length > 0)
      return {
        kind: 'which-time',
        text: when,
        why: read.problem.code === 'in-the-past' ? 'passed' : 'several',
        choices,
      };
    if (read.problem.code === 'ambiguous-time') return { kind: 'needs-time' };
    const unreadable = read.problem.field === 'text';
    return unreadable
      ? { kind: 'unreadable', text: when, detail: read.problem.detail }
      : { kind: 'problem', problem: read.problem };
  }
  const time = read.value;
  if (time.duration_s === undefined || time.kind === 'instant') {
    const ends = await usualEnds(when, zone);
    const open = ends
      .filter(({ until }) => Date.parse(until) > clock.ms())
      .map(({ from, until, words }) => ({ from, until, request: requestText(gpus, words, text) }));
    if (open.length > 0) return { kind: 'which-time', text: when, why: 'open', choices: open };
    return ends.length > 0 ? { kind: 'past' } : { kind: 'needs-time' };
  }
  const choices = choicesOf(time.alternatives);
  const isLength = time.kind === 'duration';
  const cli = reserveAsCli({
    gpus: gpus.echo,
    byName: gpus.kind === 'gpus',
    when,
    isLength,
    title,
  });
  const offers = async (times: Partial<OfferRequest>, exact: boolean): Promise<SearchState> => {
    const got = await ask(
      api.POST('/api/v1/offers', { body: { ...requestOf(gpus, time.duration_s ?? 0), ...times } }),
    );
    if (!got.ok) return { kind: 'problem', problem: got.problem };
    const leftOut = (got.value.left_out ?? []).map((gpu) => gpu.gpu_name);
    return got.value.offers.length > 0
      ? { kind: 'offers', offers: got.value.offers, leftOut, exact, time, choices, cli }
      : { kind: 'none', why: got.value.why ?? '', leftOut };
  };
  if (isLength) return offers({}, true);
  const from = time.from ?? new Date(clock.ms()).toISOString();
  const exact = await offers({ earliest: from, latest: from }, true);
  return exact.kind === 'none' ? offers({ earliest: from }, false) : exact;
}

// The request rewritten with this time.
function requestText(gpus: GpuAnswer, when: string, { verb, title }: ReserveText): string {
  return [verb, gpus.echo, when, title === '' ? '' : `-m ${title}`]
    .filter((part) => part !== '')
    .join(' ');
}

// On one host, unless none has that many or they are named.
function requestOf(gpus: GpuAnswer, durationS: number): OfferRequest {
  const onOneHost = gpus.kind === 'amount' && (gpus.count ?? 0) <= (gpus.on_one_host ?? 0);
  const request: OfferRequest = { duration_s: durationS, limit: 5, same_host: onOneHost };
  if (gpus.gpus !== undefined) request.gpus = gpus.gpus;
  if (gpus.count !== undefined) request.count = gpus.count;
  if (gpus.model !== undefined) request.model = gpus.model;
  if (gpus.min_memory_mib !== undefined) request.min_memory_mib = gpus.min_memory_mib;
  if (gpus.linked === true) request.linked = true;
  if (gpus.host_name !== undefined) request.host = gpus.host_name;
  return request;
}
