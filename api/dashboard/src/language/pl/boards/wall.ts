/* A board on a wall. */
import type { wall as english } from '../../en/boards/wall';
import type { Same } from '../../message';

export const wall: Same<typeof english> = {
  'wall.live': 'na żywo',
  'wall.last': 'dane z {time}, sprzed {age}',
  'wall.lost': '{since}, łączenie ponowne ({count})',
  'wall.offline': 'brak sieci; dane z {time}',
  'wall.page': 'strona {page} z {pages}',
  'wall.empty': 'Ta tablica jest pusta.',
  'wall.gone': 'Tej tablicy tu nie ma',
  'wall.goneWhy': 'Usunięto ją, nie jest już udostępniana albo adres jest błędny.',
  'wall.problem': 'Teraz nie można pokazać tej tablicy',
};
