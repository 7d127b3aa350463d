/* Setting one's own password with a one-time link. */
import type { welcome as english } from '../../en/people/welcome';
import type { Same } from '../../message';

export const welcome: Same<typeof english> = {
  'welcome.title': 'Wybierz swoje hasło',
  'welcome.text': 'Ten odnośnik działa raz. Potem zaloguj się swoją nazwą i nowym hasłem.',
  'welcome.name': 'Logujesz się jako',
  'welcome.password': 'Twoje nowe hasło',
  'welcome.submit': 'Ustaw hasło',
  'welcome.noLink':
    'Tu potrzebny jest odnośnik od administratora. Otwórz go w całości: brakuje jego części.',
  'welcome.void':
    'Ten odnośnik nie działa (albo już nie działa). Jeśli hasło zostało już nim ustawione, zaloguj się; w przeciwnym razie poproś administratora o nowy.',
  'welcome.tooMany': 'Za dużo prób. Poczekaj {count} s.',
  'welcome.signIn': 'Zaloguj się',
};
