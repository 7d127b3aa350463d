/* The viewer and their time format: the calendar's only access to them. */
import { connection } from '../../../data/live/connection.svelte';
import { session } from '../../../data/session.svelte';
import { standing } from '../../../data/bookings/ownership';
import type { Reader } from '../../../lib/format';
import { preferences } from '../../../page/preferences.svelte';

export const reader = (): Reader => preferences.reader;

export const isMine = (booking: { owner: string }): boolean => booking.owner === session.me?.id;

/** Its owner and admins; the server decides. */
export const mayChange = (booking: { owner: string }): boolean =>
  connection.canEdit && standing(booking, session.me?.id, session.isAdmin) !== 'no';

export const me = (): { id: string; name: string } => ({
  id: session.me?.id ?? '',
  name: session.me?.name ?? '',
});
