/* The current use of a running booking, in words. */
import type { Booking } from '../../data/bookings/booking';
import { fleet } from '../../data/live/fleet.svelte';
import { processes } from '../../data/live/processes.svelte';
import { violations } from '../../data/live/violations.svelte';
import '../../language/en/bookings/use';
import { t } from '../../language/t.svelte';
import { percentText } from '../../lib/format';
import { usedNow, type UsedNow } from './used_now';

/** Needs a watcher of `processes`: without them the users are unknown. */
export function usedNowOf(
  booking: Booking,
  gpus: readonly string[] = booking.gpus,
): UsedNow | undefined {
  return usedNow(
    booking,
    gpus.map((id) => {
      const gpu = fleet.gpus.get(id);
      if (!gpu?.seen) return { used: undefined, processes: undefined }; // the last values are not current
      const seen = gpu.info.processes_known && processes.ready;
      return { used: gpu.now.utilization_percent, processes: seen ? processes.on(id) : undefined };
    }),
  );
}

/** "47 % used now"; where others use part of it: "used now: 12 % by you, 35 % by bartek
    (violation)". */
export function usedNowText(booking: Booking, mine: boolean): string {
  const used = usedNowOf(booking);
  if (used === undefined) return t('use.nowUnknown');
  const [holder, others, unclear] = [used.holder, used.others, used.unclear].map(Math.round) as [
    number,
    number,
    number,
  ];
  if (others === 0 && unclear === 0) return t('home.used', { percent: percentText(holder) });
  const violated = violations.alarms.some((one) => one.reservation_id === booking.id);
  // Where the users are unknown, the holder's share is not shown as 0.
  const parts =
    holder === 0 && unclear > 0
      ? []
      : [
          mine
            ? t('use.byYou', { percent: percentText(holder) })
            : t('use.by', { percent: percentText(holder), who: booking.ownerName }),
        ];
  const who = used.names.length > 2 ? t('use.others') : used.names.join(', ');
  if (others > 0)
    parts.push(t(violated ? 'use.byInViolation' : 'use.by', { percent: percentText(others), who }));
  if (unclear > 0) parts.push(t('use.byUnclear', { percent: percentText(unclear) }));
  return t('use.nowBy', { parts: parts.join(', ') });
}
