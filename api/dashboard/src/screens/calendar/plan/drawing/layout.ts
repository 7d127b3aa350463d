/* The blocks of a picture: for each booking one block per run of adjacent GPU rows, as wide as its
   time. Bookings narrower than a pixel or two, or too many to tell apart, become part of their
   row's density. Unchanged blocks keep their objects, so drawing touches only changed ones. */
import type { Booking } from '../../../../data/bookings/booking';
import type { BookingIndex } from '../bookings';
import { endOf, timeToX, type TimeScale } from '../geometry';
import type { GpuRow, RowMap, RowWindow } from '../rows';

export interface Block {
  key: string;
  booking: Booking;
  x: number;
  y: number;
  width: number;
  height: number;
  rows: number; // number of rows covered
  part: number; // GPUs of this run,
  of: number; // of all its GPUs: part < of is shown as "2/4"
  gpus: readonly string[];
  before: boolean; // begins left of the picture
  after: boolean; // ends right of it
  lead: boolean; // the first of its booking's blocks: the one for screen readers
}

export interface Picture {
  scale: TimeScale;
  rows: RowMap;
  window: RowWindow;
}

/** px on each side, so that back-to-back bookings can be told apart; less or none for a narrow
    bar. */
const gapOf = (px: number): number => (px >= 8 ? 1 : px >= 4 ? 0.5 : 0);
export const leastPx = 2; // the narrowest visible bar

export interface Run {
  first: number; // index in rows
  gpus: string[];
}

/** The runs of adjacent rows of these GPUs; hidden rows do not break a run. */
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

/** Places one booking; `known` are its previous blocks, kept where nothing moved. */
export function place(
  booking: Booking,
  { scale, rows, window }: Picture,
  known?: ReadonlyMap<string, Block>,
): Block[] {
  const left = timeToX(scale, booking.from);
  const right = timeToX(scale, booking.until);
  const gap = gapOf(right - left);
  const x = quarter(Math.max(left, 0) + gap);
  const width = Math.max(leastPx, quarter(Math.min(right, scale.width) - gap) - x);
  const blocks: Block[] = [];
  for (const run of runsOf(rows, booking.gpus)) {
    const last = run.first + run.gpus.length - 1;
    if (last < window.first || run.first > window.last) continue;
    const key = `${booking.id}/${run.first}`;
    const y = (rows.rows[run.first]?.top ?? 0) + 2;
    const bottom = rows.rows[last];
    const height = (bottom ? bottom.top + bottom.height : y) - y - 2;
    const old = known?.get(key);
    if (
      old &&
      old.booking === booking &&
      old.x === x &&
      old.y === y &&
      old.width === width &&
      old.height === height &&
      old.lead === (blocks.length === 0)
    ) {
      blocks.push(old);
      continue;
    }
    blocks.push({
      key,
      booking,
      x,
      y,
      width,
      height,
      rows: run.gpus.length,
      part: run.gpus.length,
      of: booking.gpus.length,
      gpus: run.gpus,
      before: left < 0,
      after: right > scale.width,
      lead: blocks.length === 0,
    });
  }
  return blocks;
}

const quarter = (px: number): number => Math.round(px * 4) / 4;

export const mostDrawn = 900; // blocks on one screen of rows
const coarser = [4, 8, 16, 32, 64, Infinity]; // px

/** A booking on a row that is too narrow for a block. */
export interface Speck {
  booking: Booking;
  row: GpuRow;
}

export class Layout {
  #blocks = new Map<string, Block>();
  /** The input of the rows' density. */
  specks: readonly Speck[] = [];
  /** px: narrower bookings are no blocks. */
  narrowest = leastPx;

  /** The blocks of a picture, in the order of rows and starts. */
  draw(index: BookingIndex, picture: Picture): Block[] {
    const { scale } = picture;
    const pxPerMs = scale.width / scale.span;
    const found = inView(index, picture);
    this.narrowest = narrowestOf(
      [...found.keys()].map((booking) => (booking.until - booking.from) * pxPerMs),
    );
    const next = new Map<string, Block>();
    const specks: Speck[] = [];
    for (const [booking, rows] of found) {
      if ((booking.until - booking.from) * pxPerMs < this.narrowest)
        for (const row of rows) specks.push({ booking, row });
      else for (const block of place(booking, picture, this.#blocks)) next.set(block.key, block);
    }
    this.#blocks = next;
    this.specks = specks;
    return [...next.values()];
  }
}

function inView(index: BookingIndex, { scale, rows, window }: Picture): Map<Booking, GpuRow[]> {
  const found = new Map<Booking, GpuRow[]>();
  for (let i = window.first; i <= window.last; i++) {
    const row = rows.rows[i];
    if (row?.kind !== 'gpu') continue;
    for (const booking of index.of(row.gpu.id, scale.start, endOf(scale))) {
      const on = found.get(booking);
      if (on) on.push(row);
      else found.set(booking, [row]);
    }
  }
  return found;
}

/** Two pixels, or more where too many blocks for a screen would be drawn. */
function narrowestOf(widths: readonly number[]): number {
  if (widths.length <= mostDrawn) return leastPx;
  const left = (px: number): number =>
    widths.reduce((count, width) => count + (width >= px ? 1 : 0), 0);
  return [leastPx, ...coarser].find((px) => left(px) <= mostDrawn) ?? Infinity;
}
