/* One violation in words, to whom it concerns. */
import { bookings } from '../../data/live/bookings.svelte';
import type { Violation } from '../../data/types';
import { momentText } from '../../language/moment';
import { t } from '../../language/t.svelte';
import { lengthText } from '../../lib/format';
import { preferences } from '../../page/preferences.svelte';
import type { Concern } from './lists';

/** The person, or the account of somebody who is not known here. */
export const intruder = (violation: Violation): string => violation.person_name ?? violation.unix_name;

export function sentence(violation: Violation, concern: Concern): string {
  const past = violation.state === 'closed';
  const who = intruder(violation);
  const gpu = violation.gpu_name;
  if (violation.owner_name === undefined) {
    const key = concern === 'byYou' ? 'violations.unbookedByYou' : 'violations.unbookedTheirs';
    return t(past ? `${key}Past` : key, { who, gpu });
  }
  return t(past ? `violations.${concern}Past` : `violations.${concern}`, { who, gpu, owner: violation.owner_name });
}

export const moment = (at: string | number, now: number): string => momentText(typeof at === 'number' ? at : Date.parse(at), now, preferences.reader);

/** Until when the slot is held; nothing once it is over. */
export function heldUntil(violation: Violation, now: number): string {
  const booking = violation.reservation_id === undefined ? undefined : bookings.get(violation.reservation_id);
  return booking && booking.until > now ? t('violations.heldUntil', { time: moment(booking.until, now) }) : '';
}

export function lasting(violation: Violation, now: number): string {
  const from = Date.parse(violation.opened_at);
  if (violation.closed_at === undefined) return t('violations.forSince', { length: lengthText(now - from), time: moment(from, now) });
  return t('violations.forFrom', { length: lengthText(Date.parse(violation.closed_at) - from), from: moment(from, now), until: moment(violation.closed_at, now) });
}
