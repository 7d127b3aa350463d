/* The known holders of GPUs in the past, for charts. The caller loads the bookings and violations
   of the window. */
import type { Booking } from '../../data/bookings/booking';
import { bookings } from '../../data/live/bookings.svelte';
import { fleet } from '../../data/live/fleet.svelte';
import { pastViolations } from '../../data/live/past_violations.svelte';
import { session } from '../../data/session.svelte';
import { t } from '../../language/t.svelte';
import { heldOf, type Said } from './booking_holds';
import type { Hold } from './holds';

export function holdsOfGpus(
  gpus: readonly string[],
  of: readonly Booking[] = bookings.all,
): ReadonlyMap<string, readonly Hold[]> {
  const said: Said = {
    isMine: (booking) => booking.owner === session.me?.id,
    you: t('common.you'),
    violation: (who) => t('chart.violation', { who }),
  };
  return heldOf(gpus, (gpu) => fleet.overlappingDevices(gpu), of, pastViolations.all, said);
}
