/* How far the steps against intruders go for a booking. */
import { english } from '../english';

export const protection = english({
  'protection.title': 'Against intruders',
  'protection.onlyTried': '{what} (only tried so far: the rules stop nobody)',
  'protection.asSite': 'site default: {what}',
  'protection.done': 'Against intruders of the booking: {what}',
  'protection.change': 'Change',
  'protection.changeOf': 'Change: {what}',
});
