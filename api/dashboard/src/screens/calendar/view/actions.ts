/* What the calendar asks of the server: each through the shared commands, so each can be undone. A
   refusal opens beside the block, which stays where it was put. */
import { change, book, cancel, type BookingChange } from '../../../data/commands';
import type { Booking } from '../../../data/booking';
import { bookingOf } from '../../../data/booking';
import { clock } from '../../../data/clock.svelte';
import { bookings } from '../../../data/live/bookings.svelte';
import { connection } from '../../../data/live/connection.svelte';
import type { Problem } from '../../../data/problem';
import { undoStack } from '../../../data/undo.svelte';
import { t } from '../../../language/t.svelte';
import { freshId } from '../../../lib/ids';
import { phase, type Draft } from '../plan/model';
import { me } from './here';
import { rememberTitle } from './open';
import type { CalendarState } from './state.svelte';
import { amountText, titleOf } from './words';

export type Wanted = Draft & { title: string };

export async function reserve(state: CalendarState, wanted: Wanted): Promise<boolean> {
  if (!allowed()) return false;
  const id = freshId('res', clock.ms());
  const draft = { ...wanted, from: Math.max(wanted.from, clock.ms()) };
  rememberTitle(wanted.title);
  state.close();
  const done = t('calendar.done.booked', { what: amountText(wanted.gpus, state.gpus) });
  const result = await book({ ...draft, id }, me(), done, true);
  if (result.ok) state.said = done;
  else refused(state, result.problem, draft, id);
  return result.ok;
}

/** Moves, resizes or retitles; what does not differ is not sent. */
export async function alter(state: CalendarState, before: Booking, wanted: Wanted, done?: string): Promise<boolean> {
  if (!allowed()) return false;
  const changes: BookingChange = {};
  if (wanted.from !== before.from) changes.from = wanted.from;
  if (wanted.until !== before.until) changes.until = wanted.until;
  if (wanted.title !== before.title) changes.title = wanted.title;
  if (wanted.gpus.length !== before.gpus.length || wanted.gpus.some((gpu) => !before.gpus.includes(gpu))) changes.gpus = wanted.gpus;
  if (Object.keys(changes).length === 0) return true;
  state.close();
  const words = done ?? t('calendar.done.changed', { title: titleOf(wanted) });
  const result = await change(before, changes, words, true);
  if (result.ok) state.said = words;
  else refused(state, result.problem, wanted, before.id, before);
  return result.ok;
}

export async function remove(state: CalendarState, booking: Booking): Promise<void> {
  if (!allowed()) return;
  const running = phase(booking, clock.ms()) === 'running';
  const done = t(running ? 'calendar.done.released' : 'calendar.done.cancelled', { title: titleOf(booking) });
  const result = await cancel(booking, done);
  if (result.ok) {
    state.said = done;
    if (!running && state.selectedId === booking.id) state.select(null);
  } else if (result.problem.current) {
    bookings.put(bookingOf(result.problem.current));
    undoStack.failed(t('calendar.changedMeanwhile', { title: titleOf(booking) }));
  } else undoStack.failed(problemText(result.problem));
}

/** Takes a refused block away; what it was before, if anything, is still there. */
export function discard(state: CalendarState, id: string): void {
  bookings.pending.delete(id);
  if (state.open && state.open.kind !== 'draft') state.close();
}

function refused(state: CalendarState, problem: Problem, wanted: Wanted, id: string, before?: Booking): void {
  if (problem.code === 'changed-meanwhile' && problem.current && before) {
    const theirs = bookingOf(problem.current);
    bookings.put(theirs);
    state.open = { kind: 'stale', wanted, before, theirs };
    state.said = t('calendar.changedMeanwhile', { title: titleOf(before) });
    return;
  }
  state.open = { kind: 'refused', wanted, id, problem, ...(before ? { before } : {}) };
  state.said = problemText(problem);
}

export function problemText(problem: Problem): string {
  if (problem.code === 'offline') return t('calendar.offline');
  if (problem.code === 'no-answer') return t('calendar.noAnswer');
  return problem.detail || problem.title;
}

function allowed(): boolean {
  if (connection.canEdit) return true;
  undoStack.failed(t('calendar.offline'));
  return false;
}
