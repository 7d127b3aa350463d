/* Who used a booking, wherever it is shown. */
import type { use as english } from '../../en/bookings/use';
import type { Same } from '../../message';

export const use: Same<typeof english> = {
  'use.nowBy': 'Teraz używa: {parts}',
  'use.nowUnknown': 'Bieżące użycie: brak danych',
  'use.by': '{percent} {who}',
  'use.byYou': '{percent} ty',
  'use.byInViolation': '{percent} {who} (naruszenie)',
  'use.byUnclear': '{percent} nieznany użytkownik',
  'use.others': 'inni',
  'use.part.holder': 'użyte przez zajmującego',
  'use.part.others': 'przez innych',
  'use.part.violation': 'przez innych, naruszenie',
  'use.part.idle': 'bezczynne',
  'use.part.unknown': 'nieznane',
  'use.part.free': 'bez rezerwacji',
  'use.said.you': 'użyte przez Ciebie {percent}',
  'use.said.holder': 'użyte przez {who} {percent}',
  'use.said.others': 'przez innych {percent}',
  'use.said.violation': 'przez innych {percent} (naruszenie)',
  'use.said.idle': 'bezczynne {percent}',
  'use.said.unknown': 'nieznane {percent}',
};
