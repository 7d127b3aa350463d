/* Jak daleko sięgają kroki wobec intruzów w rezerwacji. */
import type { protection as english } from '../../en/bookings/protection';
import type { Same } from '../../message';

export const protection: Same<typeof english> = {
  'protection.title': 'Gdy ktoś inny używa tych GPU',
  'protection.onlyTried': '{what} (na razie tylko próba: zasady nikogo nie zatrzymują)',
  'protection.asSite': 'jak w zasadach ogólnych: {what}',
  'protection.done': 'Gdy ktoś inny używa tych GPU: {what}',
  'protection.change': 'Zmień',
  'protection.changeOf': 'Zmień: {what}',
};
