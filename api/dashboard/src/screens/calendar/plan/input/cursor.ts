/* The keyboard in the grid: one cell cursor, a rectangle extended with Shift, and a mode in which
   the arrows move a booking. A key turns a state into the next one and an effect. */
import type { Booking } from '../../../../data/bookings/booking';
import type { BookingIndex } from '../bookings';
import { cellOf, snapDown } from '../geometry';
import type { Draft } from '../model';
import { slotsCarried, type RowMap } from '../rows';
import { rectangle, hourAt, type Corner } from './selection';

export interface Carry {
  booking: Booking;
  copy: boolean;
  by: number; // ms
  slots: number;
  grow: number; // ms, of the end
}

export interface Cursor {
  row: number;
  at: number; // the left edge of the cell
  anchor: Corner | null; // where Shift began
  carry: Carry | null;
  g: boolean; // "g" was pressed: "t" goes to today
}

export type Effect =
  | { do: 'open'; draft: Draft }
  | { do: 'select' | 'edit' | 'cancel' | 'refuse'; booking: Booking }
  | { do: 'toggle'; hostId: string }
  | { do: 'commit'; carry: Carry }
  | { do: 'zoom'; by: 1 | -1 }
  | { do: 'today' | 'filter' | 'table' | 'escape' };

export interface Key {
  key: string;
  shift: boolean;
  command: boolean; // Ctrl, Alt or Meta: not a key of the grid
}

export interface Grid {
  rows: RowMap;
  index: BookingIndex;
  span: number;
  now: number;
  mayChange: (booking: Booking) => boolean;
}

export interface Turn {
  cursor: Cursor;
  effect?: Effect;
}

export const startCursor = (at: number): Cursor => ({
  row: 0,
  at,
  anchor: null,
  carry: null,
  g: false,
});

const arrows: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Null: not a key of the grid. */
export function press(cursor: Cursor, key: Key, grid: Grid): Turn | null {
  if (key.command) return null;
  const next = { ...cursor, g: false };
  if (cursor.g && key.key === 't') return { cursor: next, effect: { do: 'today' } };
  const arrow = arrows[key.key];
  if (arrow)
    return {
      cursor: cursor.carry
        ? carryOn(next, cursor.carry, arrow, key.shift, grid)
        : walk(next, arrow, key.shift, grid),
    };
  if (cursor.carry) return whileCarrying(next, cursor.carry, key);
  switch (key.key) {
    case 'g':
      return { cursor: { ...next, g: true } };
    case 'z':
      return { cursor: next, effect: { do: 'zoom', by: -1 } };
    case 'Z':
      return { cursor: next, effect: { do: 'zoom', by: 1 } };
    case '/':
      return { cursor: next, effect: { do: 'filter' } };
    case 'v':
      return { cursor: next, effect: { do: 'table' } };
    case 'Home':
      return { cursor: { ...next, anchor: null, at: cellAt(grid.now, grid.span) } };
    case 'PageUp':
      return { cursor: jumpHost(next, -1, grid.rows) };
    case 'PageDown':
      return { cursor: jumpHost(next, 1, grid.rows) };
    case '[':
      return { cursor: jumpBooking(next, -1, grid) };
    case ']':
      return { cursor: jumpBooking(next, 1, grid) };
    case 'Escape':
      return cursor.anchor
        ? { cursor: { ...next, anchor: null } }
        : { cursor: next, effect: { do: 'escape' } };
    case 'Enter':
    case ' ':
      return enter(next, grid);
    case 'm':
    case 'c':
      return take(next, key.key === 'c', grid);
    case 'e':
    case 'Delete':
      return onBooking(next, key.key === 'e' ? 'edit' : 'cancel', grid);
    default:
      return null;
  }
}

export const cellAt = (at: number, span: number): number => snapDown(at, cellOf(span));

export function bookingUnder(
  cursor: Cursor,
  grid: Pick<Grid, 'rows' | 'index' | 'span'>,
): Booking | undefined {
  const row = grid.rows.rows[cursor.row];
  if (row?.kind !== 'gpu') return undefined;
  return grid.index.of(row.gpu.id, cursor.at, cursor.at + cellOf(grid.span))[0];
}

/** The marked area: the cursor's cell, or the rectangle from where Shift began. */
export function marked(cursor: Cursor, grid: Grid): Draft {
  const cell = cellOf(grid.span);
  const other = cursor.anchor ?? cursor;
  return rectangle(
    grid.rows,
    { row: other.row, at: Math.min(other.at, cursor.at) },
    { row: cursor.row, at: Math.max(other.at, cursor.at) + cell },
    grid.now,
  );
}

