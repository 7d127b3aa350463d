/* A pressed pointer: its start decides the gesture, its current position the result. Moves and
   copies shift time and rows as one; an edge moves alone. Legal means that the server would accept
   it: nothing past, nothing taken, and of a running booking only its end. */
import type { Booking } from '../../../../data/bookings/booking';
import type { BookingIndex } from '../bookings';
import { fineSnapMs, snapMs, snap, snapDown, snapUp } from '../geometry';
import type { Block } from '../drawing/layout';
import { phase, type CalendarGpu, type Draft } from '../model';
import { rowAt, shiftGpus, slotsCarried, type RowMap } from '../rows';
import { check, rectangle, type Check, type Corner } from './selection';

export type Gesture =
  | { kind: 'draw'; from: Corner }
  | { kind: 'move' | 'copy'; booking: Booking; from: Corner }
  | { kind: 'start' | 'end'; booking: Booking; from: Corner };

export interface Ghost {
  kind: Gesture['kind'];
  draft: Draft;
  booking?: Booking;
  check: Check;
  legal: boolean;
  unchanged: boolean;
}

/** The context of a gesture: the rows, the bookings, the GPUs, the time, the shortest booking, and
    the latest allowed start. */
export interface GestureContext {
  rows: RowMap;
  index: BookingIndex;
  gpus: ReadonlyMap<string, CalendarGpu>;
  now: number;
  shortestMs: number;
  latestStart: number;
}

export const edgePx = 7; // px
export const dragBegins = 4; // px: less is a click

export type Hit =
  | { on: 'block'; block: Block; edge: 'start' | 'end' | null }
  | { on: 'speck'; block: Block; row: number } // part of a row's density: a click chooses it, a drag draws
  | { on: 'free'; row: number }
  | { on: 'host'; row: number };

/** The target at a point of the canvas. The topmost block is the last one drawn; `speckAt` finds
    bookings too narrow for one. */
export function hit(
  blocks: readonly Block[],
  rows: RowMap,
  x: number,
  y: number,
  speckAt?: (gpu: string, x: number) => Block | undefined,
): Hit | null {
  for (let i = blocks.length - 1; i >= 0; i--) {
    const block = blocks[i];
    if (
      !block ||
      x < block.x - 1 ||
      x > block.x + block.width + 1 ||
      y < block.y ||
      y > block.y + block.height
    )
      continue;
    const edge = Math.min(edgePx, block.width / 4);
    if (!block.after && x > block.x + block.width - edge)
      return { on: 'block', block, edge: 'end' };
    if (!block.before && x < block.x + edge) return { on: 'block', block, edge: 'start' };
    return { on: 'block', block, edge: null };
  }
  const row = rowAt(rows, y);
  const found = rows.rows[row];
  if (!found || y > rows.height) return null;
  if (found.kind === 'host') return { on: 'host', row };
  const block = speckAt?.(found.gpu.id, x);
  return block ? { on: 'speck', block, row } : { on: 'free', row };
}

/** The gesture of a press; null where dragging does nothing. */
export function begin(
  what: Hit,
  at: Corner,
  mayChange: (booking: Booking) => boolean,
  copy: boolean,
  now: number,
): Gesture | null {
  if (what.on === 'host') return null;
  if (what.on !== 'block') return { kind: 'draw', from: at };
  const { booking } = what.block;
  if (copy) return { kind: 'copy', booking, from: at };
  const when = phase(booking, now);
  if (when === 'past' || when === 'asked' || !mayChange(booking)) return null;
  if (what.edge === 'end') return { kind: 'end', booking, from: at };
  if (when === 'running') return null;
  return what.edge === 'start'
    ? { kind: 'start', booking, from: at }
    : { kind: 'move', booking, from: at };
}

export function ghost(gesture: Gesture, to: Corner, context: GestureContext, fine = false): Ghost {
  if (gesture.kind === 'draw') {
    const draft = rectangle(context.rows, gesture.from, to, context.now, fine);
    const found = check(draft, context.index, context.gpus, context.now);
    return {
      kind: 'draw',
      draft,
      check: found,
      legal: found.taken.length === 0 && !found.past && !found.empty,
      unchanged: false,
    };
  }
  const { booking } = gesture;
  const step = fine ? fineSnapMs : snapMs;
  const draft =
    gesture.kind === 'move' || gesture.kind === 'copy'
      ? shifted(
          booking,
          to.at - gesture.from.at,
          slotShift(context.rows, booking.gpus, gesture.from.row, to.row),
          context,
          step,
        )
      : resized(booking, gesture.kind, to.at - gesture.from.at, context, step);
  return changed(gesture.kind, booking, draft, context);
}

export function changed(
  kind: Gesture['kind'],
  booking: Booking,
  draft: Draft | null,
  context: GestureContext,
): Ghost {
  const wanted = draft ?? booking;
  const found = check(
    wanted,
    context.index,
    context.gpus,
    context.now,
    kind === 'copy' ? undefined : booking.id,
  );
  // The start of a running booking stays in the past.
  if (kind === 'end') found.past = wanted.until < context.now;
  const same =
    wanted.from === booking.from &&
    wanted.until === booking.until &&
    sameGpus(wanted.gpus, booking.gpus);
  return {
    kind,
    booking,
    draft: wanted,
    check: found,
    unchanged: same && kind !== 'copy',
    legal: draft !== null && found.taken.length === 0 && !found.past && found.unusable.length === 0,
  };
}

const sameGpus = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((gpu) => b.includes(gpu));

function slotShift(rows: RowMap, gpus: readonly string[], from: number, to: number): number {
  const over = slotNear(rows, to);
  return slotsCarried(rows, gpus, over - slotNear(rows, from), over) ?? 0;
}
// Over a header: the row below it.
function slotNear(rows: RowMap, row: number): number {
  for (let i = Math.max(0, row); i < rows.rows.length; i++) {
    const found = rows.rows[i];
    if (found?.kind === 'gpu') return found.slot;
  }
  return rows.slots.length - 1;
}

/** Null if it would leave the rows. Its start snaps to the grid, neither past nor beyond the
    horizon; its length stays. */
export function shifted(
  booking: Booking,
  by: number,
  slots: number,
  context: GestureContext,
  step: number = snapMs,
): Draft | null {
  const gpus = shiftGpus(context.rows, booking.gpus, slots);
  if (!gpus) return null;
  const from =
    by === 0
      ? booking.from
      : Math.max(
          snapUp(context.now, step),
          Math.min(snap(booking.from + by, step), snapDown(context.latestStart, step)),
        );
  return { gpus, from, until: from + booking.until - booking.from };
}

export function resized(
  booking: Booking,
  edge: 'start' | 'end',
  by: number,
  { now, shortestMs }: Pick<GestureContext, 'now' | 'shortestMs'>,
  step: number = snapMs,
): Draft {
  const { gpus } = booking;
  if (by === 0) return { gpus, from: booking.from, until: booking.until };
  if (edge === 'start') {
    const latest = booking.until - Math.min(shortestMs, booking.until - booking.from);
    return {
      gpus,
      from: Math.max(now, Math.min(snap(booking.from + by, step), latest)),
      until: booking.until,
    };
  }
  const earliest =
    booking.from <= now ? now : booking.from + Math.min(shortestMs, booking.until - booking.from);
  return { gpus, from: booking.from, until: Math.max(snap(booking.until + by, step), earliest) };
}
