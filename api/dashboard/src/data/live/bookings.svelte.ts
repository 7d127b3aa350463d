/* Bookings: upcoming and running ones from the stream, and those of shown windows, fetched once and
   kept up to date by the stream. */
import { SvelteMap } from 'svelte/reactivity';
import { bookingOf, bookingOfCalendar, holds, stateAt, type Booking } from '../bookings/booking';
import { api, ask } from '../client';
import { clock } from '../clock.svelte';
import type { Problem } from '../problem';
import { stream } from '../stream.svelte';
import type { StreamServerMessage } from '../types';

interface Window {
  from: number;
  until: number;
}

/** Drawn before the server accepts it: hatched while `problem` is absent, crossed when it is
    set. */
export interface Pending {
  booking: Booking;
  problem?: Problem;
}

const most = 20_000; // above this, bookings outside the last window are dropped

class Bookings {
  #byId = new Map<string, Booking>();
  #changes = $state(0);
  #loaded: Window[] = [];
  /** Counts snapshots after a break: each makes the loaded windows invalid. */
  epoch = $state(0);
  ready = $state(false);
  /** By booking id; commands add and remove them, screens draw them. */
  readonly pending = new SvelteMap<string, Pending>();

  /** Changes with every change of any booking: the dependency of derived lists. */
  get changes(): number {
    return this.#changes;
  }

  get(id: string): Booking | undefined {
    void this.#changes;
    return this.#byId.get(id);
  }

  get all(): Booking[] {
    void this.#changes;
    return [...this.#byId.values()];
  }

  /** Running, upcoming and pending now, by start. */
  readonly ahead: readonly Booking[] = $derived.by(() => {
    const now = clock.now;
    return this.all
      .filter((booking) => ['running', 'upcoming', 'pending'].includes(stateAt(booking, now)))
      .sort(byStart);
  });

  /** Bookings that hold a GPU in any part of the window, by start. */
  within(from: number, until: number): Booking[] {
    return this.all.filter((booking) => holds(booking, from, until)).sort(byStart);
  }

  /** A person's upcoming and running bookings, by start. */
  ofPerson(person: string, now: number): Booking[] {
    return this.all
      .filter(
        (booking) =>
          booking.owner === person && ['upcoming', 'running'].includes(stateAt(booking, now)),
      )
      .sort((a, b) => a.from - b.from);
  }

  put(booking: Booking): void {
    this.#put(booking);
    this.#changes += 1;
  }

  /** Fetches the bookings of the window, unless they are known. A problem leaves the known ones. */
  async load(from: number, until: number): Promise<Problem | null> {
    if (this.#loaded.some((window) => window.from <= from && until <= window.until)) return null;
    const query = { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
    const epoch = this.epoch;
    const got = await ask(api.GET('/api/v1/calendar', { params: { query } }));
    if (!got.ok) return got.problem;
    for (const row of got.value.reservations) this.#put(bookingOfCalendar(row, got.value.people));
    if (epoch === this.epoch) this.#loaded = join([...this.#loaded, { from, until }]);
    this.#limit(from, until);
    this.#changes += 1;
    return null;
  }

  take(frames: StreamServerMessage[]): void {
    let changed = false;
    for (const frame of frames) {
      if (frame.topic !== 'reservations' || !frame.reservations) continue;
      const incoming = frame.reservations.map(bookingOf);
      if (frame.type === 'snapshot') this.#replaceFuture(incoming);
      else for (const booking of incoming) this.#put(booking);
      changed = true;
    }
    if (changed) this.#changes += 1;
  }

  // The snapshot holds every upcoming or running booking; any other future one is gone.
  #replaceFuture(incoming: Booking[]): void {
    const now = clock.ms();
    for (const [id, booking] of this.#byId) if (booking.until > now) this.#byId.delete(id);
    for (const booking of incoming) this.#put(booking);
    if (this.ready) {
      this.#loaded = [];
      this.epoch += 1;
    }
    this.ready = true;
  }

  #put(booking: Booking): void {
    const known = this.#byId.get(booking.id);
    if (known && known.version > booking.version) return;
    if (booking.state === 'cancelled') this.#byId.delete(booking.id);
    else
      this.#byId.set(
        booking.id,
        known?.version === booking.version && booking.protection === undefined
          ? {
              ...booking,
              protection: known.protection,
              idle: known.idle,
              keptUntil: known.keptUntil,
            }
          : booking,
      );
  }

  #limit(from: number, until: number): void {
    if (this.#byId.size <= most) return;
    const now = clock.ms();
    for (const [id, booking] of this.#byId) {
      if (booking.until <= now && !holds(booking, from, until)) this.#byId.delete(id);
    }
    this.#loaded = [{ from, until }];
  }
}

function byStart(a: Booking, b: Booking): number {
  return a.from - b.from || (a.id < b.id ? -1 : 1);
}

function join(windows: Window[]): Window[] {
  const joined: Window[] = [];
  for (const window of windows.sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && window.from <= last.until) last.until = Math.max(last.until, window.until);
    else joined.push({ ...window });
  }
  return joined;
}

export const bookings = new Bookings();
stream.onFrames((frames) => bookings.take(frames));
