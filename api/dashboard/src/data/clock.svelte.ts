/* The server's clock, which is the one that counts: a browser that is an hour wrong still shows
   the right "now". `ms()` for reckoning; `now` for what is shown: it changes each second.
   How far the two clocks are apart is known from the Date of each answer. A Date is cut to the second,
   so one answer only bounds the offset; the bounds of many close in on it. */

export interface OffsetBounds {
  low: number;
  high: number;
}

export const unknownOffset: OffsetBounds = { low: -Infinity, high: Infinity };

/** `sentAt` and `gotAt` by the browser's clock, `date` as the server wrote it. */
export function narrow(bounds: OffsetBounds, sentAt: number, gotAt: number, date: number): OffsetBounds {
  const low = date - gotAt;
  const high = date + 1000 - sentAt;
  const both = { low: Math.max(bounds.low, low), high: Math.min(bounds.high, high) };
  return both.low <= both.high ? both : { low, high }; // one of the clocks was set: begin again
}

/** The offset, when it is known to a second or two; 0 until then. */
export function middle(bounds: OffsetBounds): number {
  return Number.isFinite(bounds.low) && Number.isFinite(bounds.high) ? (bounds.low + bounds.high) / 2 : 0;
}

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
