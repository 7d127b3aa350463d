/* How far the steps against intruders go for a booking. */
import { english } from '../../english';

export const protection = english({
  'protection.title': 'If someone else uses these GPUs',
  'protection.onlyTried': '{what} (dry run for now: nothing is stopped)',
  'protection.asSite': 'site default: {what}',
  'protection.done': 'If someone else uses these GPUs: {what}',
  'protection.change': 'Change',
  'protection.changeOf': 'Change: {what}',
});
