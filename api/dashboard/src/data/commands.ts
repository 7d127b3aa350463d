/* All commands of people. A command makes its own id and key, draws its result at once where a
   screen can (`bookings.pending`), and pushes its opposite on the undo stack. The caller passes the
   texts of the toasts, so this file knows no language. */
import { freshId } from '../lib/ids';
import { bookingOf, stateAt, type Booking } from './bookings/booking';
import { api, command } from './client';
import { clock } from './clock.svelte';
import { bookings } from './live/bookings.svelte';
import { connection } from './live/connection.svelte';
import { violations } from './live/violations.svelte';
import { localProblem, type Result } from './problem';
import type { Protection, Reservation, ReservationPatch, Violation } from './types';
import { undoStack } from './undo.svelte';
import { puttingBack, tag } from './connection/versions';

export interface NewBooking {
  gpus: readonly string[];
  from: number;
  until: number;
  title: string;
  id?: string;
  owner?: { id: string; name: string };
  project?: string | null | undefined;
}

export interface BookingChange {
  gpus?: readonly string[];
  from?: number;
  until?: number;
  title?: string;
  /** null: the site's default. */
  protection?: Protection | null;
  /** null: none. */
  project?: string | null;
}

const iso = (at: number) => new Date(at).toISOString();

function offline(): Result<never> | null {
  return connection.canEdit ? null : { ok: false, problem: localProblem('offline', '') };
}

function keep(result: Result<Reservation>): Result<Booking> {
  if (!result.ok) return result;
  const booking = bookingOf(result.value);
  bookings.put(booking);
  return { ...result, value: booking };
}

/** Books. An open request is in `bookings.pending`. With `keepRefused` a refused one stays there
    with its problem, so the screen can offer alternatives. `done` is the text of the toast. */
export async function book(
  wanted: NewBooking,
  me: { id: string; name: string },
  done: (made: Reservation) => string,
  keepRefused = false,
): Promise<Result<Booking>> {
  const stop = offline();
  if (stop) return stop;
  const id = wanted.id ?? freshId('res', clock.ms());
  const owner = wanted.owner ?? me;
  const drawn: Booking = {
    id,
    gpus: wanted.gpus,
    owner: owner.id,
    ownerName: owner.name,
    title: wanted.title,
    from: wanted.from,
    until: wanted.until,
    state: 'upcoming',
    version: 0,
  };
  bookings.pending.set(id, { booking: drawn });
  const body = {
    id,
    gpus: [...wanted.gpus],
    from: iso(wanted.from),
    until: iso(wanted.until),
    title: wanted.title,
    ...(wanted.owner ? { owner_id: wanted.owner.id } : {}),
    ...(wanted.project ? { project: wanted.project } : {}),
  };
  const made = await command((key) =>
    api.POST('/api/v1/reservations', { params: { header: { 'Idempotency-Key': key } }, body }),
  );
  const result = keep(made);
  if (!result.ok && keepRefused)
    bookings.pending.set(id, { booking: drawn, problem: result.problem });
  else bookings.pending.delete(id);
  if (result.ok && made.ok)
    undoStack.done(done(made.value), () => cancelNow(result.value.id, result.value.version));
  return result;
}

async function patchNow(
  id: string,
  version: number,
  change: BookingChange,
): Promise<Result<Booking>> {
  const body: ReservationPatch = {};
  if (change.gpus) body.gpus = [...change.gpus];
  if (change.from !== undefined) body.from = iso(change.from);
  if (change.until !== undefined) body.until = iso(change.until);
  if (change.title !== undefined) body.title = change.title;
  if (change.protection !== undefined) body.protection = change.protection;
  if (change.project !== undefined) body.project = change.project;
  return keep(
    await command((key) =>
      api.PATCH('/api/v1/reservations/{id}', {
        params: { path: { id }, header: { 'If-Match': tag(id, version), 'Idempotency-Key': key } },
        body,
      }),
    ),
  );
}

