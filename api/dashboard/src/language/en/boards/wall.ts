/* A board on a wall. */
import { english } from '../../english';

export const wall = english({
  'wall.live': 'live',
  'wall.last': 'data of {time}, {age} old',
  'wall.lost': '{since}, connecting again ({count})',
  'wall.offline': 'no network; data of {time}',
  'wall.page': 'page {page} of {pages}',
  'wall.empty': 'This board is empty.',
  'wall.gone': 'This board is not here',
  'wall.goneWhy': 'It was removed, is no longer shared, or the address is wrong.',
  'wall.problem': 'This board cannot be shown now',
});
