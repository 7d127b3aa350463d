/* To, co wspólne formularzom, które ustawiają jedną rzecz w rezerwacji. */
import type { oneChange as english } from '../../en/bookings/one_change';
import type { Same } from '../../message';

export const oneChange: Same<typeof english> = {
  'oneChange.save': 'Ustaw',
  'oneChange.changedMeanwhile':
    'Ktoś w międzyczasie zmienił rezerwację. Zobacz, jaka jest teraz, i ustaw jeszcze raz.',
};
