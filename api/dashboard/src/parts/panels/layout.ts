/* Panels on their grid of twelve columns: reading order, positions without overlap, moving and
   resizing by keys. Pure. */

export const columns = 12;
export const mostRows = 1000;
export const mostHeight = 100;

export interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Placed extends Place {
  id: string;
}

const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** Inside the grid, whole numbers. */
export function fitted(place: Place): Place {
  const w = clamp(Math.round(place.w) || 1, 1, columns);
  const h = clamp(Math.round(place.h) || 1, 1, mostHeight);
  return {
    w,
    h,
    x: clamp(Math.round(place.x) || 0, 0, columns - w),
    y: clamp(Math.round(place.y) || 0, 0, mostRows),
  };
}

/** In reading order: by rows, then columns. */
export function inReadingOrder<T extends Placed>(panels: readonly T[]): T[] {
  return panels.toSorted((a, b) => a.y - b.y || a.x - b.x || (a.id < b.id ? -1 : 1));
}

export function overlap(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** Removes overlaps: a covered panel moves down, in reading order. */
export function settled<T extends Placed>(panels: readonly T[]): T[] {
  const done: T[] = [];
  for (const panel of inReadingOrder(panels)) {
    let next = { ...panel, ...fitted(panel) };
    for (let hit = firstHit(done, next); hit; hit = firstHit(done, next))
      next = { ...next, y: hit.y + hit.h };
    done.push(next);
  }
  return inReadingOrder(done);
}

function firstHit<T extends Placed>(done: readonly T[], place: Place): T | undefined {
  return done.find((other) => overlap(other, place));
}

/** The number of used rows. */
export function rowsOf(panels: readonly Place[]): number {
  return panels.reduce((most, panel) => Math.max(most, panel.y + panel.h), 0);
}

/** The topmost position where it fits. */
export function freePlace(panels: readonly Placed[], w: number, h: number): Place {
  const rows = rowsOf(panels);
  for (let y = 0; y <= rows; y += 1) {
    for (let x = 0; x + w <= columns; x += 1) {
      const place = { x, y, w, h };
      if (!panels.some((panel) => overlap(panel, place))) return place;
    }
  }
  return { x: 0, y: rows, w, h };
}

/** Removes rows that are empty across the whole board. */
export function withoutEmptyRows<T extends Placed>(panels: readonly T[]): T[] {
  const used = new Set(
    panels.flatMap((panel) => Array.from({ length: panel.h }, (_, i) => panel.y + i)),
  );
  const above = (y: number): number =>
    Array.from({ length: y }, (_, row) => row).filter((row) => !used.has(row)).length;
  return panels.map((panel) => ({ ...panel, y: panel.y - above(panel.y) }));
}

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The position after an arrow key: one step aside, or with Shift one step larger or smaller. Null:
    not an arrow; the same position: at the edge. */
export function stepped(place: Place, key: string, resize: boolean): Place | null {
  const step = steps[key];
  if (!step) return null;
  const [dx, dy] = step;
  if (!resize) return fitted({ ...place, x: place.x + dx, y: place.y + dy });
  return {
    ...place,
    w: clamp(place.w + dx, 1, columns - place.x),
    h: clamp(place.h + dy, 1, mostHeight),
  };
}

/** The pages of a wall: bands of at most `rows` rows between panels, as few as possible and of
    similar height. */
export function pages<T extends Placed>(panels: readonly T[], rows: number): T[][] {
  const most = bands(panels, rows);
  for (let fewer = Math.ceil(rowsOf(panels) / Math.max(1, most.length)); fewer < rows; fewer += 1) {
    const even = bands(panels, fewer);
    if (even.length <= most.length) return even;
  }
  return most;
}

function bands<T extends Placed>(panels: readonly T[], rows: number): T[][] {
  const sorted = inReadingOrder(panels);
  const done: T[][] = [];
  let [page, top]: [T[], number] = [[], sorted[0]?.y ?? 0];
  for (const panel of sorted) {
    if (page.length > 0 && panel.y + panel.h - top > rows) {
      done.push(page);
      [page, top] = [[], panel.y];
    }
    page.push({ ...panel, y: Math.max(0, panel.y - top) });
  }
  return page.length > 0 ? [...done, page] : done;
}
