/* Formularz, w którym się to ustawia. */
import type { protectionForm as english } from '../en/protection_form';
import type { Same } from '../message';

export const protectionForm: Same<typeof english> = {
  'protection.save': 'Ustaw',
  'protection.hint': 'Jak daleko się to posuwa wobec kogoś, kto liczy na tych GPU w czasie rezerwacji. Dotyczy każdego, kto tak robi.',
  'protection.changedMeanwhile': 'Ktoś w międzyczasie zmienił rezerwację. Zobacz, jaka jest teraz, i ustaw jeszcze raz.',
};
