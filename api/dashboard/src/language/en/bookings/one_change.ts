/* What the forms of a booking have in common that set one thing of it. */
import { english } from '../../english';

export const oneChange = english({
  'oneChange.save': 'Set',
  'oneChange.changedMeanwhile':
    'Somebody else changed the booking. Check how it is now, and set it again.',
});
