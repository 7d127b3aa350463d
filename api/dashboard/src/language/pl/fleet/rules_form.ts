/* The form of the rules. */
import type { rulesForm as english } from '../../en/fleet/rules_form';
import type { Same } from '../../message';

export const rulesForm: Same<typeof english> = {
  'system.setRules': 'Ustaw',
  'system.rulesChanged': 'Zmieniono zasady',
  'system.rulesText':
    'Obowiązują wszystkich od chwili ustawienia. Rezerwacje, które już są, pozostają bez zmian.',
  'system.changeEnforcement': 'Zmień, co się robi z naruszeniami',
  'system.enforcementText':
    'Kroki następują jeden po drugim, dopóki trwa naruszenie, wspólnie dla wszystkiego, co uruchamia tam dane konto, i tak daleko, jak sięga ochrona rezerwacji.',
  'system.usual': 'domyślnie',
  'system.asUsual': 'domyślnie w Dibs',
  'system.usualOf': '{label}: domyślnie w Dibs',
  'system.step': 'Krok {number}: co się robi',
  'system.stepAfter': 'Krok {number}: po jakim czasie',
  'system.removeStep': 'Usuń krok {number}',
  'system.addStep': 'Dodaj krok',
  'system.noSteps': 'Nic się nie robi.',
  'system.stepUnit.seconds': 'sekundy',
  'system.stepUnit.minutes': 'minuty',
  'system.stepUnit.hours': 'godziny',
  'system.stepUnit.days': 'dni',
  'system.stepsHint':
    'Przed zatrzymaniem procesów ich właściciele dostają wiadomość: w terminalach albo e-mail, co najmniej 60 sekund wcześniej.',
  'system.stepsNoMail':
    'Stąd nie wysyła się e-maili: są pomijane i nikogo nie powiadamiają. Przed zatrzymaniem niech przyjdzie wiadomość w terminalu.',
  'system.stopsNobody':
    'Żadna rezerwacja nie dochodzi do zatrzymania: ustaw ochronę wszystkich, albo to, czego rezerwacja może chcieć, na „wiadomości, e-maile, potem zatrzymanie”.',
  'system.steps.untold':
    'Jeden z kroków zatrzymuje procesy, o których nikogo nie powiadomiono co najmniej 60 sekund wcześniej, w terminalach albo e-mailem.',
  'system.steps.when': 'Podaj dla każdego kroku, po jakim czasie następuje: od 0 sekund do 7 dni.',
  'system.steps.tooMany': 'Kroków może być najwyżej 12.',
  'system.ignoredHint':
    'W każdej linii konto/program: root/Xorg, gdm/*, root/nvidia-*. Znak * stoi tylko na końcu.',
  'system.ignoredWrong': 'To nie jest konto/program: {line}',
  'system.ignoredMany': 'Linii może być najwyżej 64.',
};
