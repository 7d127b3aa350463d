/* The form in which that is set. */
import { english } from '../english';

export const protectionForm = english({
  'protection.save': 'Set',
  'protection.hint': 'How far it goes against who runs on these GPUs while they are booked. It holds for everybody who does.',
  'protection.changedMeanwhile': 'Somebody changed the booking meanwhile. Look at it as it is now, and set it again.',
});
