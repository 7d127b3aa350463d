/* Whose a booking is to whoever looks, and what of it they may do; the server has the last word. Pure. */

/** "own"; "admin": somebody else's, who may act but is asked first; "no": ask its owner, or an admin. */
export type Standing = 'own' | 'admin' | 'no';

export function standing(booking: { readonly owner: string }, me: string | undefined, admin: boolean): Standing {
  if (me !== undefined && booking.owner === me) return 'own';
  return admin ? 'admin' : 'no';
}
