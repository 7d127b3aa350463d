/* One board. */
import { english } from '../../english';

export const board = english({
  'board.fullScreen': 'Wall view',
  'board.edit': 'Edit',
  'board.sharedMine': 'Shared: everybody sees it',
  'board.sharedBy': 'Shared by {owner}',
  'board.personal': 'Personal',
  'board.personalOf': 'Personal board of {owner}',
  'board.empty': 'There are no panels on this board.',
});
