/* Messages that a person may send to another, in the reader's language: Dibs itself sends none. */
import { stateAt, type Booking } from '../../data/bookings/booking';
import { bookings } from '../../data/live/bookings.svelte';
import { session } from '../../data/session.svelte';
import type { Violation } from '../../data/types';
import { intruderOf } from '../../data/rules/violation_groups';
import '../../language/en/bookings/help';
import { rangeText } from '../../language/moment';
import { t } from '../../language/t.svelte';
import { href } from '../../lib/base_path';
import { preferences } from '../../page/preferences.svelte';
import { names } from '../texts/names';
import { moment } from '../texts/near_words';
import { runningIn, runningSince } from '../texts/violation_words';

/** When the booking ends; undefined once it is over, or without a booking. */
export function heldUntil(violation: Violation, now: number): number | undefined {
  const booking =
    violation.reservation_id === undefined ? undefined : bookings.get(violation.reservation_id);
  return booking && booking.until > now ? booking.until : undefined;
}

/** To the person who runs there: the processes, the GPU's holder and end time, and the sender. */
export function violationMessage(violation: Violation, now: number): string {
  const begin = t('help.message', {
    who: intruderOf(violation),
    what: runningIn(violation),
    gpu: violation.gpu_name,
    since: moment(runningSince(violation), now),
  });
  const link = `${location.origin}${href(`/violations?violation=${violation.id}`)}`;
  return `${begin} ${whyNot(violation, now)} ${t('help.messageStop', { link, me: session.me?.name ?? '' })}`;
}

function whyNot(violation: Violation, now: number): string {
  if (violation.owner_name === undefined) return t('help.messageUnbooked');
  const held = heldUntil(violation, now);
  const values = {
    owner: violation.owner_name,
    count: violation.gpus.length,
    until: held === undefined ? '' : t('help.until', { time: moment(held, now) }),
  };
  return t(
    violation.owner_id === session.me?.id ? 'help.messageMine' : 'help.messageTheirs',
    values,
  );
}

/** To the holder of a booking: asks whether they can give it up. */
export function askMessage(booking: Booking, now: number): string {
  const called = booking.title === '' ? '' : ` (${booking.title})`;
  const values = {
    who: booking.ownerName,
    gpus: names.gpus(booking.gpus),
    when: rangeText(booking.from, booking.until, preferences.reader),
    called,
  };
  const begin = t(stateAt(booking, now) === 'running' ? 'help.askRunning' : 'help.askAhead', {
    ...values,
    until: moment(booking.until, now),
  });
  return `${begin} ${t('help.ask', { link: `${location.origin}${href(`/reservations/${booking.id}`)}`, me: session.me?.name ?? '', count: booking.gpus.length })}`;
}
