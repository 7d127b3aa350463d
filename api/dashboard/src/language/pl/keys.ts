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
};
