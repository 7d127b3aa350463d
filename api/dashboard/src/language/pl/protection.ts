/* Jak daleko sięgają kroki wobec intruzów w rezerwacji. */
import type { protection as english } from '../en/protection';
import type { Same } from '../message';

export const protection: Same<typeof english> = {
  'protection.title': 'Wobec intruzów',
  'protection.onlyTried': '{what} (na razie tylko próba: zasady nikogo nie zatrzymują)',
  'protection.asSite': 'jak w zasadach ogólnych: {what}',
  'protection.done': 'Wobec intruzów w rezerwacji: {what}',
  'protection.change': 'Zmień',
  'protection.changeOf': 'Zmień: {what}',
};
