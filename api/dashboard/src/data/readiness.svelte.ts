/* Whether the server is still reading its log. Until it has, it knows nobody and answers 503 with
   Retry-After: that is no end of a session, and reads wait for it. One of them asks again and again, the
   others wait for that one, so that a page full of requests asks no more often than one. */
import { isReadingLog, problemOf } from './problem';

/** How far it is, 0 to 1; `null` while it cannot say. */
export interface Reading {
  progress: number | null;
}

let reading = $state.raw<Reading | null>(null);
let asking: Promise<Response> | null = null;

export const readiness = {
  /** Set while the server reads its log; null else. */
  get reading(): Reading | null {
    return reading;
  },
};

/** The answer of a read, once the server has read its log. */
export async function patiently(send: () => Promise<Response>): Promise<Response> {
  while (asking) await asking.catch(() => null); // whoever sent it deals with the error
  const response = await send();
  const waitMs = await note(response);
  if (waitMs === null) return response;
  if (asking) return patiently(send);
  asking = askAgain(send, waitMs);
  try {
    return await asking;
  } finally {
    asking = null;
    reading = null;
  }
}

async function askAgain(send: () => Promise<Response>, firstWaitMs: number): Promise<Response> {
  let waitMs = firstWaitMs;
  for (;;) {
    await new Promise((done) => setTimeout(done, waitMs));
    const response = await send();
    const next = await note(response);
    if (next === null) return response;
    waitMs = next;
  }
}

/** How long to wait, if that is what the answer asks for. */
async function note(response: Response): Promise<number | null> {
  const after = response.headers.get('retry-after');
  if (response.status !== 503 || after === null) return null;
  const body: unknown = await response.clone().json().catch(() => null);
  const problem = problemOf(503, body, after);
  if (!isReadingLog(problem)) return null;
  reading = { progress: problem.progress ?? null };
  return 1000 * Math.min(30, Math.max(1, problem.retryAfterS ?? 1));
}
