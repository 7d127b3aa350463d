/* A booking as screens use it: one shape for the stream and the calendar's query, with times as
   numbers. Pure. */
import type {
  CalendarReservation,
  IdleNote,
  Protection,
  Reservation,
  ReservationState,
} from '../types';

export interface Booking {
  readonly id: string;
  readonly gpus: readonly string[];
  readonly owner: string;
  readonly ownerName: string;
  readonly title: string;
  readonly from: number;
  readonly until: number;
  /** The server's last value; `stateAt` follows the clock. */
  readonly state: ReservationState;
  readonly version: number;
  /** How far the steps against intruders go. null: the site's default. undefined: unknown, the
      calendar's query does not include it. */
  readonly protection?: Protection | null | undefined;
  /** GPUs that it gave up for others while it ran, oldest first. */
  readonly moves?: readonly Move[] | undefined;
  /** Set while it runs unused. null: it is used, or its use is unknown. undefined: the calendar's
      query does not include it. */
  readonly idle?: IdleNote | null | undefined;
  /** The booking is kept until then, used or not. null: it is not kept. undefined as above. */
  readonly keptUntil?: number | null | undefined;
  /** The project; absent or null if none was given. */
  readonly project?: string | null | undefined;
}

export interface Move {
  readonly from: string;
  readonly to: string;
  readonly at: number;
}
type MoveRow = { from_gpu_id: string; to_gpu_id: string; at: string };
const movesOf = (rows: readonly MoveRow[] | undefined): { moves?: Move[] } =>
  rows === undefined
    ? {}
    : {
        moves: rows.map((one) => ({
          from: one.from_gpu_id,
          to: one.to_gpu_id,
          at: Date.parse(one.at),
        })),
      };

export function bookingOf(reservation: Reservation): Booking {
  const { id, gpus, owner_id: owner, owner_name: ownerName, title, state, version } = reservation;
  return {
    id,
    gpus,
    owner,
    ownerName,
    title,
    state,
    version,
    from: Date.parse(reservation.from),
    until: Date.parse(reservation.until),
    protection: reservation.protection ?? null,
    project: reservation.project,
    idle: reservation.idle ?? null,
    keptUntil: reservation.kept_until === undefined ? null : Date.parse(reservation.kept_until),
    ...movesOf(reservation.moves),
  };
}

export function bookingOfCalendar(
  row: CalendarReservation,
  people: Record<string, string>,
): Booking {
  const { id, gpus, owner_id: owner, title, state, version } = row;
  return {
    id,
    gpus,
    owner,
    ownerName: people[owner] ?? owner,
    title,
    state,
    version,
    from: Date.parse(row.from),
    until: Date.parse(row.until),
    project: row.project,
    ...movesOf(row.moves),
  };
}

const off: ReadonlySet<ReservationState> = new Set([
  'cancelled',
  'suspended',
  'declined',
  'lapsed',
]);
/** Cancelled, suspended for lack of a grant, or never approved: it holds nothing. */
export const isOff = ({ state }: { state: ReservationState }): boolean => off.has(state);
/** True once the booking has begun, so its usage may be known. */
export const hasBegun = (state: ReservationState): boolean =>
  state !== 'upcoming' && state !== 'pending' && !off.has(state);

/** Time alone starts an upcoming booking and ends a running one; the server sends nothing then. */
export function stateAt(booking: Booking, now: number): ReservationState {
  if (booking.state === 'released' || isOff(booking)) return booking.state;
  if (booking.state === 'pending') return now < booking.until ? 'pending' : 'lapsed';
  if (now >= booking.until) return 'finished';
  return now >= booking.from ? 'running' : 'upcoming';
}

/** Whether it holds its GPUs at `from`, or in any part of the interval. */
export function holds(booking: Booking, from: number, until = from + 1): boolean {
  return !isOff(booking) && booking.from < until && from < booking.until;
}
