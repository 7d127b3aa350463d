/* Formularz, w którym się to ustawia. */
import type { protectionForm as english } from '../en/protection_form';
import type { Same } from '../message';

export const protectionForm: Same<typeof english> = {
  'protection.hint': 'Jak daleko się to posuwa wobec kogoś, kto liczy na tych GPU w czasie rezerwacji. Dotyczy każdego, kto tak robi.',
};
