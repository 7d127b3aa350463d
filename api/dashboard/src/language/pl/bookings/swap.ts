/* GPU rezerwacji, których nie da się używać, i inne na ich miejsce. */
import type { swap as english } from '../../en/bookings/swap';
import type { Same } from '../../message';

export const swap: Same<typeof english> = {
  'swap.unhealthy': '{gpu} nie działa prawidłowo',
  'swap.lost': '{gpu} jest utracone',
  'swap.driver': 'Sterownik GPU {gpu} nie działa',
  'swap.swap': {
    one: 'Wymień na takie samo',
    few: 'Wymień na takie same',
    other: 'Wymień na takie same',
  },
  'swap.done': 'Wymieniono: {swaps}',
  'swap.noneLike': 'Do końca rezerwacji nie ma wolnych takich jak: {gpus}',
  'swap.nothing': 'Wszystkich jej GPU można znowu używać',
};
