/* A board on a wall. */
export const wall = {
  'wall.title': 'Wall',
  'wall.live': 'live',
  'wall.last': 'data of {time}, {age} old',
  'wall.lost': '{since}, connecting again ({count})',
  'wall.offline': 'no network; data of {time}',
  'wall.page': 'page {page} of {pages}',
  'wall.empty': 'This board is empty.',
  'wall.gone': 'This board is not here',
  'wall.goneWhy': 'It was removed, is no longer shared, or the address is wrong.',
  'wall.problem': 'This board cannot be shown now',
  'wall.ended': 'This link no longer works',
  'wall.endedWhy': 'Its token was revoked or has expired. Open the board in Dibs, choose “Show on a wall”, and open the new link here.',
} as const;
