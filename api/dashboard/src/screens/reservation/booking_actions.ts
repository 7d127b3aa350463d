/* What can be done with a reservation, by whom, in which state; the server has the last word. Pure. */
import { stateAt, type Booking } from '../../data/booking';

export type Action = 'approve' | 'decline' | 'extend' | 'move' | 'release' | 'cancel' | 'reinstate';

/** `approves`: whether a pending one is theirs to approve. */
export function actionsFor(booking: Booking, me: string | undefined, admin: boolean, now: number, approves = false): Action[] {
  const state = stateAt(booking, now);
  const own: Action[] = admin || booking.owner === me ? ['cancel'] : [];
  if (state === 'pending') return approves ? ['approve', 'decline', ...own] : own;
  if (!admin && booking.owner !== me) return [];
  if (state === 'upcoming') return ['extend', 'move', 'cancel'];
  if (state === 'running') return ['extend', 'release'];
  if (state === 'suspended') return booking.until > now ? ['reinstate', 'cancel'] : ['cancel'];
  return state === 'cancelled' && booking.until > now ? ['reinstate'] : [];
}
