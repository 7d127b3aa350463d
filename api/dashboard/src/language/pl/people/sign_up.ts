/* Zakładanie konta kodem z hosta. */
import type { signUp as english } from '../../en/people/sign_up';
import type { Same } from '../../message';

export const signUp: Same<typeof english> = {
  'signUp.title': 'Załóż sobie konto',
  'signUp.text':
    'Masz konto na hoście z GPU. Dibs zostawi tam kod w Twoim pliku; wpisany tutaj pokazuje, że konto jest Twoje.',
  'signUp.notOffered': 'Konta zakłada tu administrator. Poproś go o nie.',
  'signUp.unix': 'Twoje konto na hostach z GPU',
  'signUp.host': 'Na którym hoście',
  'signUp.begin': 'Zostaw mi kod',
  'signUp.left':
    'Kod dla konta {account} trafia na {host}. Jest ważny do {time}. Odczytasz go tam tak:',
  'signUp.notThere': 'Nie ma takiego pliku?',
  'signUp.why':
    'Wtedy {host} nie wpuszcza jeszcze Dibs na konto {account} albo nie działa. Dopisz tam ten wiersz do ~/.ssh/authorized_keys i poproś o kod jeszcze raz.',
  'signUp.again': 'Zostaw kod jeszcze raz',
  'signUp.back': 'Inna nazwa albo inny host',
  'signUp.code': 'Kod',
  'signUp.name': 'Twoja nazwa, widoczna dla innych',
  'signUp.passwordHint': 'Co najmniej 12 znaków.',
  'signUp.submit': 'Załóż konto',
  'signUp.signIn': 'Masz konto? Zaloguj się',
};
