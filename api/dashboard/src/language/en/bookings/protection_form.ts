/* The form in which that is set. */
import { english } from '../../english';

export const protectionForm = english({
  'protection.hint': 'What Dibs does while the booking runs. It applies to everybody else.',
});
