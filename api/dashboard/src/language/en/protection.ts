/* How far the steps against intruders go for a booking. */
import { english } from '../english';

export const protection = english({
  'protection.title': 'Against intruders',
  'protection.asSite': 'as the site has it: {what}',
  'protection.done': 'Against intruders of the booking: {what}',
  'protection.change': 'Change',
  'protection.changeOf': 'Change: {what}',
});
