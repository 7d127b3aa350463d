/* How fresh the page's data is, as banners show it. After 5 s without a frame the age is shown;
   after 15 s a banner. Offline, after 15 s, or while the server reads its log nothing can be
   changed: commands would be lost, and none is queued. */
import { clock } from '../clock.svelte';
import { readiness } from '../connection/readiness.svelte';
import { stream } from '../stream.svelte';

export const staleAfterMs = 5_000;
export const pausedAfterMs = 15_000;

let online = $state(typeof navigator === 'undefined' ? true : navigator.onLine);
if (typeof window !== 'undefined') {
  window.addEventListener('online', () => (online = true));
  window.addEventListener('offline', () => (online = false));
}

export const connection = {
  /** Time since the last frame or pong, ms; 0 before the first. */
  get ageMs(): number {
    return stream.lastAt === 0 ? 0 : Math.max(0, clock.now - stream.lastAt);
  },
  get offline(): boolean {
    return !online;
  },
  get level(): 'starting' | 'live' | 'stale' | 'paused' {
    if (stream.lastAt === 0) return stream.attempts > 1 ? 'paused' : 'starting';
    if (!online || this.ageMs >= pausedAfterMs) return 'paused';
    return this.ageMs >= staleAfterMs ? 'stale' : 'live';
  },
  /** Whether commands can be sent now. */
  get canEdit(): boolean {
    return online && readiness.reading === null && this.level !== 'paused';
  },
};
