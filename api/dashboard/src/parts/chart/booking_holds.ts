/* The holders of GPUs over a time, as segments of their lines in a chart, with violations on top.
   Pure. */
import { isOff, type Booking } from '../../data/bookings/booking';
import type { Violation } from '../../data/types';
import { intruderOf, timeOf } from '../../data/rules/violation_groups';
import { inOrder, type Hold } from './holds';

export interface Said {
  isMine: (booking: Booking) => boolean;
  you: string;
  /** "dana, against the rules" */
  violation: (who: string) => string;
}

/** `sharing`: the parent GPU or its slices; the holder of one of them holds it. */
export function heldOf(
  gpus: readonly string[],
  sharing: (gpu: string) => readonly string[],
  bookings: readonly Booking[],
  violations: readonly Violation[],
  said: Said,
): ReadonlyMap<string, readonly Hold[]> {
  const holds = new Map<string, Hold[]>(gpus.map((gpu) => [gpu, []]));
  const concerned = new Map<string, string[]>();
  for (const gpu of gpus)
    for (const one of [gpu, ...sharing(gpu)])
      concerned.set(one, [...(concerned.get(one) ?? []), gpu]);
  for (const booking of bookings) {
    if (isOff(booking)) continue;
    for (const one of booking.gpus) {
      for (const gpu of concerned.get(one) ?? []) {
        const mine = said.isMine(booking);
        holds.get(gpu)?.push({
          from: booking.from,
          until: booking.until,
          tone: mine ? 'mine' : 'other',
          name: mine ? said.you : booking.ownerName,
        });
      }
    }
  }
  for (const violation of violations) {
    if (violation.excused) continue;
    const name = said.violation(intruderOf(violation));
    for (const gpu of violation.gpus)
      holds.get(gpu)?.push({ ...timeOf(violation), tone: 'bad', name });
  }
  return new Map([...holds].map(([gpu, all]) => [gpu, inOrder(all)]));
}
