/* What can be done with a reservation, by whom, in which state; the server has the last word. Pure. */
import { stateAt, type Booking } from '../../data/booking';

export type Action = 'extend' | 'move' | 'release' | 'cancel' | 'reinstate';

export function actionsFor(booking: Booking, me: string | undefined, admin: boolean, now: number): Action[] {
  if (!admin && booking.owner !== me) return [];
  const state = stateAt(booking, now);
  if (state === 'upcoming') return ['extend', 'move', 'cancel'];
  if (state === 'running') return ['extend', 'release'];
  if (state === 'suspended') return booking.until > now ? ['reinstate', 'cancel'] : ['cancel'];
  return state === 'cancelled' && booking.until > now ? ['reinstate'] : [];
}
