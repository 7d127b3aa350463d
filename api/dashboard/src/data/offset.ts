/* How far the server's clock is from the browser's, from the Date of its answers. A Date is cut to
   the second, so each answer only bounds the offset; the bounds of many close in on it. Pure. */

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
