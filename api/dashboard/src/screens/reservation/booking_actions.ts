/* The actions on a booking, by role and state; the server decides. Pure. */
import { stateAt, type Booking } from '../../data/bookings/booking';

export type Action = 'approve' | 'decline' | 'extend' | 'move' | 'release' | 'cancel' | 'reinstate';

/** `approves`: whether the viewer may approve it while pending. */
export function actionsFor(
  booking: Booking,
  me: string | undefined,
  admin: boolean,
  now: number,
  approves = false,
): Action[] {
  const state = stateAt(booking, now);
  const own: Action[] = admin || booking.owner === me ? ['cancel'] : [];
  if (state === 'pending') return approves ? ['approve', 'decline', ...own] : own;
  if (!admin && booking.owner !== me) return [];
  if (state === 'upcoming') return ['extend', 'move', 'cancel'];
  if (state === 'running') return ['extend', 'release'];
  if (state === 'suspended') return booking.until > now ? ['reinstate', 'cancel'] : ['cancel'];
  return state === 'cancelled' && booking.until > now ? ['reinstate'] : [];
}
