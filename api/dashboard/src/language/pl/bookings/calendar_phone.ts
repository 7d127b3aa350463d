/* The calendar of a phone. */
import type { calendarPhone as english } from '../../en/bookings/calendar_phone';
import type { Same } from '../../message';

export const calendarPhone: Same<typeof english> = {
  'calendar.agenda': 'Kalendarz',
  'calendar.agendaNone': {
    one: 'Przez {count} dzień nic nie jest zarezerwowane.',
    few: 'Przez {count} dni nic nie jest zarezerwowane.',
    many: 'Przez {count} dni nic nie jest zarezerwowane.',
    other: 'Przez {count} dnia nic nie jest zarezerwowane.',
  },
  'calendar.moreDays': 'Więcej dni',
  'calendar.everyone': 'Wszyscy',
  'calendar.mine': 'Moje',
  'calendar.findSlot': 'Znajdź termin',
  'calendar.anyModel': 'Dowolny model',
  'calendar.notBefore': 'Nie wcześniej niż (puste: teraz)',
  'calendar.sameHost': 'Wszystkie na jednym hoście',
  'calendar.looking': 'Szukam…',
  'calendar.offers': {
    one: '{count} propozycja, najwcześniejsze pierwsze',
    few: '{count} propozycje, najwcześniejsze pierwsze',
    many: '{count} propozycji, najwcześniejsze pierwsze',
    other: '{count} propozycji, najwcześniejsze pierwsze',
  },
  'calendar.noOffers': 'W ciągu 14 dni nic nie pasuje. Może mniej GPU albo krócej.',
};
