/* Whether the server is still reading its log. Until then it answers 503 with Retry-After; that
   does not end a session, and reads wait. One read retries, the others wait for it, so a page full
   of requests asks no more often than one. */
import { isReadingLog, problemOf } from '../problem';

/** The progress, 0 to 1; `null` while it is unknown. */
export interface Reading {
  progress: number | null;
}

let reading = $state.raw<Reading | null>(null);
let asking: Promise<Response> | null = null;

export const readiness = {
  /** Set while the server reads its log; else null. */
  get reading(): Reading | null {
    return reading;
  },
};

/** The answer of a read, once the server has read its log. */
export async function patiently(send: () => Promise<Response>): Promise<Response> {
  while (asking) await asking.catch(() => null); // the sender handles the error
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

/** The time to wait, if the answer asks for it. */
async function note(response: Response): Promise<number | null> {
  const after = response.headers.get('retry-after');
  if (response.status !== 503 || after === null) return null;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const problem = problemOf(503, body, after);
  if (!isReadingLog(problem)) return null;
  reading = { progress: problem.progress ?? null };
  return 1000 * Math.min(30, Math.max(1, problem.retryAfterS ?? 1));
}
