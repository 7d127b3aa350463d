/* The list of keys. */
import type { keys as english } from '../en/keys';
import type { Same } from '../message';

export const keys: Same<typeof english> = {
  'keys.title': 'Klawiatura',
  'keys.palette': 'Zarezerwuj, znajdź, przejdź',
  'keys.find': 'Znajdź wolny termin',
  'keys.undo': 'Cofnij ostatnią zmianę',
  'keys.help': 'Ta lista',
  'keys.reference': 'Dla programów: opis API',
  'keys.go': 'Przejdź: {screen}',
  'keys.close': 'Zamknij to, co otwarte',
  'keys.then': 'potem',
  'keys.screen': 'Na tym ekranie',

  'calendar.key.move': 'Przesuń kursor',
  'calendar.key.mark': 'Zaznacz GPU i godziny',
  'calendar.key.enter': 'Zarezerwuj zaznaczone, otwórz rezerwację, zwiń host',
  'calendar.key.jump': 'Do poprzedniej, następnej rezerwacji',
  'calendar.key.carry': 'Przenieś rezerwację strzałkami; Enter ją odkłada',
  'calendar.key.copy': 'Skopiuj rezerwację tak samo',
  'calendar.key.edit': 'Edytuj',
  'calendar.key.cancel': 'Odwołaj rezerwację',
  'calendar.key.zoom': 'Bliżej, dalej',
  'calendar.key.now': 'Wróć do teraz',
  'calendar.key.filter': 'Filtr',
  'calendar.key.table': 'Widok tabeli',
  'board.key.move': 'Przesuń panel',
  'board.key.resize': 'Zmień rozmiar panelu',
  'board.key.form': 'Edytuj panel',
  'fleet.key.filter': 'Filtruj według hosta',
  'fleet.key.sort': 'Sortuj ponownie',
  'fleet.key.next': 'Od hosta do następnego',
};
