/* Rezerwacja, której nic nie używa. */
import type { idle as english } from '../../en/bookings/idle';
import type { Same } from '../../message';

export const idle: Same<typeof english> = {
  'idle.idle': 'Nic jej nie używa od: {time}.',
  'idle.noShow': 'Nic właściciela jeszcze tam nie działało od jej początku: {time}.',
  'idle.frees': 'Reszta zwolni się najwcześniej {time}, chyba że coś ruszy albo ją zatrzymasz.',
  'idle.noShowYours': 'Nic twojego jeszcze tam nie działało od jej początku: {time}.',
  'idle.untold': 'Nie udało się jeszcze powiadomić właściciela, e-mailem ani w terminalu.',
  'idle.untoldYours': 'Nie udało się jeszcze cię powiadomić, e-mailem ani w terminalu.',
  'idle.notBefore': 'Wcześniej nic się nie zwolni.',
  'idle.keep': {
    one: 'Zatrzymaj na {count} godzinę',
    few: 'Zatrzymaj na {count} godziny',
    many: 'Zatrzymaj na {count} godzin',
    other: 'Zatrzymaj na {count} godziny',
  },
  'idle.keptNow': 'Zatrzymana, używana czy nie',
  'idle.keptUntil': 'Zatrzymana do {time}, używana czy nie.',
};
