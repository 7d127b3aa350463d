/* The list of boards. */
import { english } from '../../english';

export const boards = english({
  'boards.new': 'New board',
  'boards.mine': 'Mine',
  'boards.shared': 'Shared by others',
  'boards.none':
    'You have no board yet. A board shows what you choose: charts, numbers, bookings, side by side, live; for yourself, for everybody, or for a screen on the wall.',
  'boards.noneShared': 'Nobody else shares a board.',
  'boards.changed': 'changed {time}',
  'boards.edit': 'Title and sharing',
  'boards.editOf': 'Title and sharing of {title}',
  'boards.remove': 'Remove',
  'boards.removeOf': 'Remove {title}',
  'boards.removed': 'Removed the board “{title}”',
  'boards.made': 'Made the board “{title}”',
  'boards.editTitle': 'Title and sharing',
  'boards.start': 'Start with',
  'boards.startUsual': 'the fleet at a glance',
  'boards.startEmpty': 'an empty board',
  'boards.shareWhat': 'Everybody who is signed in sees it; you and admins change it.',
  'boards.personalWhat': 'You and admins see it.',
  'boards.make': 'Make',
  'boards.changedMeanwhile':
    'It was changed meanwhile; its title is now “{title}”. Save again to put yours in its place.',
});
