/* Formularz, w którym się to ustawia. */
import type { protectionForm as english } from '../../en/bookings/protection_form';
import type { Same } from '../../message';

export const protectionForm: Same<typeof english> = {
  'protection.hint': 'Co robi Dibs w czasie rezerwacji. Dotyczy wszystkich innych.',
};
