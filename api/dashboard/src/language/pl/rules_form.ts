/* The form of the rules. */
import type { rulesForm as english } from '../en/rules_form';
import type { Same } from '../message';

export const rulesForm: Same<typeof english> = {
  'system.setRules': 'Ustaw',
  'system.rulesChanged': 'Zmieniono zasady',
  'system.rulesText': 'Obowiązują wszystkich od chwili ustawienia. Rezerwacje, które już są, pozostają bez zmian.',
};
