/* GPUs of a booking that are of no use, and others in their place. */
import { english } from '../../english';

export const swap = english({
  'swap.unhealthy': '{gpu} is unhealthy',
  'swap.lost': '{gpu} is lost',
  'swap.driver': 'The GPU driver of {gpu} does not work',
  'swap.swap': { one: 'Swap it for one like it', other: 'Swap them for others like them' },
  'swap.done': 'Swapped: {swaps}',
  'swap.noneLike': 'Nothing like {gpus} is free until the end of the booking',
  'swap.nothing': 'All of its GPUs can be used again',
});
