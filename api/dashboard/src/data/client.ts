/* Requests: openapi-fetch over the types generated from the contract; each answer becomes a Result.
   Learns the server's clock from every answer and notifies the session when it has ended. Commands
   carry an Idempotency-Key, so they are safely repeated once when no answer came. Reads wait while
   the server reads its log, and report whether it can follow the log. */
import createClient from 'openapi-fetch';
import { freshKey } from '../lib/ids';
import { root } from '../lib/base_path';
import { noteAge } from './read_lag.svelte';
import { clock } from './clock.svelte';
import type { paths } from './generated/api';
import { localProblem, problemOf, type Result } from './problem';
import { patiently } from './readiness.svelte';

type Listener = () => void;
let onSessionEnd: Listener = () => {};

/** Called when a request is answered 401 (except by signing in itself). */
export function whenSessionEnds(listener: Listener): void {
  onSessionEnd = listener;
}

/** The highest position in any answer without an error: `at_least` of a read that must see one's own writes. */
export const seen = { position: 0 };

// Queries that are sent by POST, because their lists are long, are reads too.
async function send(request: Request): Promise<Response> {
  const read = request.method === 'GET' || request.url.endsWith('/query');
  if (!read) return timedFetch(request);
  const response = await patiently(() => readUnlessHeld(request));
  noteAge(response);
  return response;
}

let readers = new AbortController();
let held: Promise<void> = Promise.resolve();

/** For signing out: an open read would get a 401. It is dropped, and sent again when `resume` is
    called because the person stays. */
export function holdReads(): () => void {
  let resume = () => {};
  held = new Promise((done) => (resume = done));
  readers.abort();
  readers = new AbortController();
  return resume;
}

async function readUnlessHeld(request: Request): Promise<Response> {
  for (;;) {
    await held;
    const { signal } = readers;
    try {
      return await timedFetch(request.clone(), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

async function timedFetch(request: Request, signal: AbortSignal | null = null): Promise<Response> {
  const sentAt = Date.now();
  const response = await fetch(request, { signal });
  clock.learn(sentAt, Date.now(), response.headers.get('date'));
  const signingIn = request.method === 'POST' && /\/api\/v1\/(session|setup)$/.test(request.url);
  if (response.status === 401 && !signingIn) onSessionEnd();
  return response;
}

export const api = createClient<paths>({
  baseUrl: root,
  fetch: send,
  credentials: 'same-origin',
  headers: { 'Dibs-Client': 'page' }, // a form or link of another site cannot set this header
  querySerializer: { array: { style: 'form', explode: false } },
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** `await ask(api.GET('/api/v1/hosts'))`: the value, or the problem. */
export async function ask<T>(answer: Promise<Answer<T>>): Promise<Result<T>> {
  try {
    const { data, error, response } = await answer;
    const position = Number(response.headers.get('dibs-position') ?? '0');
    if (!response.ok) return { ok: false, problem: problemOf(response.status, error, response.headers.get('retry-after')) };
    const known = Number.isFinite(position) ? position : 0;
    seen.position = Math.max(seen.position, known);
    return { ok: true, value: data as T, etag: response.headers.get('etag'), position: known };
  } catch (error) {
    return { ok: false, problem: localProblem('no-answer', error instanceof Error ? error.message : String(error)) };
  }
}

const onTheWay = new Set<Promise<unknown>>();

/** Sends a command. Repeats it once with the same key after no answer or a 503. */
export async function command<T>(make: (key: string) => Promise<Answer<T>>): Promise<Result<T>> {
  const answer = sendCommand(make);
  onTheWay.add(answer);
  try {
    return await answer;
  } finally {
    onTheWay.delete(answer);
  }
}

/** Resolves when no command is open and all follow-up work of answered commands is done. */
export async function allAnswered(): Promise<void> {
  while (onTheWay.size > 0) {
    await Promise.allSettled(onTheWay);
    await new Promise((done) => setTimeout(done, 0));
  }
}

async function sendCommand<T>(make: (key: string) => Promise<Answer<T>>): Promise<Result<T>> {
  const key = freshKey();
  const first = await ask(make(key));
  const unclear = !first.ok && (first.problem.status === 0 || first.problem.status === 503);
  if (!unclear) return first;
  await new Promise((done) => setTimeout(done, 400));
  return ask(make(key));
}

/** Reads whole pages of a list until there are `most` items, or the last item is `enough`. */
export async function askAll<T>(
  page: (cursor: string | undefined) => Promise<Answer<{ items: T[]; next_cursor?: string }>>, most = Infinity, enough: (last: T) => boolean = () => false,
): Promise<Result<T[]>> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (;;) {
    const got = await ask(page(cursor));
    if (!got.ok) return got;
    all.push(...got.value.items);
    cursor = got.value.next_cursor;
    const last = all.at(-1);
    if (cursor === undefined || all.length >= most || (last !== undefined && enough(last))) return { ...got, value: all };
  }
}
