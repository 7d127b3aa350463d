/* Bookings too narrow for blocks, as a row shows them: per two pixels of time the held share, as a
   share of the row's height. Half an hour in a day of four weeks is a speck; a half-free host looks
   half free. The bins have fixed times, so panning only shifts them. */
import type { Booking } from '../../../../data/bookings/booking';
import type { Speck } from './layout';
import { endOf, timeToX, type TimeScale } from '../geometry';
import type { GpuRow } from '../rows';

/** SVG paths over all rows: all held time, and one's own part. */
export interface Density {
  all: string;
  mine: string;
}

const binPx = 2;
const seenPx = 2; // the least height
const insetPx = 2; // as blocks have above and below

interface Share {
  all: number;
  mine: number;
}

export function densityOf(
  specks: readonly Speck[],
  scale: TimeScale,
  isMine: (booking: Booking) => boolean,
): Density {
  const binMs = (scale.span / Math.max(1, scale.width)) * binPx;
  const rows = new Map<GpuRow, Map<number, Share>>();
  for (const { booking, row } of specks) {
    const bins = rows.get(row) ?? new Map<number, Share>();
    rows.set(row, bins);
    const mine = isMine(booking);
    const [from, until] = [
      Math.max(booking.from, scale.start),
      Math.min(booking.until, endOf(scale)),
    ];
    for (let bin = Math.floor(from / binMs); bin * binMs < until; bin++) {
      const share = (Math.min(until, (bin + 1) * binMs) - Math.max(from, bin * binMs)) / binMs;
      const sum = bins.get(bin) ?? { all: 0, mine: 0 };
      bins.set(bin, { all: sum.all + share, mine: sum.mine + (mine ? share : 0) });
    }
  }
  const density = { all: '', mine: '' };
  for (const [row, bins] of rows) {
    const sorted = [...bins].sort(([a], [b]) => a - b);
    density.all += path(
      sorted.map(([bin, { all }]) => [bin, all]),
      row,
      scale,
      binMs,
    );
    density.mine += path(
      sorted.map(([bin, { mine }]) => [bin, mine]),
      row,
      scale,
      binMs,
    );
  }
  return density;
}

// Neighbours of equal height are one rectangle.
function path(
  bins: readonly (readonly [number, number])[],
  row: GpuRow,
  scale: TimeScale,
  binMs: number,
): string {
  const most = row.height - 2 * insetPx;
  const bottom = row.top + row.height - insetPx;
  let text = '';
  let open: { first: number; next: number; height: number } | null = null;
  const close = () => {
    if (!open) return;
    const [x, end] = [open.first, open.next].map(
      (bin) => Math.round(timeToX(scale, bin * binMs) * 10) / 10,
    );
    text += `M${x} ${bottom}v${-open.height}H${end}v${open.height}Z`;
  };
  for (const [bin, share] of bins) {
    if (share === 0) continue;
    const height = Math.max(seenPx, Math.round(Math.min(1, share) * most));
    if (open !== null && open.next === bin && open.height === height) {
      open.next += 1;
      continue;
    }
    close();
    open = { first: bin, next: bin + 1, height };
  }
  close();
  return text;
}
