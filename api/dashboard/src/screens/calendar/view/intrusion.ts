/* A sentence about a person who runs in another person's booking; for an unobserved violation,
   until when it was observed. */
import { unseenNow } from '../../../data/live/unseen_violations';
import { intruderOf, type ViolationGroup } from '../../../data/rules/violation_groups';
import '../../../language/en/bookings/calendar_late';
import { t } from '../../../language/t.svelte';
import { runningSince } from '../../../parts/texts/violation_words';
import { whenText } from './words';

export function intrusionText(violation: ViolationGroup, now: number): string {
  const said = { who: intruderOf(violation), gpu: violation.gpu_name };
  const seen = unseenNow(violation);
  if (seen === undefined)
    return t('calendar.intruder', { ...said, time: whenText(runningSince(violation), now) });
  return t('calendar.intruderSeen', {
    ...said,
    time: whenText(Date.parse(violation.opened_at), now),
    seen: whenText(Date.parse(seen), now),
  });
}