function walk(
  cursor: Cursor,
  [down, right]: readonly [number, number],
  shift: boolean,
  { rows, span }: Grid,
): Cursor {
  const anchor = shift ? (cursor.anchor ?? { row: cursor.row, at: cursor.at }) : null;
  const row = Math.max(0, Math.min(rows.rows.length - 1, cursor.row + down));
  return { ...cursor, anchor, row, at: cursor.at + right * cellOf(span) };
}

function carryOn(
  cursor: Cursor,
  carry: Carry,
  [down, right]: readonly [number, number],
  shift: boolean,
  { rows, span, now }: Grid,
): Cursor {
  const by = right * cellOf(span);
  const running = !carry.copy && carry.booking.from <= now; // only its end may move
  if (shift || running) return { ...cursor, carry: { ...carry, grow: carry.grow + by } };
  return {
    ...cursor,
    carry: {
      ...carry,
      by: carry.by + by,
      slots: down === 0 ? carry.slots : carried(rows, carry, down),
    },
  };
}

// A step beyond the rows of its host moves to the next host.
function carried(rows: RowMap, { booking, slots: before }: Carry, down: number): number {
  const slots = booking.gpus.flatMap((gpu) => {
    const row = rows.rows[rows.rowOfGpu.get(gpu) ?? -1];
    return row?.kind === 'gpu' ? [row.slot] : [];
  });
  const by = before + down;
  return (
    slotsCarried(
      rows,
      booking.gpus,
      by,
      (down < 0 ? Math.min(...slots) : Math.max(...slots)) + by,
    ) ?? before
  );
}

function whileCarrying(cursor: Cursor, carry: Carry, key: Key): Turn {
  if (key.key === 'Enter')
    return { cursor: { ...cursor, carry: null }, effect: { do: 'commit', carry } };
  if (key.key === 'Escape') return { cursor: { ...cursor, carry: null } };
  return { cursor };
}

function enter(cursor: Cursor, grid: Grid): Turn {
  const row = grid.rows.rows[cursor.row];
  if (!row) return { cursor };
  if (cursor.anchor) return { cursor, effect: { do: 'open', draft: marked(cursor, grid) } };
  if (row.kind === 'host') return { cursor, effect: { do: 'toggle', hostId: row.host.id } };
  const booking = bookingUnder(cursor, grid);
  if (booking) return { cursor, effect: { do: 'select', booking } };
  const at = Math.max(cursor.at, Math.min(grid.now, cursor.at + cellOf(grid.span) - 1));
  return {
    cursor,
    effect: { do: 'open', draft: hourAt(grid.index, row.gpu.id, at, grid.now, cellOf(grid.span)) },
  };
}

function onBooking(cursor: Cursor, what: 'edit' | 'cancel', grid: Grid): Turn {
  const booking = bookingUnder(cursor, grid);
  if (!booking) return { cursor };
  const refused = !grid.mayChange(booking) || booking.until <= grid.now;
  return { cursor, effect: { do: refused ? 'refuse' : what, booking } };
}

function take(cursor: Cursor, copy: boolean, grid: Grid): Turn {
  const booking = bookingUnder(cursor, grid);
  if (!booking) return { cursor };
  if (!copy && (!grid.mayChange(booking) || booking.until <= grid.now))
    return { cursor, effect: { do: 'refuse', booking } };
  return {
    cursor: { ...cursor, anchor: null, carry: { booking, copy, by: 0, slots: 0, grow: 0 } },
  };
}

function jumpHost(cursor: Cursor, by: 1 | -1, { rows }: RowMap): Cursor {
  for (let i = cursor.row + by; i >= 0 && i < rows.length; i += by) {
    if (rows[i]?.kind === 'host') return { ...cursor, anchor: null, row: i };
  }
  return { ...cursor, anchor: null, row: by < 0 ? 0 : Math.max(0, rows.length - 1) };
}

// Along the row; at its end, on to the rows below or above.
function jumpBooking(cursor: Cursor, by: 1 | -1, { rows, index, span }: Grid): Cursor {
  const cell = cellOf(span);
  let at = by > 0 ? cursor.at + cell - 1 : cursor.at;
  for (let i = cursor.row; i >= 0 && i < rows.rows.length; i += by) {
    const row = rows.rows[i];
    if (row?.kind === 'gpu') {
      const found = by > 0 ? index.next(row.gpu.id, at) : index.previous(row.gpu.id, at);
      if (found) return { ...cursor, anchor: null, row: i, at: cellAt(found.from, span) };
    }
    at = by > 0 ? -Infinity : Infinity;
  }
  return cursor;
}