/** Sends the differing members; the version seen must still be the current one (412 otherwise, with
    `current`). */
export async function change(
  before: Booking,
  wanted: BookingChange,
  done: string,
  keepRefused = false,
): Promise<Result<Booking>> {
  const stop = offline();
  if (stop) return stop;
  const drawn: Booking = { ...before, ...wanted };
  bookings.pending.set(before.id, { booking: drawn });
  const result = await patchNow(before.id, before.version, wanted);
  if (!result.ok && keepRefused)
    bookings.pending.set(before.id, { booking: drawn, problem: result.problem });
  else bookings.pending.delete(before.id);
  if (result.ok) {
    const was: BookingChange = {};
    if (wanted.gpus) was.gpus = before.gpus;
    if (wanted.from !== undefined) was.from = before.from;
    if (wanted.until !== undefined) was.until = before.until;
    if (wanted.title !== undefined) was.title = before.title;
    if (wanted.protection !== undefined) was.protection = before.protection ?? null;
    if (wanted.project !== undefined) was.project = before.project ?? null;
    undoStack.done(done, () =>
      puttingBack(before.id, before.version, patchNow(before.id, result.value.version, was)),
    );
  }
  return result;
}

async function cancelNow(id: string, version: number): Promise<Result<Booking>> {
  return keep(
    await command((key) =>
      api.DELETE('/api/v1/reservations/{id}', {
        params: { path: { id }, header: { 'If-Match': tag(id, version), 'Idempotency-Key': key } },
      }),
    ),
  );
}

async function reinstateNow(id: string): Promise<Result<Booking>> {
  return keep(
    await command((key) =>
      api.POST('/api/v1/reservations/{id}/reinstate', {
        params: { path: { id }, header: { 'Idempotency-Key': key } },
      }),
    ),
  );
}

/** Cancels an upcoming booking (can be undone) or releases a running one (cannot). */
export async function cancel(booking: Booking, done: string): Promise<Result<Booking>> {
  const stop = offline();
  if (stop) return stop;
  const running = stateAt(booking, clock.ms()) === 'running';
  const result = await cancelNow(booking.id, booking.version);
  if (!result.ok) return result;
  if (running) undoStack.done(done);
  else
    undoStack.done(done, () => puttingBack(booking.id, booking.version, reinstateNow(booking.id)));
  return result;
}

export async function reinstate(id: string, done: string): Promise<Result<Booking>> {
  const stop = offline();
  if (stop) return stop;
  const result = await reinstateNow(id);
  if (result.ok) undoStack.done(done, () => cancelNow(id, result.value.version));
  return result;
}

async function excuseNow(id: string, reason: string): Promise<Result<Violation>> {
  const result = await command((key) =>
    api.POST('/api/v1/violations/{id}/excuse', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
      body: { reason },
    }),
  );
  if (result.ok) violations.put(result.value);
  return result;
}

/** Excuses everything that the account runs into that booking: the other violations follow by the
    stream. */
export async function excuse(
  violation: Violation,
  reason: string,
  done: string,
): Promise<Result<Violation>> {
  const stop = offline();
  if (stop) return stop;
  const result = await excuseNow(violation.id, reason);
  if (result.ok) undoStack.done(done, () => withdrawNow(violation.id));
  return result;
}

async function withdrawNow(id: string): Promise<Result<Violation>> {
  const result = await command((key) =>
    api.DELETE('/api/v1/violations/{id}/excuse', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
    }),
  );
  if (result.ok) violations.put(result.value);
  return result;
}

/** Takes the excuse back; undo sends the same excuse and reason again. */
export async function withdrawExcuse(
  violation: Violation,
  done: string,
): Promise<Result<Violation>> {
  const stop = offline();
  if (stop) return stop;
  const result = await withdrawNow(violation.id);
  const reason = violation.excused?.reason;
  if (result.ok)
    undoStack.done(done, reason === undefined ? undefined : () => excuseNow(violation.id, reason));
  return result;
}
