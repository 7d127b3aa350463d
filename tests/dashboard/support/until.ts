/* Waiting for what has no event: asked again and again until it is there. */
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Waits, if need be, until the last turn of something that turns every so often is at least `after` ago and the next at
    least `before` away. `now`: where that clock stands. */
export async function betweenTurns(everyMs: number, { after, before }: { after: number; before: number }, now = Date.now()): Promise<void> {
  const into = now % everyMs;
  if (into < after) await pause(after - into);
  else if (into > everyMs - before) await pause(everyMs - into + after);
}

/** The first answer that is neither false, null nor undefined; an error that names `what` otherwise. */
export async function until<T>(what: string, ask: () => T | Promise<T>, withinMs = 60_000, everyMs = 50): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + withinMs;
  let last: unknown;
  for (;;) {
    try {
      const got = await ask();
      if (got !== false && got !== null && got !== undefined) return got as Exclude<T, false | null | undefined>;
      last = got;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what} (last: ${String(last)})`);
    await pause(everyMs);
  }
}
