/* Whose business a violation is, and what they ask for who need another GPU. Pure. */
import type { Violation } from '../../data/types';

/** How it concerns who looks: they hold the slot, they run the process, or neither. */
export type Concern = 'onYours' | 'byYou' | 'theirs';

export function concernOf(violation: Violation, me: string | undefined): Concern {
  if (me !== undefined && violation.owner_id === me) return 'onYours';
  return me !== undefined && violation.person_id === me ? 'byYou' : 'theirs';
}

/** What is asked for by who runs where nobody has booked: those GPUs, while they are there. */
export const bookingOfIt = (violation: Violation): string => `${violation.gpu_name} 1h`;

/** What is asked for somebody who needs another GPU: as many of the model, for the rest of the time. */
export function wishFor(violation: Violation, model: string | undefined, until: number | undefined, now: number): string {
  const left = until === undefined ? 60 : Math.ceil((until - now) / 60_000);
  const length = left >= 60 ? `${Math.ceil(left / 60)}h` : `${Math.max(left, 15)}m`;
  const kind = model?.replace(/^(NVIDIA|AMD|Intel)\s+/i, '');
  return `${violation.gpus.length}${kind ? `x${kind}` : ' gpus'} ${length}`;
}
