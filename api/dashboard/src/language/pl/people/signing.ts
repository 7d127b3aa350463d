/* Logowanie. */
import type { signing as english } from '../../en/people/signing';
import type { Same } from '../../message';

export const signing: Same<typeof english> = {
  'signIn.title': 'Zaloguj się',
  'signIn.text': 'Nazwą, której używasz na hostach GPU.',
  'signIn.side': 'Kto ma które GPU i do kiedy',
  'signIn.sideText':
    'Zaznacz GPU i godziny, żeby je zarezerwować. Pod każdą rezerwacją widać, ile z niej użyto.',
  'signIn.name': 'Nazwa',
  'signIn.password': 'Hasło',
  'signIn.submit': 'Zaloguj',
  'signIn.code': 'Kod',
  'signIn.codeHint': 'Z generatora kodów albo zapasowy.',
  'signIn.codeWrong': 'Kod nie pasuje albo został już użyty. Poczekaj na następny.',
  'signIn.wrong': 'Nazwa lub hasło się nie zgadza.',
  'signIn.tooMany': 'Zbyt wiele prób. Poczekaj {count}\u00a0s.',
  'signIn.zone': 'Godziny w strefie {zone}.',
  'signIn.forgotten': 'Nie pamiętasz? Administrator może nadać nowe hasło.',
  'signIn.notSetUp':
    'Nikt nie może się jeszcze zalogować: otwórz jednorazowy odnośnik, który serwer wypisał przy starcie.',
  'signIn.unreachable': 'Serwer nie odpowiada.',
};
