/* The calendar of a phone. */
import { english } from '../english';

export const calendarPhone = english({
  'calendar.agenda': 'Calendar',
  'calendar.agendaNone': { one: 'Nothing is booked in the next {count} day.', other: 'Nothing is booked in the next {count} days.' },
  'calendar.moreDays': 'More days',
  'calendar.everyone': 'Everyone',
  'calendar.mine': 'Mine',
  'calendar.findSlot': 'Find a slot',
});
