/* How a booking relates to the viewer, and what they may do with it; the server decides. Pure. */

/** "own"; "admin": another person's, who may act after a confirmation; "no": ask its owner or an
    admin. */
export type Standing = 'own' | 'admin' | 'no';

export function standing(
  booking: { readonly owner: string },
  me: string | undefined,
  admin: boolean,
): Standing {
  if (me !== undefined && booking.owner === me) return 'own';
  return admin ? 'admin' : 'no';
}
