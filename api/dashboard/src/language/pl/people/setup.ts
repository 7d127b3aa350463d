/* The first run. */
import type { setup as english } from '../../en/people/setup';
import type { Same } from '../../message';

export const setup: Same<typeof english> = {
  'setup.title': 'Zostań administratorem',
  'setup.text': 'Ten odnośnik działa raz. Inne osoby dodasz później.',
  'setup.name': 'Twoja nazwa',
  'setup.nameHint': 'Tę nazwę widzą inni.',
  'setup.unix': 'Twoje konto na hostach z GPU',
  'setup.unixHint': 'Nazwa uniksowa: nią się logujesz i po niej rozpoznamy Twoje procesy.',
  'setup.password': 'Hasło',
  'setup.submit': 'Zacznij używać Dibs',
  'setup.done': 'Ten Dibs jest już skonfigurowany.',
  'setup.signIn': 'Zaloguj się',
  'setup.noToken':
    'Tu potrzebny jest jednorazowy odnośnik. Jest w ostatnim wierszu, który serwer wypisał przy starcie: „Dibs is ready: …”. Ponowne uruchomienie wypisze nowy.',
  'setup.side1': 'Zarezerwuj GPU z wyprzedzeniem',
  'setup.side1text': 'Narysuj prostokąt nad GPU i godzinami. To jedna rezerwacja.',
  'setup.side2': 'Zobacz, kto ich używa',
  'setup.side2text': 'Każde GPU co sekundę, każdy proces z właścicielem.',
  'setup.side3': 'Wiedz, co się działo',
  'setup.side3text': 'Nic nie jest nadpisywane: kto co zajmował i kto to zmienił.',
};
