/* What an admin does for a person, on the list of people and on their page; their sessions. */
import type { account as english } from '../../en/people/account';
import type { Same } from '../../message';

export const account: Same<typeof english> = {
  'me.role': 'Rola',
  'me.role.user': 'Użytkownik',
  'me.role.admin': 'Administrator',
  'me.role.observer': 'Obserwator',
  'me.new': 'Nowe hasło',
  'me.unknownPlace': 'adres nieznany',
  'me.sessionTimes': 'od: {since}, do: {until}',
  'me.end': 'Zakończ',
  'me.endLabel': 'Zakończ sesję z {where}, od: {since}',
  'me.renew': 'Nowe hasło',
  'me.renewLabel': 'Nowe hasło: {name}',
  'me.renewText': 'Kończy sesje tej osoby. Przekaż jej hasło; może je sama zmienić.',
  'me.renewed': '{name} ma nowe hasło',
  'me.signOut': 'Wyloguj',
  'me.signOutLabel': 'Wyloguj: {name}',
  'me.signOutText':
    'Kończy wszystkie sesje tej osoby. Może zalogować się ponownie; tokeny działają dalej.',
  'me.signedOutPerson': 'Wylogowano: {name}',
};
