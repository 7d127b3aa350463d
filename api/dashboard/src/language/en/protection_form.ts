/* The form in which that is set. */
import { english } from '../english';

export const protectionForm = english({
  'protection.hint': 'How far it goes against who runs on these GPUs while they are booked. It holds for everybody who does.',
});
