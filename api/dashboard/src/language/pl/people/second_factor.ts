/* Włączanie i wyłączanie drugiego składnika. */
import type { secondFactor as english } from '../../en/people/second_factor';
import type { Same } from '../../message';

export const secondFactor: Same<typeof english> = {
  'factor.turnOn': 'Włącz drugi składnik',
  'factor.what':
    'Potrzebny jest generator kodów: aplikacja w telefonie albo menedżer haseł, który pokazuje kody z sześciu cyfr.',
  'factor.password': 'Obecne hasło',
  'factor.passwordWrong': 'To nie jest Twoje obecne hasło.',
  'factor.next': 'Dalej',
  'factor.scan':
    'Zeskanuj ten kod w generatorze albo przepisz do niego sekret. Potem wpisz kod, który pokazuje.',
  'factor.qr': 'Kod QR dla generatora; zawiera sekret podany niżej',
  'factor.secret': 'Sekret',
  'factor.code': 'Kod z generatora',
  'factor.codeWrong':
    'Ten kod nie pasuje. Wpisz ten, który widać teraz; czy zegar telefonu jest dobrze ustawiony?',
  'factor.confirm': 'Włącz',
  'factor.isOn': 'Włączono',
  'factor.recovery': 'Kody zapasowe',
  'factor.recoveryText':
    'Bez generatora każdy z nich pozwala zalogować się raz. Skopiuj je teraz: widać je tylko ten jeden raz.',
  'factor.kept': 'Zapisane',
  'factor.turnOff': 'Wyłącz',
  'factor.turnOffTitle': 'Wyłączyć drugi składnik?',
  'factor.turnOffText':
    'Do logowania wystarczy wtedy samo hasło. Generator i kody zapasowe nic już nie otworzą.',
  'factor.turnedOff': 'Wyłączono drugi składnik',
};
