/* Who may change a board: its owner and admins, unless the session is read-only. */
import { session } from '../../data/session.svelte';

export function mayChange(board: { owner_id: string }): boolean {
  return (
    (board.owner_id === session.me?.id || session.isAdmin) &&
    session.current?.scopes.includes('book') === true
  );
}
