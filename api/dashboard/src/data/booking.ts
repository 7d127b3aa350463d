/* A reservation as screens use it: the same shape whether it came from the stream or from the
   calendar's query, with its times as numbers. Pure. */
import type { CalendarReservation, IdleNote, Protection, Reservation, ReservationState } from './types';

export interface Booking {
  readonly id: string;
  readonly gpus: readonly string[];
  readonly owner: string;
  readonly ownerName: string;
  readonly title: string;
  readonly from: number;
  readonly until: number;
  /** As the server last said; `stateAt` follows the clock. */
  readonly state: ReservationState;
  readonly version: number;
  /** How far the steps against intruders go; null: as the site has it; undefined: not known, the calendar's query does not say. */
  readonly protection?: Protection | null | undefined;
  /** GPUs that it gave up for others while it ran, in the order of time. */
  readonly moves?: readonly Move[] | undefined;
  /** While it runs and nothing uses it; null: it is used, or nobody knows; undefined: the calendar's query does not say. */
  readonly idle?: IdleNote | null | undefined;
  /** Until then it is kept, used or not; null: it is not; undefined as above. */
  readonly keptUntil?: number | null | undefined;
  /** What it is for; absent or null: nothing was said. */
  readonly project?: string | null | undefined;
}

export interface Move {
  readonly from: string;
  readonly to: string;
  readonly at: number;
}
type MoveRow = { from_gpu_id: string; to_gpu_id: string; at: string };
const movesOf = (rows: readonly MoveRow[] | undefined): { moves?: Move[] } =>
  (rows === undefined ? {} : { moves: rows.map((one) => ({ from: one.from_gpu_id, to: one.to_gpu_id, at: Date.parse(one.at) })) });

export function bookingOf(reservation: Reservation): Booking {
  const { id, gpus, owner_id: owner, owner_name: ownerName, title, state, version } = reservation;
  return { id, gpus, owner, ownerName, title, state, version, from: Date.parse(reservation.from), until: Date.parse(reservation.until), protection: reservation.protection ?? null,
    project: reservation.project, idle: reservation.idle ?? null, keptUntil: reservation.kept_until === undefined ? null : Date.parse(reservation.kept_until), ...movesOf(reservation.moves) };
}

export function bookingOfCalendar(row: CalendarReservation, people: Record<string, string>): Booking {
  const { id, gpus, owner_id: owner, title, state, version } = row;
  return { id, gpus, owner, ownerName: people[owner] ?? owner, title, state, version, from: Date.parse(row.from), until: Date.parse(row.until), project: row.project, ...movesOf(row.moves) };
}

const off: ReadonlySet<ReservationState> = new Set(['cancelled', 'suspended', 'declined', 'lapsed']);
/** Cancelled, suspended because it lost its grant, or never approved: it holds nothing. */
export const isOff = ({ state }: { state: ReservationState }): boolean => off.has(state);
/** It has begun, and what was used of it may be known. */
export const hasBegun = (state: ReservationState): boolean => state !== 'upcoming' && state !== 'pending' && !off.has(state);

/** Time makes an upcoming one run and a running one finish; the server says nothing then. */
export function stateAt(booking: Booking, now: number): ReservationState {
  if (booking.state === 'released' || isOff(booking)) return booking.state;
  if (booking.state === 'pending') return now < booking.until ? 'pending' : 'lapsed';
  if (now >= booking.until) return 'finished';
  return now >= booking.from ? 'running' : 'upcoming';
}

/** Does it hold its GPUs at that time, or in any part of that interval? */
export function holds(booking: Booking, from: number, until = from + 1): boolean {
  return !isOff(booking) && booking.from < until && from < booking.until;
}
