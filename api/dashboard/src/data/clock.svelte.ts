/* The server's clock, which is authoritative: a browser that is an hour wrong still shows the right
   "now". `ms()` is for calculations; `now` is for display and changes each second. The offset comes
   from the Date header of each answer. A Date is cut to the second, so one answer only bounds the
   offset; many answers narrow the bounds. */

export interface OffsetBounds {
  low: number;
  high: number;
}

export const unknownOffset: OffsetBounds = { low: -Infinity, high: Infinity };

/** `sentAt` and `gotAt` by the browser's clock, `date` as the server wrote it. */
export function narrow(
  bounds: OffsetBounds,
  sentAt: number,
  gotAt: number,
  date: number,
): OffsetBounds {
  const low = date - gotAt;
  const high = date + 1000 - sentAt;
  const both = { low: Math.max(bounds.low, low), high: Math.min(bounds.high, high) };
  return both.low <= both.high ? both : { low, high }; // one of the clocks was set: start again
}

/** The offset in ms, once it is known to a second or two; 0 until then. */
export function middle(bounds: OffsetBounds): number {
  return Number.isFinite(bounds.low) && Number.isFinite(bounds.high)
    ? (bounds.low + bounds.high) / 2
    : 0;
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
  /** The server's time, ms; reactive, once a second. */
  get now(): number {
    return shown;
  },
  /** The error of the browser's clock, ms. */
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
