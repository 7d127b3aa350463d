/* Keeps the screen on, where the browser can do that, as long as the page is shown. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let stopped = false;
  const ask = (): void => {
    if (document.hidden || !('wakeLock' in navigator)) return;
    navigator.wakeLock.request('screen').then((got) => {
      if (stopped) void got.release();
      else lock = got;
    }, () => {}); // low battery, or not allowed: the wall works without
  };
  ask();
  document.addEventListener('visibilitychange', ask); // it ends when the page is hidden
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}
