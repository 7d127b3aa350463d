// Which past bookings are offered beside one: those that ran, newest first.
import type { Booking } from '../../../data/booking';

export const MOST_OTHERS = 30;

export function newestOver(bookings: readonly Booking[], except: string): Booking[] {
  return bookings
    .filter((one) => one.id !== except && one.until > one.from)
    .sort((a, b) => b.from - a.from || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_OTHERS);
}
