/* Keeps a running booking although it is unused. It has no undo: keeping only lasts a while. */
import { bookingOf, type Booking } from './booking';
import { api, command } from '../client';
import { bookings } from '../live/bookings.svelte';
import { connection } from '../live/connection.svelte';
import { localProblem, type Result } from '../problem';
import type { Reservation } from '../types';
import { undoStack } from '../undo.svelte';

export async function keepFor(
  booking: Booking,
  minutes: number,
  done: string,
): Promise<Result<Reservation>> {
  if (!connection.canEdit) return { ok: false, problem: localProblem('offline', '') };
  const result = await command((once) =>
    api.POST('/api/v1/reservations/{id}/keep', {
      params: { path: { id: booking.id }, header: { 'Idempotency-Key': once } },
      body: { for_min: minutes },
    }),
  );
  if (!result.ok) return result;
  bookings.put(bookingOf(result.value));
  undoStack.done(done);
  return result;
}
