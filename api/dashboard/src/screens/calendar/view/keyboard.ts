/* The keys of the grid: the state machine (../plan/cursor) decides, this file acts. */
import { clock } from '../../../data/clock.svelte';
import { t } from '../../../language/t.svelte';
import { cellAt, marked, press, type Carry, type Effect } from '../plan/input/cursor';
import { changed, shifted, type Ghost } from '../plan/input/gesture';
import { alter, remove, reserve } from './actions';
import type { CalendarState } from './state.svelte';
import { cellText, describe, whyNot } from './words';

/** True if the grid took the key. */
export function onKey(state: CalendarState, event: KeyboardEvent, filter: () => void): boolean {
  const turn = press(
    state.cursor,
    {
      key: event.key,
      shift: event.shiftKey,
      command: event.ctrlKey || event.metaKey || event.altKey,
    },
    state.grid,
  );
  if (!turn) return false;
  const moved = turn.cursor.row !== state.cursor.row || turn.cursor.at !== state.cursor.at;
  state.cursor = turn.cursor;
  if (moved) state.show(turn.cursor.at);
  state.ghost = turn.cursor.carry ? carried(state, turn.cursor.carry) : null;
  if (state.ghost) state.said = ghostText(state.ghost);
  if (turn.effect) act(state, turn.effect, filter);
  return event.key !== 'g'; // the shell has keys after g, too
}

export function carried(state: CalendarState, carry: Carry): Ghost {
  const context = state.gestureContext;
  const moved = shifted(carry.booking, carry.by, carry.slots, context);
  const draft = moved && {
    ...moved,
    until: Math.max(moved.until + carry.grow, moved.from + context.shortestMs),
  };
  return changed(
    carry.copy ? 'copy' : carry.by === 0 && carry.slots === 0 ? 'end' : 'move',
    carry.booking,
    draft,
    context,
  );
}

function ghostText(ghost: Ghost): string {
  const who = ghost.check.taken[0]?.booking;
  if (ghost.legal) return t('calendar.carry.free');
  return who ? t('calendar.carry.taken', { who: who.ownerName }) : t('calendar.carry.no');
}

function act(state: CalendarState, effect: Effect, filter: () => void): void {
  switch (effect.do) {
    case 'open':
      if (effect.draft.until <= clock.ms())
        return state.tellAt(t('calendar.pastCell'), state.cursor.row, state.cursor.at);
      return state.draft(effect.draft);
    case 'select':
      state.said = describe(effect.booking, state.gpus, clock.ms());
      return state.select(effect.booking.id);
    case 'edit':
      return state.select(effect.booking.id, true);
    case 'cancel':
      return void remove(state, effect.booking);
    case 'toggle':
      return state.toggleHost(effect.hostId);
    case 'commit':
      return commit(state, effect.carry);
    case 'zoom':
      return state.zoomStep(effect.by, state.cursor.at);
    case 'today':
      state.today();
      state.cursor = { ...state.cursor, at: cellAt(clock.ms(), state.span) };
      return;
    case 'filter':
      return filter();
    case 'table':
      state.asTable = true;
      return;
    case 'refuse':
      return state.tellAt(
        whyNot(effect.booking, clock.ms()),
        state.cursor.row,
        Math.max(state.start, effect.booking.from),
      );
    case 'escape':
      if (state.open) state.close();
      else state.select(null);
  }
}

function commit(state: CalendarState, carry: Carry): void {
  const ghost = carried(state, carry);
  state.ghost = null;
  if (ghost.unchanged || ghost.check.past) return;
  const wanted = { ...ghost.draft, title: carry.booking.title };
  state.cursor = {
    ...state.cursor,
    at: ghost.draft.from,
    row: state.rows.rowOfGpu.get(ghost.draft.gpus[0] ?? '') ?? state.cursor.row,
  };
  if (carry.copy) void reserve(state, wanted);
  else void alter(state, carry.booking, wanted);
}

export function announced(state: CalendarState): string {
  return cellText(state.cursor, state.grid, state.gpus, marked(state.cursor, state.grid));
}
