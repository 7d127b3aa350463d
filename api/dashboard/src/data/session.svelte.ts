/* The signed-in person. `expired` means that a session ended under an open page: the page stays as
   it is and a dialog asks to sign in again. */
import { href } from '../lib/base_path';
import { api, ask, command, holdReads, onSessionEnd } from './client';
import type { Problem, Result } from './problem';
import { stream } from './stream.svelte';
import type { Person, Session } from './types';
import { wallToken } from './people/wall_token';

export type SessionState = 'unknown' | 'none' | 'in' | 'expired' | 'unreachable';

let state = $state<SessionState>('unknown');
let current = $state.raw<Session | null>(null);
let setupOpen = $state(false);

function enter(session: Session): void {
  const another = current !== null && current.person.id !== session.person.id;
  current = session;
  state = 'in';
  if (another)
    location.reload(); // nothing of the previous person may stay on the page
  else stream.start();
}

// A wall signs in by itself: no person is there to do it. A person signed in in that browser stays
// so: the exchange, which would replace their cookie, happens only after a 401.
let exchanging = false;
async function exchange(token: string): Promise<void> {
  if (exchanging) return;
  exchanging = true;
  const got = await ask(api.POST('/api/v1/session', { body: { token } }));
  exchanging = false;
  if (got.ok) enter(got.value);
  else if (got.problem.status === 401) {
    state = 'none';
    stream.stop();
  } else if (state !== 'in') state = 'unreachable'; // else the stream retries, and this with it
}

let looking: Promise<void> | null = null;
async function lookOnce(): Promise<void> {
  const got = await ask(api.GET('/api/v1/session'));
  if (got.ok) return enter(got.value);
  const token = got.problem.status === 401 ? wallToken() : null;
  if (token !== null) return exchange(token);
  state = got.problem.status === 401 ? 'none' : 'unreachable';
  if (state === 'none') await session.lookSetup();
}

onSessionEnd(() => {
  if (state !== 'in') return;
  const token = wallToken();
  if (token !== null) return void exchange(token);
  state = 'expired';
  stream.stop();
});

// Requests and streams after the end of the session would only be refused.
async function leave(end: () => Promise<Result<unknown>>): Promise<Problem | null> {
  const resume = holdReads();
  stream.stop();
  const got = await end();
  if (!got.ok && got.problem.status !== 401) {
    resume();
    stream.start();
    return got.problem;
  }
  location.assign(href('/')); // a fresh page, without anything in memory
  return null;
}

export const session = {
  get state(): SessionState {
    return state;
  },
  /** The person; only read where one is signed in. */
  get me(): Person | null {
    return current?.person ?? null;
  },
  get isAdmin(): boolean {
    return current?.person.role === 'admin';
  },
  get current(): Session | null {
    return current;
  },
  /** Whether the first admin is still to be created. */
  get setupOpen(): boolean {
    return setupOpen;
  },

  /** Runs one check at a time: it may wait for a server that reads its log. */
  look(): Promise<void> {
    looking ??= lookOnce().finally(() => (looking = null));
    return looking;
  },

  async lookSetup(): Promise<void> {
    const got = await ask(api.GET('/api/v1/setup'));
    if (got.ok) setupOpen = got.value.open;
  },

  /** `code`: of a second factor, where one was asked for. */
  async signIn(name: string, password: string, code?: string): Promise<Problem | null> {
    const body = { name, password, ...(code === undefined ? {} : { code }) };
    const got = await ask(api.POST('/api/v1/session', { body }));
    if (!got.ok) return got.problem;
    enter(got.value);
    return null;
  },

  async setUp(
    token: string,
    name: string,
    unixName: string,
    password: string,
  ): Promise<Result<Session>> {
    const body = { token, name, unix_name: unixName, password };
    const got = await command((key) =>
      api.POST('/api/v1/setup', { params: { header: { 'Idempotency-Key': key } }, body }),
    );
    if (got.ok) {
      setupOpen = false;
      enter(got.value);
    }
    return got;
  },

  signOut(): Promise<Problem | null> {
    return leave(() => ask(api.DELETE('/api/v1/session')));
  },

  /** Ends all sessions, this one too. */
  signOutEverywhere(): Promise<Problem | null> {
    return leave(() =>
      command((key) =>
        api.DELETE('/api/v1/sessions', { params: { header: { 'Idempotency-Key': key } } }),
      ),
    );
  },
};
