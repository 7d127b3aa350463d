/* Długości czasu w formularzach. */
import type { fields as english } from '../../en/fleet/fields';
import type { Same } from '../../message';

export const fields: Same<typeof english> = {
  'fields.unitOf': '{label}: jednostka',
  'fields.unit.minutes': 'minuty',
  'fields.unit.hours': 'godziny',
  'fields.unit.days': 'dni',
};
