/* A GPU that two hosts report, at the host: with what shows that, where there is one. */
import type { clash as english } from '../../en/fleet/clash';
import type { Same } from '../../message';

export const clash: Same<typeof english> = {
  'clash.all': 'GPU, które zgłaszają dwa hosty',
  'clash.one':
    '{gpu} (UUID {uuid}) zgłasza też {claimant}, od {time}. Pozostaje na {host} razem z rezerwacjami, a to, co mówi o nim {claimant}, się nie liczy.',
  'clash.move': 'Przenieś na {claimant}',
  'clash.ask': 'Przenieść {gpu} na {claimant}?',
  'clash.why':
    'Słusznie, jeśli karta jest teraz w {claimant}. Jeśli {claimant} to kopia innego hosta albo zgłasza coś, czego nie ma, GPU należy do {host}.',
  'clash.noBookings': 'Żadna rezerwacja się nie przenosi.',
  'clash.bookings': {
    one: 'Przenosi się {count} rezerwacja:',
    few: 'Przenoszą się {count} rezerwacje:',
    other: 'Przenosi się {count} rezerwacji:',
  },
  'clash.moved': '{gpu} jest teraz na {claimant}',
};
