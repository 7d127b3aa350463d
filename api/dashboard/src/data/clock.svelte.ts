/* The server's clock, which is the one that counts: a browser that is an hour wrong still shows
   the right "now". `ms()` for reckoning; `now` for what is shown: it changes each second. */
import { middle, narrow, unknownOffset } from './offset';

let bounds = unknownOffset;
let offset = 0;
let shown = $state(Date.now());

function tick(): void {
  shown = clock.ms();
  setTimeout(tick, 1000 - (shown % 1000) + 5);
}

export const clock = {
  /** The server's time, ms; not reactive. */
  ms(): number {
    return Date.now() + offset;
  },
  /** The same, reactive, once a second. */
  get now(): number {
    return shown;
  },
  /** How wrong the browser's clock is, ms. */
  get offset(): number {
    return offset;
  },
  learn(sentAt: number, gotAt: number, date: string | null): void {
    const server = date === null ? NaN : Date.parse(date);
    if (!Number.isFinite(server)) return;
    bounds = narrow(bounds, sentAt, gotAt, server);
    const better = middle(bounds);
    if (Math.abs(better - offset) > 1500) shown = Date.now() + better;
    offset = better;
  },
};

if (typeof window !== 'undefined') tick();
