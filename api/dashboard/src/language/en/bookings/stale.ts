/* A booking that two people change at once: both versions, and the choice. */
import { english } from '../../english';

export const stale = english({
  'stale.yours': 'Yours',
  'stale.theirs': 'As it is now',
  'stale.keepMine': 'Keep mine',
  'stale.takeTheirs': 'Take theirs',
  'stale.project': 'Project',
  'stale.time': 'Time',
});
