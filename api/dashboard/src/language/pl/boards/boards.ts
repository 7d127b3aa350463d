/* The list of boards. */
import type { boards as english } from '../../en/boards/boards';
import type { Same } from '../../message';

export const boards: Same<typeof english> = {
  'boards.new': 'Nowa tablica',
  'boards.mine': 'Moje',
  'boards.shared': 'Udostępnione przez innych',
  'boards.none':
    'Nie masz jeszcze tablicy. Tablica pokazuje na żywo, co wybierzesz: wykresy, liczby, rezerwacje, obok siebie; dla Ciebie, dla wszystkich albo na ekran na ścianie.',
  'boards.noneShared': 'Nikt inny nie udostępnia tablicy.',
  'boards.changed': 'zmieniona {time}',
  'boards.edit': 'Tytuł i udostępnianie',
  'boards.editOf': 'Tytuł i udostępnianie: {title}',
  'boards.remove': 'Usuń',
  'boards.removeOf': 'Usuń {title}',
  'boards.removed': 'Usunięto tablicę „{title}”',
  'boards.made': 'Utworzono tablicę „{title}”',
  'boards.editTitle': 'Tytuł i udostępnianie',
  'boards.start': 'Na początek',
  'boards.startUsual': 'rzut oka na całą flotę',
  'boards.startEmpty': 'pusta tablica',
  'boards.shareWhat': 'Widzi ją każdy zalogowany; zmieniasz ją Ty i administratorzy.',
  'boards.personalWhat': 'Widzisz ją Ty i administratorzy.',
  'boards.make': 'Utwórz',
  'boards.changedMeanwhile':
    'W międzyczasie ją zmieniono; jej tytuł to teraz „{title}”. Zapisz jeszcze raz, aby wstawić swoje.',
};
