/* Lengths of time in forms. */
import { english } from '../../english';

export const fields = english({
  'fields.unitOf': '{label}: unit',
  'fields.unit.minutes': 'minutes',
  'fields.unit.hours': 'hours',
  'fields.unit.days': 'days',
});
