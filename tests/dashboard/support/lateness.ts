/** The current lateness of this machine: a bound on a user's wait in seconds holds on an idle
    machine, and a busy one adds this. */
const everyMs = 50;
/** A wait passes through the server, the browser's process, the page's, and this one. */
const processes = 4;

export function watchLateness(): { seconds(): number; end(): void } {
  let due = performance.now() + everyMs;
  let worst = 0;
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - due);
    due = performance.now() + everyMs;
  }, everyMs);
  return { seconds: () => (processes * worst) / 1000, end: () => clearInterval(timer) };
}
