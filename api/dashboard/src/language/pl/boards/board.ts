/* One board. */
import type { board as english } from '../../en/boards/board';
import type { Same } from '../../message';

export const board: Same<typeof english> = {
  'board.fullScreen': 'Widok ścienny',
  'board.edit': 'Edytuj',
  'board.sharedMine': 'Udostępniona: widzą ją wszyscy',
  'board.sharedBy': 'Udostępnia {owner}',
  'board.personal': 'Osobista',
  'board.personalOf': 'Tablica osobista: {owner}',
  'board.empty': 'Na tej tablicy nie ma paneli.',
};
