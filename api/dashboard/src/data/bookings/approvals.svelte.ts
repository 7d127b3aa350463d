/* The pending bookings that this person may approve: all for an admin, for others those that the
   server names. Read again when the pending bookings or anyone's rights change: a person can become
   a group's manager while a booking waits. */
import { bookingOf, type Booking } from './booking';
import { api, ask, command, seen } from '../client';
import { accessNews } from '../live/access_news.svelte';
import { bookings } from '../live/bookings.svelte';
import { connection } from '../live/connection.svelte';
import { localProblem, type Result } from '../problem';
import { session } from '../session.svelte';
import type { Reservation } from '../types';
import { undoStack } from '../undo.svelte';

class Approvals {
  #mine = $state.raw<ReadonlySet<string>>(new Set());
  readonly waiting: readonly Booking[] = $derived(
    bookings.all.filter((booking) => booking.state === 'pending'),
  );
  readonly forMe: readonly Booking[] = $derived(
    session.isAdmin
      ? this.waiting.filter((booking) => booking.owner !== session.me?.id)
      : this.waiting.filter((booking) => this.#mine.has(booking.id)),
  );

  // Other people only need to ask when bookings wait.
  readonly #some: boolean = $derived(!session.isAdmin && this.waiting.length > 0);

  may(id: string): boolean {
    return session.isAdmin || this.#mine.has(id);
  }

  /** In an effect of a component that shows them. */
  follow(): void {
    void accessNews.arrivals;
    void this.waiting;
    if (this.#some) void this.#read();
  }

  /** Call in a second effect: subscribes to news of groups and people while bookings wait. */
  watch(): (() => void) | undefined {
    return this.#some ? accessNews.watch() : undefined;
  }

  async #read(): Promise<void> {
    const got = await ask(
      api.GET('/api/v1/reservations', {
        params: {
          query: { approver: 'me', state: ['pending'], limit: 1000, at_least: seen.position },
        },
      }),
    );
    if (got.ok) this.#mine = new Set(got.value.items.map((one) => one.id));
  }
}

export const approvals = new Approvals();

async function answered(
  act: () => Promise<Result<Reservation>>,
  done: string,
): Promise<Result<Reservation>> {
  if (!connection.canEdit) return { ok: false, problem: localProblem('offline', '') };
  const result = await act();
  if (!result.ok) return result;
  bookings.put(bookingOf(result.value));
  undoStack.done(done);
  return result;
}

export const approve = (id: string, done: string): Promise<Result<Reservation>> =>
  answered(
    () =>
      command((once) =>
        api.POST('/api/v1/reservations/{id}/approve', {
          params: { path: { id }, header: { 'Idempotency-Key': once } },
        }),
      ),
    done,
  );
export const decline = (id: string, reason: string, done: string): Promise<Result<Reservation>> =>
  answered(
    () =>
      command((once) =>
        api.POST('/api/v1/reservations/{id}/decline', {
          params: { path: { id }, header: { 'Idempotency-Key': once } },
          body: { reason },
        }),
      ),
    done,
  );
