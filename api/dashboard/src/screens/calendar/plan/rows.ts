/* Rows to y and back: a header per host, a row per GPU, or one higher strip for a collapsed host.
   Positions are prefix sums; the row at y is found by bisection, so thousands of rows cost
   nothing. */
import type { CalendarGpu, Host } from './model';

export const rowHeight = 28;
export const mostRowHeight = 72;
export const hostHeight = 32;
export const stripHeight = 36;

export interface HostRow {
  kind: 'host';
  key: string;
  host: Host;
  collapsed: boolean;
  top: number;
  height: number;
}
export interface GpuRow {
  kind: 'gpu';
  key: string;
  host: Host;
  gpu: CalendarGpu;
  slot: number; // counts GPU rows alone: the unit of rectangles and moves
  top: number;
  height: number;
}
export type Row = HostRow | GpuRow;

export interface RowMap {
  rows: readonly Row[];
  slots: readonly GpuRow[];
  rowOfGpu: ReadonlyMap<string, number>; // index in rows
  height: number;
}

/** A small fleet fills the height, up to a bound; closed or filtered hosts count, so that rows keep
    their height. */
export function rowHeightFor(hosts: readonly Host[], height: number): number {
  const gpus = hosts.reduce((sum, host) => sum + host.gpus.length, 0);
  const fair = Math.floor((height - hosts.length * hostHeight) / Math.max(1, gpus));
  return Math.min(mostRowHeight, Math.max(rowHeight, fair));
}

export function makeRows(
  hosts: readonly Host[],
  collapsed: ReadonlySet<string>,
  gpuHeight = rowHeight,
): RowMap {
  const rows: Row[] = [];
  const slots: GpuRow[] = [];
  const rowOfGpu = new Map<string, number>();
  let top = 0;
  for (const host of hosts) {
    const closed = collapsed.has(host.id);
    const height = closed ? stripHeight : hostHeight;
    rows.push({ kind: 'host', key: host.id, host, collapsed: closed, top, height });
    top += height;
    if (closed) continue;
    for (const gpu of host.gpus) {
      const row: GpuRow = {
        kind: 'gpu',
        key: gpu.id,
        host,
        gpu,
        slot: slots.length,
        top,
        height: gpuHeight,
      };
      rowOfGpu.set(gpu.id, rows.length);
      rows.push(row);
      slots.push(row);
      top += gpuHeight;
    }
  }
  return { rows, slots, rowOfGpu, height: top };
}

/** The index of the row at y; beyond the ends, the first or the last one. -1 if there is none. */
export function rowAt(map: RowMap, y: number): number {
  let low = 0;
  let high = map.rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((map.rows[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return map.rows.length === 0 ? -1 : low;
}

export interface RowWindow {
  first: number;
  last: number; // inclusive; last < first: none
}

const chunk = 4; // rows: scrolling within one changes nothing
const beyond = 4;

export function visibleRows(map: RowMap, scrollTop: number, height: number): RowWindow {
  if (map.rows.length === 0) return { first: 0, last: -1 };
  const first = Math.floor(rowAt(map, scrollTop) / chunk) * chunk - beyond;
  const last = Math.ceil((rowAt(map, scrollTop + height) + 1) / chunk) * chunk + beyond;
  return { first: Math.max(0, first), last: Math.min(map.rows.length - 1, last) };
}

/** GPU rows from one row to another, whichever is first; headers between them do not count. */
export function slotsBetween(map: RowMap, a: number, b: number): GpuRow[] {
  const found: GpuRow[] = [];
  for (let i = Math.max(0, Math.min(a, b)); i <= Math.max(a, b); i++) {
    const row = map.rows[i];
    if (row?.kind === 'gpu') found.push(row);
  }
  return found;
}

/** How many rows these GPUs move if they are carried `by` rows, `over` being the row under the
    pointer (-1: none). GPUs of one host stay on one host, and nothing leaves the rows. Null: some
    are hidden. */
export function slotsCarried(
  map: RowMap,
  gpus: readonly string[],
  by: number,
  over: number,
): number | null {
  const rows = gpus
    .map((id) => map.rows[map.rowOfGpu.get(id) ?? -1])
    .filter((row) => row?.kind === 'gpu');
  if (rows.length < gpus.length) return by === 0 ? 0 : null;
  const slots = rows.map((row) => row.slot);
  const [first, last] = [Math.min(...slots), Math.max(...slots)];
  const within = (least: number, most: number): number =>
    Math.max(least - first, Math.min(most - last, by));
  const host = rows[0]?.host;
  if (!host || rows.some((row) => row.host !== host)) return within(0, map.slots.length - 1);
  const target = map.slots[Math.max(0, Math.min(map.slots.length - 1, over))]?.host ?? host;
  const [least, most] = slotsOf(map, target);
  return most - least < last - first ? within(...slotsOf(map, host)) : within(least, most);
}

function slotsOf(map: RowMap, host: Host): [number, number] {
  const slots = host.gpus.flatMap((gpu) => {
    const row = map.rows[map.rowOfGpu.get(gpu.id) ?? -1];
    return row?.kind === 'gpu' ? [row.slot] : [];
  });
  return [Math.min(...slots), Math.max(...slots)];
}

/** The same GPUs, `by` rows further down; null beyond the first or last row, or for hidden ones. */
export function shiftGpus(map: RowMap, gpus: readonly string[], by: number): string[] | null {
  if (by === 0) return [...gpus];
  const shifted: string[] = [];
  for (const id of gpus) {
    const row = map.rows[map.rowOfGpu.get(id) ?? -1];
    const target = row?.kind === 'gpu' ? map.slots[row.slot + by] : undefined;
    if (!target) return null;
    shifted.push(target.gpu.id);
  }
  return shifted;
}
