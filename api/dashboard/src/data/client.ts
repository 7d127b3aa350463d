/* Sends requests with openapi-fetch, over types generated from the contract. Each answer becomes a
   Result; errors do not throw. Every answer updates the estimate of the server's clock, and a 401
   reports the end of the session. A command carries an Idempotency-Key, so it is safely repeated
   once if no answer came. A read waits while the server reads its log, and notes how old the
   answer's data is. */
import createClient from 'openapi-fetch';
import { freshKey } from '../lib/ids';
import { root } from '../lib/base_path';
import { noteAge } from './connection/read_lag.svelte';
import { clock } from './clock.svelte';
import type { paths } from './generated/api';
import { localProblem, problemOf, type Result } from './problem';
import { patiently } from './connection/readiness.svelte';

type Listener = () => void;
let sessionEndListener: Listener = () => {};

/** Sets the one listener for a 401, except the 401 of signing in or of the setup. */
export function onSessionEnd(listener: Listener): void {
  sessionEndListener = listener;
}

/** The highest log position in any successful answer. A read that must see one's own writes sends it
    as `at_least`. */
export const seen = { position: 0 };

// A POST to a path that ends in /query is a read too: its lists are too long for a URL.
async function send(request: Request): Promise<Response> {
  const isRead = request.method === 'GET' || request.url.endsWith('/query');
  if (!isRead) return timedFetch(request);
  const response = await patiently(() => readUnlessHeld(request));
  noteAge(response);
  return response;
}

let readAbort = new AbortController();
let readsAllowed: Promise<void> = Promise.resolve(); // reads wait for it

/** Aborts open reads and holds new ones, for signing out: they would get a 401. The function it
    returns sends all of them again; call it if the session continues. */
export function holdReads(): () => void {
  let resume = () => {};
  readsAllowed = new Promise((resolve) => (resume = resolve));
  readAbort.abort();
  readAbort = new AbortController();
  return resume;
}

/** Sends the read when reads are allowed, and again each time holdReads aborts it. */
async function readUnlessHeld(request: Request): Promise<Response> {
  for (;;) {
    await readsAllowed;
    const { signal } = readAbort;
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
  if (response.status === 401 && !signingIn) sessionEndListener();
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

/** `await ask(api.GET('/api/v1/hosts'))`: the value with its ETag and log position, or the problem.
    Without an answer it is the problem `no-answer`. Never throws. */
export async function ask<T>(answer: Promise<Answer<T>>): Promise<Result<T>> {
  try {
    const { data, error, response } = await answer;
    const position = Number(response.headers.get('dibs-position') ?? '0');
    if (!response.ok)
      return {
        ok: false,
        problem: problemOf(response.status, error, response.headers.get('retry-after')),
      };
    const validPosition = Number.isFinite(position) ? position : 0;
    seen.position = Math.max(seen.position, validPosition);
    return {
      ok: true,
      value: data as T,
      etag: response.headers.get('etag'),
      position: validPosition,
    };
  } catch (error) {
    return {
      ok: false,
      problem: localProblem('no-answer', error instanceof Error ? error.message : String(error)),
    };
  }
}

const openCommands = new Set<Promise<unknown>>();

/** Sends a command. Repeats it once with the same key, 400 ms after no answer or a 503.
    `makeRequest` sends the request with the given Idempotency-Key. */
export async function command<T>(
  makeRequest: (key: string) => Promise<Answer<T>>,
): Promise<Result<T>> {
  const answer = sendCommand(makeRequest);
  openCommands.add(answer);
  try {
    return await answer;
  } finally {
    openCommands.delete(answer);
  }
}

/** Resolves when no command is open and the callers of answered commands have continued. */
export async function awaitOpenCommands(): Promise<void> {
  while (openCommands.size > 0) {
    await Promise.allSettled(openCommands);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

async function sendCommand<T>(
  makeRequest: (key: string) => Promise<Answer<T>>,
): Promise<Result<T>> {
  const key = freshKey();
  const first = await ask(makeRequest(key));
  const mayRepeat = !first.ok && (first.problem.status === 0 || first.problem.status === 503);
  if (!mayRepeat) return first;
  await new Promise((resolve) => setTimeout(resolve, 400));
  return ask(makeRequest(key));
}

/** Reads whole pages of a list until there are at least `most` items, `isEnd` accepts the last item,
    or the list ends. The result may have more than `most` items. The first problem ends it. */
export async function askAll<T>(
  page: (cursor: string | undefined) => Promise<Answer<{ items: T[]; next_cursor?: string }>>,
  most = Infinity,
  isEnd: (last: T) => boolean = () => false,
): Promise<Result<T[]>> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (;;) {
    const result = await ask(page(cursor));
    if (!result.ok) return result;
    all.push(...result.value.items);
    cursor = result.value.next_cursor;
    const last = all.at(-1);
    if (cursor === undefined || all.length >= most || (last !== undefined && isEnd(last)))
      return { ...result, value: all };
  }
}
