/* The form of the rules. */
import { english } from '../english';

export const rulesForm = english({
  'system.setRules': 'Set',
  'system.rulesChanged': 'Rules changed',
  'system.rulesText': 'They hold for everybody, from the moment they are set. Bookings that are made already stay as they are.',
});
