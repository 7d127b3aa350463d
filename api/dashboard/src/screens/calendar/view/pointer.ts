/* The mouse on the grid: press, drag, release. Targets and gestures are pure (../plan/gesture);
   this file turns them into state and commands. A finger scrolls, and taps where a mouse would
   click. */
import { clock } from '../../../data/clock.svelte';
import { cellOf, xToTime } from '../plan/geometry';
import {
  begin,
  dragBegins,
  ghost,
  hit,
  type Gesture,
  type Ghost,
  type Hit,
} from '../plan/input/gesture';
import { rowAt } from '../plan/rows';
import { hourAt, type Corner } from '../plan/input/selection';
import { alter, reserve } from './actions';
import { t } from '../../../language/t.svelte';
import { cellAt } from '../plan/input/cursor';
import { mayChange } from './viewer';
import { lastTitle } from './open_popover';
import type { CalendarState } from './state.svelte';
import { whyNot } from './words';

interface Press {
  x: number;
  y: number;
  what: Hit | null;
  gesture: Gesture | null;
  dragging: boolean;
}

export class Pointer {
  readonly #state: CalendarState;
  readonly #box: () => DOMRect;
  #press: Press | null = null;

  constructor(state: CalendarState, box: () => DOMRect) {
    this.#state = state;
    this.#box = box;
  }

  get dragging(): boolean {
    return this.#press?.dragging ?? false;
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const { x, y } = this.#at(event);
    const what = this.#hit(x, y);
    const still = event.pointerType === 'touch';
    const gesture =
      what && !still
        ? begin(what, this.#corner(x, y), mayChange, event.shiftKey, clock.ms())
        : null;
    this.#press = { x, y, what, gesture, dragging: false };
    if (!still && event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
  }

  move(event: PointerEvent): void {
    const { x, y } = this.#at(event);
    const press = this.#press;
    if (!press) return this.#hover(x, y, event);
    if (!press.dragging && Math.hypot(x - press.x, y - press.y) < dragBegins) return;
    if (!press.gesture) return this.#refuse(press, event.pointerType === 'touch');
    press.dragging = true;
    this.#state.open = null;
    this.#state.hovered = null;
    this.#state.ghost = this.#ghost(press.gesture, x, y, event.altKey);
  }

  up(event: PointerEvent): void {
    const press = this.#press;
    this.#press = null;
    if (!press) return;
    const { x, y } = this.#at(event);
    if (press.dragging && press.gesture) this.#drop(this.#ghost(press.gesture, x, y, event.altKey));
    else if (Math.hypot(x - press.x, y - press.y) < dragBegins * 2) this.#click(press.what, x, y);
  }

  /** True if a gesture was cancelled. */
  cancel(): boolean {
    const dragging = this.dragging;
    this.#press = null;
    this.#state.ghost = null;
    return dragging;
  }

  // Shows once why something cannot be dragged.
  #refuse(press: Press, still: boolean): void {
    if (still || press.what?.on !== 'block' || this.#state.notice) return;
    this.#state.tell(whyNot(press.what.block.booking, clock.ms()), press.x, press.y + 16);
  }

  #hit(x: number, y: number): Hit | null {
    const state = this.#state;
    return hit(state.blocks, state.rows, x, y, (gpu, at) => state.speckAt(gpu, at));
  }

  #ghost(gesture: Gesture, x: number, y: number, fine: boolean): Ghost {
    return ghost(gesture, this.#corner(x, y), this.#state.gestureContext, fine);
  }

  #drop(dropped: Ghost): void {
    const { booking, draft } = dropped;
    if (!booking) {
      this.#state.ghost = null;
      const row = this.#state.rows.rowOfGpu.get(draft.gpus[0] ?? '') ?? 0;
      if (draft.until <= clock.ms()) this.#state.tellAt(t('calendar.pastCell'), row, draft.from);
      else this.#state.draft(draft);
      return;
    }
    this.#state.ghost = null;
    if (dropped.unchanged) return;
    if (dropped.check.past) return;
    // A draft whose only fault is taken GPUs is sent anyway: the answer names the holders and
    // offers alternatives.
    const wanted = { ...draft, title: booking.title };
    if (dropped.kind === 'copy') {
      if (dropped.legal)
        void reserve(this.#state, { ...wanted, title: booking.title || lastTitle() });
      else this.#state.draft(draft);
    } else void alter(this.#state, booking, wanted);
  }

  #click(what: Hit | null, x: number, y: number): void {
    const state = this.#state;
    if (!what) return;
    if (what.on === 'host') {
      const row = state.rows.rows[what.row];
      if (row) state.toggleHost(row.key);
      return;
    }
    if (what.on === 'block' || what.on === 'speck') {
      state.close();
      state.select(what.block.booking.id);
      state.cursor = {
        ...state.cursor,
        row: state.rows.rowOfGpu.get(what.block.gpus[0] ?? '') ?? state.cursor.row,
        at: what.block.booking.from,
        anchor: null,
      };
      return;
    }
    const row = state.rows.rows[what.row];
    if (row?.kind !== 'gpu') return;
    if (state.open) return state.close(); // the first click beside a popover only closes it
    const at = xToTime(state.scale, x);
    state.cursor = { ...state.cursor, row: what.row, at: cellAt(at, state.span), anchor: null };
    const draft = hourAt(state.index, row.gpu.id, at, clock.ms(), cellOf(state.span));
    if (draft.until <= clock.ms()) state.tell(t('calendar.pastCell'), x, y + 16);
    else state.draft(draft);
  }

  #hover(x: number, y: number, event: PointerEvent): void {
    const what = this.#hit(x, y);
    this.#state.hovered = what?.on === 'block' || what?.on === 'speck' ? what.block : null;
    if (event.currentTarget instanceof HTMLElement)
      event.currentTarget.style.cursor = this.#shape(what, event.shiftKey);
  }

  #shape(what: Hit | null, copy: boolean): string {
    if (!what) return 'default';
    if (what.on !== 'block') return what.on === 'free' ? 'cell' : 'pointer';
    const gesture = begin(what, { row: 0, at: 0 }, mayChange, copy, clock.ms());
    if (!gesture) return 'pointer';
    return gesture.kind === 'start' || gesture.kind === 'end'
      ? 'ew-resize'
      : gesture.kind === 'copy'
        ? 'copy'
        : 'grab';
  }

  #at(event: PointerEvent): { x: number; y: number } {
    const box = this.#box();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #corner(x: number, y: number): Corner {
    const state = this.#state;
    return {
      row: rowAt(state.rows, y),
      at: xToTime(state.scale, Math.min(state.width, Math.max(0, x))),
    };
  }
}
