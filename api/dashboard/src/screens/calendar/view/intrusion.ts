/* Somebody who runs in a booking that is not theirs, in a sentence: of what nobody sees any more only until when it was seen. */
import { unseenNow } from '../../../data/live/unseen';
import { intruderOf, type ViolationGroup } from '../../../data/violation_groups';
import '../../../language/en/calendar_late';
import { t } from '../../../language/t.svelte';
import { whenText } from './words';

export function intrusionText(violation: ViolationGroup, now: number): string {
  const said = { who: intruderOf(violation), gpu: violation.gpu_name, time: whenText(Date.parse(violation.opened_at), now) };
  const seen = unseenNow(violation);
  return seen === undefined ? t('calendar.intruder', said) : t('calendar.intruderSeen', { ...said, seen: whenText(Date.parse(seen), now) });
}
