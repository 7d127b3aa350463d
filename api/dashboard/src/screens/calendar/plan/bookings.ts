/* The index of bookings: by id, and for each GPU by start. One live change touches only its own
   GPUs; a booking that swapped a GPU is stored in pieces. Bookings of one GPU never overlap, so a
   list sorted by start is also sorted by end, and a window is found by bisection. */
import { isOff, type Booking } from '../../../data/bookings/booking';
import type { Interval } from './model';

/** The GPUs of a booking over time: a piece for each, including given-up ones. */
function staysOf(booking: Booking): { gpu: string; from: number; until: number }[] {
  const joined = new Map<string, number>();
  const stays: { gpu: string; from: number; until: number }[] = [];
  const add = (gpu: string, until: number): void => {
    const from = joined.get(gpu) ?? booking.from;
    if (from < until) stays.push({ gpu, from, until });
  };
  for (const move of booking.moves ?? []) {
    add(move.from, move.at);
    joined.set(move.to, move.at);
  }
  for (const gpu of booking.gpus) add(gpu, booking.until);
  return stays;
}

export class BookingIndex {
  readonly #byId = new Map<string, Booking>();
  readonly #byGpu = new Map<string, Booking[]>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): Booking | undefined {
    return this.#byId.get(id);
  }

  all(): IterableIterator<Booking> {
    return this.#byId.values();
  }

  /** False if nothing changed: an old version, or one that holds nothing and never did. */
  put(booking: Booking): boolean {
    const known = this.#byId.get(booking.id);
    if (known && (known.version > booking.version || same(known, booking))) return false;
    if (isOff(booking)) return known ? this.remove(booking.id) : false;
    if (known) this.#unlink(known);
    this.#byId.set(booking.id, booking);
    for (const { gpu, from, until } of staysOf(booking)) {
      const piece =
        from === booking.from && until === booking.until ? booking : { ...booking, from, until };
      const list = this.#byGpu.get(gpu);
      if (!list) this.#byGpu.set(gpu, [piece]);
      else list.splice(firstStartingAfter(list, from), 0, piece);
    }
    return true;
  }

  remove(id: string): boolean {
    const known = this.#byId.get(id);
    if (!known) return false;
    this.#unlink(known);
    return this.#byId.delete(id);
  }

  clear(): void {
    this.#byId.clear();
    this.#byGpu.clear();
  }

  /** Bookings of a GPU that overlap [from, until), oldest first. */
  of(gpu: string, from: number, until: number): Booking[] {
    const list = this.#byGpu.get(gpu);
    if (!list) return [];
    const found: Booking[] = [];
    for (let i = firstEndingAfter(list, from); i < list.length; i++) {
      const booking = list[i];
      if (!booking || booking.from >= until) break;
      found.push(booking);
    }
    return found;
  }

  at(gpu: string, at: number): Booking | undefined {
    return this.of(gpu, at, at + 1)[0];
  }

  next(gpu: string, at: number): Booking | undefined {
    const list = this.#byGpu.get(gpu);
    return list?.[firstStartingAfter(list, at)];
  }

  previous(gpu: string, at: number): Booking | undefined {
    const list = this.#byGpu.get(gpu);
    if (!list) return undefined;
    let i = firstStartingAfter(list, at) - 1;
    while (i >= 0 && (list[i]?.from ?? 0) >= at) i--;
    return list[i];
  }

  count(gpu: string, from: number, until: number): number {
    const list = this.#byGpu.get(gpu);
    if (!list) return 0;
    return Math.max(0, firstStartingAfter(list, until - 1) - firstEndingAfter(list, from));
  }

  isFree(gpu: string, wanted: Interval, ignore?: string): boolean {
    return this.of(gpu, wanted.from, wanted.until).every((booking) => booking.id === ignore);
  }

  #unlink(booking: Booking): void {
    for (const { gpu } of staysOf(booking)) {
      const list = this.#byGpu.get(gpu);
      const i = list?.findIndex((other) => other.id === booking.id) ?? -1;
      if (list && i >= 0) list.splice(i, 1);
    }
  }
}

// Members that the calendar's query leaves out can change without a new version.
function same(a: Booking, b: Booking): boolean {
  return (
    a.version === b.version &&
    a.protection === b.protection &&
    a.state === b.state &&
    a.until === b.until &&
    a.from === b.from &&
    a.title === b.title &&
    a.gpus.join() === b.gpus.join()
  );
}

function firstStartingAfter(list: readonly Booking[], at: number): number {
  return bisect(list, (booking) => booking.from > at);
}
function firstEndingAfter(list: readonly Booking[], at: number): number {
  return bisect(list, (booking) => booking.until > at);
}
function bisect(list: readonly Booking[], holds: (booking: Booking) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const booking = list[middle];
    if (booking && holds(booking)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const mostOthers = 30;

/** Past bookings offered for comparison: those that ran, newest first. */
export function newestOver(bookings: readonly Booking[], except: string): Booking[] {
  return bookings
    .filter((one) => one.id !== except && one.until > one.from)
    .sort((a, b) => b.from - a.from || (a.id < b.id ? -1 : 1))
    .slice(0, mostOthers);
}
