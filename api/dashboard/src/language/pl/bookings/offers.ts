/* What is found for a wish: the field of Home, and the palette. */
import type { offers as english } from '../../en/bookings/offers';
import type { Same } from '../../message';

export const offers: Same<typeof english> = {
  'palette.example': 'Na przykład: 4xA100 8h, gpu03:0-3 jutro 9-17, flota',
  'palette.asking': 'Szukam wolnych terminów…',
  'palette.needsGpus': 'Które GPU? Napisz 4xA100 albo gpu03:0-3.',
  'palette.needsTime': 'Na jak długo? Dopisz 8h albo jutro 9-17.',
  'palette.notFree': 'To nie jest wolne {when}. Wolne zamiast tego:',
  'palette.tooMany': {
    one: 'Jest tylko {count} takie GPU.',
    few: 'Są tylko {count} takie GPU.',
    other: 'Takich GPU jest tylko {count}.',
  },
  'palette.noSlot': 'Nic takiego nie będzie wolne przez 14 dni.',
  'palette.unreadable': 'Nie rozumiem „{text}” jako czasu.',
  'palette.takenAs': 'Rozumiem: {when}.',
  'palette.orTime': 'Albo: {when}',
  'palette.booked': 'Zarezerwowano {gpus}, {when}',
  'palette.leftOut': 'Pominięto niesprawne: {gpus}.',
  'palette.instead': '{why} Wolne zamiast tego:',
  'palette.worksThere': 'właśnie w użyciu, bez rezerwacji: {gpus}',
  'palette.again': 'Naciśnij Enter jeszcze raz, aby zarezerwować to zamiast tamtego.',
  'palette.time.several': '„{text}” może znaczyć kilka terminów. Który?',
  'palette.time.passed': 'Ten czas już minął. Zamiast tego:',
  'palette.time.open': '„{text}” nie mówi, do kiedy. Który termin?',
  'palette.past': 'Ten czas już minął.',
};
