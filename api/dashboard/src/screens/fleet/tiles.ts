/* The positions of tiles, and which of them are in view: a fleet may have a thousand hosts, and
   only visible tiles are in the page. A tile keeps its height from sort to sort, so nothing has to
   be measured and nothing jumps. Pure. */
import type { Shown } from './arrange';

/** px, equal to a tile's styles. */
export const gapX = 40;
export const gapY = 32;
const leastWidth = 390;
const narrowWidth = 340;
const head = 41; // with its border
const line = 24;
const narrowLine = 44;
const aboveLines = 8;

export interface Row {
  top: number;
  height: number;
  tiles: readonly { shown: Shown; place: number }[];
}

/** As many as fit, and no more than there are hosts: a small fleet fills the width. A single host
    fills at most half of it. */
export const columnsIn = (width: number, hosts: number): number =>
  Math.max(1, Math.min(Math.max(2, hosts), Math.floor((width + gapX) / (leastWidth + gapX))));

export function heightOf({ gpus, room }: Shown, width: number): number {
  const each = width <= narrowWidth ? narrowLine : line;
  return head + each * gpus.length + (room > 0 ? aboveLines + each * room : 0);
}

/** `hosts`: the number in the whole fleet, shown or not. */
export function rowsOf(
  all: readonly Shown[],
  width: number,
  hosts: number,
): { rows: Row[]; height: number; columns: number } {
  const columns = columnsIn(width, hosts);
  const each = (width - (columns - 1) * gapX) / columns;
  const rows: Row[] = [];
  let top = 0;
  for (let place = 0; place < all.length; place += columns) {
    const tiles = all
      .slice(place, place + columns)
      .map((shown, i) => ({ shown, place: place + i }));
    const height = Math.max(...tiles.map(({ shown }) => heightOf(shown, each)));
    rows.push({ top, height, tiles });
    top += height + gapY;
  }
  return { rows, height: Math.max(0, top - gapY), columns };
}

/** Rows that reach into the view, and the neighbours of the focused one, for Tab. */
export function rowsInView(
  rows: readonly Row[],
  top: number,
  bottom: number,
  focused: number | null,
): Row[] {
  return rows.filter(({ top: begin, height, tiles }) => {
    if (begin < bottom && begin + height > top) return true;
    const [first, last] = [tiles[0]?.place ?? 0, tiles.at(-1)?.place ?? 0];
    return focused !== null && focused >= first - tiles.length && focused <= last + tiles.length;
  });
}
