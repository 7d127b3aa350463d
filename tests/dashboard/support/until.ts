/* Waits for states without an event by polling. */
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Waits, if needed, until the last turn of a periodic event is at least `after` ago and the next
    at least `before` away. `now`: the time on its clock. */
export async function betweenTurns(
  everyMs: number,
  { after, before }: { after: number; before: number },
  now = Date.now(),
): Promise<void> {
  const into = now % everyMs;
  if (into < after) await pause(after - into);
  else if (into > everyMs - before) await pause(everyMs - into + after);
}

/** The first result that is neither false, null nor undefined; otherwise throws an error that names
    `what`. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  withinMs = 60_000,
  everyMs = 50,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + withinMs;
  let last: unknown;
  for (;;) {
    try {
      const got = await ask();
      if (got !== false && got !== null && got !== undefined)
        return got as Exclude<T, false | null | undefined>;
      last = got;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline)
      throw new Error(`not within ${withinMs} ms: ${what} (last: ${String(last)})`);
    await pause(everyMs);
  }
}
