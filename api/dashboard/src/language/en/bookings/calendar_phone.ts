/* The calendar of a phone. */
import { english } from '../../english';

export const calendarPhone = english({
  'calendar.agenda': 'Calendar',
  'calendar.agendaNone': {
    one: 'Nothing is booked in the next {count} day.',
    other: 'Nothing is booked in the next {count} days.',
  },
  'calendar.moreDays': 'More days',
  'calendar.everyone': 'Everyone',
  'calendar.mine': 'Mine',
  'calendar.findSlot': 'Find a slot',
  'calendar.anyModel': 'Any model',
  'calendar.notBefore': 'Not before (now if empty)',
  'calendar.sameHost': 'All on one host',
  'calendar.looking': 'Looking…',
  'calendar.offers': {
    one: '{count} offer, soonest first',
    other: '{count} offers, soonest first',
  },
  'calendar.noOffers': 'Nothing fits in the next 14 days. Fewer GPUs or a shorter time may.',
});
