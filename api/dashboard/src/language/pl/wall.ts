/* A board on a wall. */
import type { Message } from '../message';
import type { wall as english } from '../en/wall';

export const wall: Record<keyof typeof english, Message> = {
  'wall.title': 'Ściana',
  'wall.live': 'na żywo',
  'wall.last': 'dane z {time}, sprzed {age}',
  'wall.lost': '{since}, łączenie ponowne ({count})',
  'wall.offline': 'brak sieci; dane z {time}',
  'wall.page': 'strona {page} z {pages}',
  'wall.empty': 'Ta tablica jest pusta.',
  'wall.gone': 'Tej tablicy tu nie ma',
  'wall.goneWhy': 'Usunięto ją, nie jest już udostępniana albo adres jest błędny.',
  'wall.problem': 'Teraz nie można pokazać tej tablicy',
  'wall.ended': 'Ten odnośnik już nie działa',
  'wall.endedWhy': 'Jego token unieważniono albo wygasł. Otwórz tablicę w Dibs, wybierz „Pokaż na ścianie” i otwórz tu nowy odnośnik.',
};
