/* From typed words to slots that can be booked: reads the wish, lets the server read the time, asks
   for offers, a moment after the last key. Home's field and the palette both stand on it. */
import { untrack } from 'svelte';
import { modelText } from '../lib/format';
import { fittingOf, readWish, type Wish } from '../lib/wish';
import { api, ask } from './client';
import { clock } from './clock.svelte';
import { fleet } from './live/fleet.svelte';
import type { Problem } from './problem';
import type { Offer, OfferRequest, TimeAnswer } from './types';

export type Asked =
  | { kind: 'idle' } // nothing about GPUs
  | { kind: 'asking' }
  | { kind: 'needs-time' }
  | { kind: 'unreadable'; text: string; detail: string }
  | { kind: 'no-gpu'; name: string }
  | { kind: 'too-many'; count: number } // there are only so many
  | { kind: 'offers'; offers: Offer[]; exact: boolean; time: TimeAnswer }
  | { kind: 'none'; time: TimeAnswer }
  | { kind: 'problem'; problem: Problem };

const waitMs = 180;

export class Asker {
  wish = $state.raw<Wish | null>(null);
  asked = $state.raw<Asked>({ kind: 'idle' });
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** With each change of the text; an effect that calls it depends on nothing else. */
  read(text: string, zone: string): void {
    untrack(() => this.#read(text, zone));
  }

  #read(text: string, zone: string): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    const models = [...new Set(fleet.gpuList.flatMap((gpu) => [gpu.info.model, modelText(gpu.info.model)]))];
    this.wish = readWish(text, { hosts: fleet.hostList.map((host) => host.name), models });
    if (!this.wish) this.asked = { kind: 'idle' };
    else if (this.wish.when === '') this.asked = { kind: 'needs-time' };
    else {
      this.asked = { kind: 'asking' };
      const [turn, wish] = [this.#turn, this.wish];
      this.#timer = setTimeout(() => void this.#look(turn, wish, zone), waitMs);
    }
  }

  /** Is it a length ("8h") and not a time ("tomorrow 9-17")? */
  get isLength(): boolean {
    return (this.asked.kind === 'offers' || this.asked.kind === 'none') && this.asked.time.kind === 'duration';
  }

  async #look(turn: number, wish: Wish, zone: string): Promise<void> {
    const found = await lookFor(wish, zone);
    if (turn === this.#turn) this.asked = found;
  }
}

async function lookFor(wish: Wish, zone: string): Promise<Asked> {
  const there = fittingOf(fleet.gpuList.map((gpu) => gpu.info), wish);
  if (!wish.names && there.all > 0 && (wish.count ?? 1) > there.all) return { kind: 'too-many', count: there.all };
  const read = await ask(api.POST('/api/v1/time:parse', { body: { text: wish.when, zone, kind: 'any' } }));
  if (!read.ok) {
    const unreadable = read.problem.field === 'text';
    return unreadable ? { kind: 'unreadable', text: wish.when, detail: read.problem.detail } : { kind: 'problem', problem: read.problem };
  }
  const time = read.value;
  if (time.duration_s === undefined || time.kind === 'instant') return { kind: 'needs-time' };
  const base = requestOf(wish, time.duration_s, (wish.count ?? 1) <= there.onOneHost);
  if (typeof base === 'string') return { kind: 'no-gpu', name: base };
  if (time.kind === 'duration') return offersFor(base, time, true);
  const from = time.from ?? new Date(clock.ms()).toISOString();
  const exact = await offersFor({ ...base, earliest: from, latest: from }, time, true);
  return exact.kind === 'none' ? offersFor({ ...base, earliest: from }, time, false) : exact;
}

// Or the name of the GPU or host that does not exist. On one host, unless none has so many.
function requestOf(wish: Wish, lengthS: number, onOneHost: boolean): OfferRequest | string {
  const request: OfferRequest = { duration_s: lengthS, limit: 5, same_host: onOneHost };
  if (!wish.names) {
    request.count = wish.count ?? 1;
    if (wish.model !== undefined) request.model = wish.model;
    if (wish.minMemoryMib !== undefined) request.min_memory_mib = wish.minMemoryMib;
    if (wish.host !== undefined) request.host = wish.host;
    return request;
  }
  const ids: string[] = [];
  for (const { host, indices } of wish.names) {
    const there = fleet.gpusOf(fleet.hostNamed(host)?.id ?? '');
    const missing = indices.find((index) => !there.some((gpu) => gpu.info.index === index));
    if (missing !== undefined || there.length === 0) return missing === undefined ? host : `${host}:${missing}`;
    ids.push(...there.filter((gpu) => indices.length === 0 || indices.includes(gpu.info.index)).map((gpu) => gpu.id));
  }
  return { ...request, gpus: [...new Set(ids)], same_host: false };
}

async function offersFor(body: OfferRequest, time: TimeAnswer, exact: boolean): Promise<Asked> {
  const got = await ask(api.POST('/api/v1/offers', { body }));
  if (!got.ok) return { kind: 'problem', problem: got.problem };
  return got.value.offers.length > 0 ? { kind: 'offers', offers: got.value.offers, exact, time } : { kind: 'none', time };
}
