/* Which blocks a picture has: for each booking one block a run of adjacent GPU rows, where each is
   and what it says. Blocks that did not change are the same objects as before, so that drawing
   touches only those that did. */
import type { Booking } from '../../../data/booking';
import type { BookingIndex } from './bookings';
import { endOf, timeToX, type TimeScale } from './geometry';
import type { RowMap, RowWindow } from './rows';

export interface Block {
  key: string;
  booking: Booking;
  x: number;
  y: number;
  width: number;
  height: number;
  rows: number; // how many it covers
  part: number; // GPUs of this run,
  of: number; // of how many in all: part < of is shown as "2/4"
  gpus: readonly string[];
  before: boolean; // begins left of the picture
  after: boolean; // ends right of it
}

export interface Picture {
  scale: TimeScale;
  rows: RowMap;
  window: RowWindow;
}

const gapPx = 1; // px on each side, so that back-to-back bookings can be told apart
const leastWidthPx = 3;

export interface Run {
  first: number; // index in rows
  gpus: string[];
}

/** The runs of adjacent rows that these GPUs cover; hidden rows break none, they are not there. */
export function runsOf(map: RowMap, gpus: readonly string[]): Run[] {
  const rows = gpus
    .map((gpu) => ({ gpu, row: map.rowOfGpu.get(gpu) ?? -1 }))
    .filter(({ row }) => row >= 0)
    .sort((a, b) => a.row - b.row);
  const runs: Run[] = [];
  for (const { gpu, row } of rows) {
    const last = runs[runs.length - 1];
    if (last && row === last.first + last.gpus.length) last.gpus.push(gpu);
    else runs.push({ first: row, gpus: [gpu] });
  }
  return runs;
}

/** Places one booking; `known` are its blocks of the last time, kept where nothing moved. */
export function place(
  booking: Booking,
  { scale, rows, window }: Picture,
  known?: ReadonlyMap<string, Block>,
): Block[] {
  const left = timeToX(scale, booking.from);
  const right = timeToX(scale, booking.until);
  const x = Math.round((Math.max(left, 0) + gapPx) * 4) / 4;
  const end = Math.round((Math.min(right, scale.width) - gapPx) * 4) / 4;
  const blocks: Block[] = [];
  for (const run of runsOf(rows, booking.gpus)) {
    const last = run.first + run.gpus.length - 1;
    if (last < window.first || run.first > window.last) continue;
    const key = `${booking.id}/${run.first}`;
    const y = (rows.rows[run.first]?.top ?? 0) + 2;
    const bottom = rows.rows[last];
    const height = (bottom ? bottom.top + bottom.height : y) - y - 2;
    const width = Math.max(leastWidthPx, end - x);
    const old = known?.get(key);
    if (
      old && old.booking === booking && old.x === x && old.y === y && old.width === width &&
      old.height === height
    ) {
      blocks.push(old);
      continue;
    }
    blocks.push({
      key, booking, x, y, width, height,
      rows: run.gpus.length, part: run.gpus.length, of: booking.gpus.length, gpus: run.gpus,
      before: left < 0, after: right > scale.width,
    });
  }
  return blocks;
}

export class Layout {
  #blocks = new Map<string, Block>();

  /** The blocks of a picture, in the order of rows and starts. */
  draw(index: BookingIndex, picture: Picture): Block[] {
    const { scale, rows, window } = picture;
    const seen = new Set<string>();
    const next = new Map<string, Block>();
    for (let i = window.first; i <= window.last; i++) {
      const row = rows.rows[i];
      if (row?.kind !== 'gpu') continue;
      for (const booking of index.of(row.gpu.id, scale.start, endOf(scale))) {
        if (seen.has(booking.id)) continue;
        seen.add(booking.id);
        for (const block of place(booking, picture, this.#blocks)) next.set(block.key, block);
      }
    }
    this.#blocks = next;
    return [...next.values()];
  }
}

export const mostInView = 5_000; // blocks in the time shown, over all rows
export const mostDrawn = 900; // blocks on one screen of rows

/** Too many to draw, or to make sense of: hosts then show how full they are instead. */
export function isDense(
  index: BookingIndex,
  gpus: readonly { id: string }[],
  scale: TimeScale,
  rowsOnScreen: number,
): { dense: boolean; count: number } {
  let count = 0;
  for (const gpu of gpus) count += index.count(gpu.id, scale.start, endOf(scale));
  const drawn = count * Math.min(1, rowsOnScreen / Math.max(1, gpus.length));
  return { dense: count > mostInView || drawn > mostDrawn, count };
}
