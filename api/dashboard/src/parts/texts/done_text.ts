/* The text of a toast after a change of a booking: the change, and the owner. */
import type { Booking } from '../../data/bookings/booking';
import type { BookingChange } from '../../data/commands';
import { session } from '../../data/session.svelte';
import { rangeText, spanText } from '../../language/moment';
import { t } from '../../language/t.svelte';
import { preferences } from '../../page/preferences.svelte';
import { moment } from './near_words';
import { names } from './names';

type Thing = Pick<Booking, 'owner' | 'ownerName' | 'title'>;

/** "your booking “llama-ft”", "bartek’s booking". */
export function whose({ owner, ownerName, title }: Thing): string {
  const key = owner === session.me?.id ? 'done.yours' : 'done.theirs';
  const base = t(key, { who: ownerName });
  return title === '' ? base : t('done.called', { what: base, title });
}

export function doneText(what: 'cancelled' | 'released' | 'reinstated', booking: Booking): string {
  return t(`done.${what}`, {
    whose: whose(booking),
    gpus: names.gpus(booking.gpus),
    when: rangeText(booking.from, booking.until, preferences.reader),
  });
}

/** For a change: the one difference, or the new GPUs and time. */
export function changedText(before: Booking, wanted: BookingChange, now: number): string {
  const after = {
    gpus: wanted.gpus ?? before.gpus,
    from: wanted.from ?? before.from,
    until: wanted.until ?? before.until,
    title: wanted.title ?? before.title,
  };
  const of = whose(before);
  const elsewhere = [...after.gpus].sort().join() !== [...before.gpus].sort().join();
  const longer = after.until - before.until;
  if (!elsewhere && after.from === before.from) {
    if (longer !== 0)
      return t(longer > 0 ? 'done.extended' : 'done.shortened', {
        whose: of,
        length: spanText(Math.abs(longer)),
        until: moment(after.until, now),
      });
    if (after.title !== before.title)
      return t('done.named', {
        whose: whose({ ...before, title: '' }),
        title: after.title || t('common.untitled'),
      });
  }
  return t('done.moved', {
    whose: of,
    gpus: names.gpus(after.gpus),
    when: rangeText(after.from, after.until, preferences.reader),
  });
}
