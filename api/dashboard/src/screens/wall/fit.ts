/* The scale, the readable rows and the current page of a wall. Pure. */

/** Scale factor against a desktop: a screen of 1920 x 1080 is read from some metres away. */
export function largeType(width: number, height: number): number {
  return Math.min(4, Math.max(1, Math.round(Math.min(width / 1280, height / 720) * 20) / 20));
}

/** A lower row is not readable. */
const rowPx = 48;

export function rowsThatFit(height: number, zoom: number): number {
  return Math.max(4, Math.floor((height - 56 * zoom) / (rowPx * zoom)));
}

const pageMs = 20_000;

export function turnAt(now: number, pages: number): number {
  return Math.floor(now / pageMs) % Math.max(1, pages);
}

const places = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
  [-2, 2],
  [-2, 0],
  [-2, -2],
  [0, -2],
  [2, -2],
] as const;

/** Moves a few pixels every five minutes, against burn-in. */
export function shiftAt(now: number): { x: number; y: number } {
  const [x, y] = places[Math.floor(now / 300_000) % places.length] ?? [0, 0];
  return { x, y };
}
