/* The calendar's commands: all through the shared commands, so each can be undone. A refusal opens
   beside the block, which stays in place. */
import { change, book, cancel, type BookingChange } from '../../../data/commands';
import type { Booking } from '../../../data/bookings/booking';
import { bookingOf } from '../../../data/bookings/booking';
import { clock } from '../../../data/clock.svelte';
import { bookings } from '../../../data/live/bookings.svelte';
import { connection } from '../../../data/live/connection.svelte';
import type { Problem } from '../../../data/problem';
import { undoStack } from '../../../data/undo.svelte';
import { said, t } from '../../../language/t.svelte';
import { withWarnings } from '../../../language/warnings';
import { freshId } from '../../../lib/ids';
import { changedText, doneText } from '../../../parts/texts/done_text';
import { phase, type Draft } from '../plan/model';
import { isMine, me, reader } from './viewer';
import { rememberTitle } from './open_popover';
import type { CalendarState } from './state.svelte';
import { amountText, titleOf } from './words';

/** `done` is set if only the protection or the project differs: their texts are elsewhere. */
export type Wanted = Draft & {
  title: string;
  project?: string | null | undefined;
  protection?: BookingChange['protection'];
  done?: string;
};

export async function reserve(state: CalendarState, wanted: Wanted): Promise<boolean> {
  if (!allowed()) return false;
  const id = freshId('res', clock.ms());
  const draft = { ...wanted, from: Math.max(wanted.from, clock.ms()) };
  rememberTitle(wanted.title);
  state.close();
  const done = t('calendar.done.booked', { what: amountText(wanted.gpus, state.gpus) });
  const result = await book({ ...draft, id }, me(), (made) => withWarnings(done, made), true);
  if (result.ok) state.said = done;
  else refused(state, result.problem, draft, id);
  return result.ok;
}

/** Moves, resizes or retitles; equal members are not sent. Another person's booking needs a
    confirmation. */
export async function alter(state: CalendarState, before: Booking, wanted: Wanted): Promise<void> {
  if (!allowed()) return;
  const changes: BookingChange = {};
  if (wanted.from !== before.from) changes.from = wanted.from;
  if (wanted.until !== before.until) changes.until = wanted.until;
  if (wanted.title !== before.title) changes.title = wanted.title;
  if (
    wanted.gpus.length !== before.gpus.length ||
    wanted.gpus.some((gpu) => !before.gpus.includes(gpu))
  )
    changes.gpus = wanted.gpus;
  if (wanted.protection !== undefined && wanted.protection !== before.protection)
    changes.protection = wanted.protection;
  if (wanted.project !== undefined && (wanted.project || null) !== (before.project ?? null))
    changes.project = wanted.project || null;
  if (Object.keys(changes).length === 0) return;
  state.close();
  if (isMine(before)) return changeNow(state, before, wanted, changes);
  state.question = {
    booking: before,
    what: 'change',
    wanted,
    run: () => changeNow(state, before, wanted, changes),
  };
}

async function changeNow(
  state: CalendarState,
  before: Booking,
  wanted: Wanted,
  changes: BookingChange,
): Promise<void> {
  const words =
    wanted.done !== undefined &&
    Object.keys(changes).every((one) => one === 'protection' || one === 'project')
      ? wanted.done
      : changedText(before, changes, clock.ms());
  const result = await change(before, changes, words, true);
  if (result.ok) state.said = words;
  else refused(state, result.problem, wanted, before.id, before);
}

/** Cancels an upcoming booking, releases a running one. Another person's booking needs a
    confirmation. */
export async function remove(state: CalendarState, booking: Booking): Promise<void> {
  if (!allowed()) return;
  const running = phase(booking, clock.ms()) === 'running';
  if (isMine(booking)) return removeNow(state, booking, running);
  state.question = {
    booking,
    what: running ? 'release' : 'cancel',
    run: () => removeNow(state, booking, running),
  };
}

async function removeNow(state: CalendarState, booking: Booking, running: boolean): Promise<void> {
  const done = doneText(running ? 'released' : 'cancelled', booking);
  const result = await cancel(booking, done);
  if (result.ok) {
    state.said = done;
    if (!running && state.selectedId === booking.id) state.select(null);
  } else if (result.problem.current) {
    bookings.put(bookingOf(result.problem.current));
    undoStack.failed(t('calendar.changedMeanwhile', { title: titleOf(booking) }));
  } else undoStack.failed(problemText(result.problem));
}

/** Removes a refused block; its previous state, if any, remains. */
export function discard(state: CalendarState, id: string): void {
  bookings.pending.delete(id);
  if (state.open && state.open.kind !== 'draft') state.close();
}

function refused(
  state: CalendarState,
  problem: Problem,
  wanted: Wanted,
  id: string,
  before?: Booking,
): void {
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
  return said(problem.detail || problem.title, reader());
}

function allowed(): boolean {
  if (connection.canEdit) return true;
  undoStack.failed(t('calendar.offline'));
  return false;
}
