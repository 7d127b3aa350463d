/* Rows to y and back: a header a host, a row a GPU, or for a collapsed host one higher strip.
   Positions are prefix sums; what is at y is found by bisection, so thousands of rows cost nothing. */
import type { CalendarGpu, Host } from './model';

export const rowHeight = 28;
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
  slot: number; // counts GPU rows alone: what a rectangle or a move counts in
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

export function makeRows(hosts: readonly Host[], collapsed: ReadonlySet<string>): RowMap {
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
      const row: GpuRow = { kind: 'gpu', key: gpu.id, host, gpu, slot: slots.length, top, height: rowHeight };
      rowOfGpu.set(gpu.id, rows.length);
      rows.push(row);
      slots.push(row);
      top += rowHeight;
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

/** The same GPUs, `by` rows further down; null beyond the first or the last, or for hidden ones. */
export function shiftGpus(map: RowMap, gpus: readonly string[], by: number): string[] | null {
  const shifted: string[] = [];
  for (const id of gpus) {
    const row = map.rows[map.rowOfGpu.get(id) ?? -1];
    if (row?.kind !== 'gpu') {
      if (by === 0) shifted.push(id);
      else return null;
      continue;
    }
    const target = map.slots[row.slot + by];
    if (!target) return null;
    shifted.push(target.gpu.id);
  }
  return shifted;
}
