/* From typed words to slots that can be booked: the server reads the GPUs, then the time, then it is
   asked for offers, a moment after the last key. Home's field and the palette both stand on it. */
import { untrack } from 'svelte';
import { reserveAsCli, splitReserveText, type ReserveText } from '../lib/reserve_text';
import { api, ask } from './client';
import { clock } from './clock.svelte';
import type { Problem } from './problem';
import type { GpuAnswer, Offer, OfferRequest, TimeAlternative, TimeAnswer } from './types';

/** A time that was meant, perhaps: when, and the whole request written so that it means this alone. */
export interface TimeChoice {
  from: string;
  until: string;
  request: string;
}

export type SearchState =
  | { kind: 'idle' } // nothing about GPUs
  | { kind: 'asking' }
  | { kind: 'needs-gpus' }
  | { kind: 'needs-time' }
  | { kind: 'unreadable'; text: string; detail: string } // as a time
  | { kind: 'which-time'; text: string; passed: boolean; choices: TimeChoice[] } // it means several, or has passed
  | { kind: 'too-many'; count: number } // there are only so many
  | { kind: 'offers'; offers: Offer[]; exact: boolean; time: TimeAnswer; choices: TimeChoice[]; cli: string }
  | { kind: 'none' }
  | { kind: 'problem'; problem: Problem };

const waitMs = 180;

export class OfferSearch {
  state = $state.raw<SearchState>({ kind: 'idle' });
  title = $state('');
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** May the words be the name of something else? A host's is a request for its GPUs too, and "exp: 3" looks like one. */
  get maybeAName(): boolean {
    return ['idle', 'needs-time', 'problem'].includes(this.state.kind);
  }

  /** With each change of the text; an effect that calls it depends on nothing else. */
  read(text: string, zone: string): void {
    untrack(() => this.#read(splitReserveText(text), zone));
  }

  /** Nobody looks any more: asks nothing further, and no answer is shown. */
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
    if (text.asks || !this.maybeAName) this.state = { kind: 'asking' };
    const turn = this.#turn;
    this.#timer = setTimeout(() => void this.#look(turn, text, zone), waitMs);
  }

  async #look(turn: number, text: ReserveText, zone: string): Promise<void> {
    const gpus = await ask(api.POST('/api/v1/gpus/parse', { body: { text: text.words, partial: true } }));
    if (turn !== this.#turn) return;
    if (!gpus.ok) this.state = { kind: 'problem', problem: gpus.problem };
    else if (gpus.value.kind === 'none') this.state = text.asks ? { kind: 'needs-gpus' } : { kind: 'idle' };
    else {
      this.state = { kind: 'asking' };
      const found = await offersOf(gpus.value, text, zone);
      if (turn === this.#turn) this.state = found;
    }
  }
}

async function offersOf(gpus: GpuAnswer, text: ReserveText, zone: string): Promise<SearchState> {
  const { title } = text;
  const { rest: when = '', count = 0, there = 0 } = gpus;
  if (count > there) return { kind: 'too-many', count: there };
  if (when === '') return { kind: 'needs-time' };
  const read = await ask(api.POST('/api/v1/time/parse', { body: { text: when, zone, kind: 'any' } }));
  const choicesOf = (times: readonly TimeAlternative[] = []): TimeChoice[] =>
    times.flatMap(({ from, until, text: words }) => (until === undefined ? [] : [{ from, until, request: requestText(gpus, words, text) }]));
  if (!read.ok) {
    const choices = choicesOf(read.problem.times);
    if (choices.length > 0) return { kind: 'which-time', text: when, passed: read.problem.code === 'in-the-past', choices };
    if (read.problem.code === 'ambiguous-time') return { kind: 'needs-time' };
    const unreadable = read.problem.field === 'text';
    return unreadable ? { kind: 'unreadable', text: when, detail: read.problem.detail } : { kind: 'problem', problem: read.problem };
  }
  const time = read.value;
  if (time.duration_s === undefined || time.kind === 'instant') return { kind: 'needs-time' };
  const choices = choicesOf(time.alternatives);
  const isLength = time.kind === 'duration';
  const cli = reserveAsCli({ gpus: gpus.echo, byName: gpus.kind === 'gpus', when, isLength, title });
  const offers = async (times: Partial<OfferRequest>, exact: boolean): Promise<SearchState> => {
    const got = await ask(api.POST('/api/v1/offers', { body: { ...requestOf(gpus, time.duration_s ?? 0), ...times } }));
    if (!got.ok) return { kind: 'problem', problem: got.problem };
    return got.value.offers.length > 0 ? { kind: 'offers', offers: got.value.offers, exact, time, choices, cli } : { kind: 'none' };
  };
  if (isLength) return offers({}, true);
  const from = time.from ?? new Date(clock.ms()).toISOString();
  const exact = await offers({ earliest: from, latest: from }, true);
  return exact.kind === 'none' ? offers({ earliest: from }, false) : exact;
}

// The request again, with this time.
function requestText(gpus: GpuAnswer, when: string, { asks, title }: ReserveText): string {
  return [asks ? 'reserve' : '', gpus.echo, when, title === '' ? '' : `-m ${title}`].filter((part) => part !== '').join(' ');
}

// On one host, unless none has so many or they are named.
function requestOf(gpus: GpuAnswer, durationS: number): OfferRequest {
  const onOneHost = gpus.kind === 'amount' && (gpus.count ?? 0) <= (gpus.on_one_host ?? 0);
  const request: OfferRequest = { duration_s: durationS, limit: 5, same_host: onOneHost };
  if (gpus.gpus !== undefined) request.gpus = gpus.gpus;
  if (gpus.count !== undefined) request.count = gpus.count;
  if (gpus.model !== undefined) request.model = gpus.model;
  if (gpus.min_memory_mib !== undefined) request.min_memory_mib = gpus.min_memory_mib;
  if (gpus.host_name !== undefined) request.host = gpus.host_name;
  return request;
}
