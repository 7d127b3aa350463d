/* Whom a violation concerns, and the request for another GPU. Pure. */
import type { Violation } from '../../data/types';

/** The viewer's part: they hold the booking, they run the process, or neither. */
export type Concern = 'onYours' | 'byYou' | 'theirs';

export function concernOf(violation: Violation, me: string | undefined): Concern {
  if (me !== undefined && violation.owner_id === me) return 'onYours';
  return me !== undefined && violation.person_id === me ? 'byYou' : 'theirs';
}

/** The booking request for a person who uses unbooked GPUs: those GPUs, while they exist. */
export const bookingOfIt = (violation: Violation): string => `${violation.gpu_name} 1h`;

/** The request for a replacement: as many GPUs of the model, for the rest of the time. */
export function replacementRequest(
  violation: Violation,
  model: string | undefined,
  until: number | undefined,
  now: number,
): string {
  const left = until === undefined ? 60 : Math.ceil((until - now) / 60_000);
  const length = left >= 60 ? `${Math.ceil(left / 60)}h` : `${Math.max(left, 15)}m`;
  const kind = model?.replace(/^(NVIDIA|AMD|Intel)\s+/i, '');
  return `${violation.gpus.length}${kind ? `x${kind}` : ' gpus'} ${length}`;
}
