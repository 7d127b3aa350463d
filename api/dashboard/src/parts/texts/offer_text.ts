/* An offer in words, for a row of the palette and for the message after booking it; and the reason
   when there is none. */
import type { SearchState, TimeChoice } from '../../data/bookings/offer_search.svelte';
import type { Booking } from '../../data/bookings/booking';
import { book } from '../../data/commands';
import { bookings } from '../../data/live/bookings.svelte';
import type { Result } from '../../data/problem';
import { session } from '../../data/session.svelte';
import type { Offer } from '../../data/types';
import '../../language/en/bookings/offers';
import { rangeText } from '../../language/moment';
import { problemText } from '../../language/problem';
import { reasonText } from '../../language/reason';
import { said, t } from '../../language/t.svelte';
import { withWarnings } from '../../language/warnings';
import { compactGpus } from '../../lib/format';
import { preferences } from '../../page/preferences.svelte';

export function offerWords(offer: Offer): { gpus: string; when: string } {
  return {
    gpus: compactGpus(offer.gpu_names),
    when: rangeText(Date.parse(offer.from), Date.parse(offer.until), preferences.reader),
  };
}

/** The times to choose from; empty where there is no choice. */
export function timeChoices(state: SearchState): { when: string; request: string }[] {
  const choices: TimeChoice[] =
    state.kind === 'which-time' || state.kind === 'offers' ? state.choices : [];
  return choices.map(({ from, until, request }) => ({
    when: rangeText(Date.parse(from), Date.parse(until), preferences.reader),
    request,
  }));
}

/** Why this offer, and its problem: GPUs that cannot be used now, or that are in use without a
    booking. */
export function offerAside(offer: Offer): { text: string; tone?: 'waste' } {
  const troubles = [
    ...new Set(
      (offer.warnings ?? []).map(
        (one) => `${one.gpu_name}: ${one.reason ? reasonText(one.reason) : one.state}`,
      ),
    ),
  ];
  const works =
    (offer.busy_gpu_names ?? []).length > 0
      ? [t('palette.worksThere', { gpus: compactGpus(offer.busy_gpu_names ?? []) })]
      : [];
  const wrong = [...troubles, ...works];
  return wrong.length > 0
    ? { text: wrong.join('; '), tone: 'waste' }
    : { text: said(offer.reason) };
}

/** The text above the offers: how a time was read, or that they differ from the request, and
    why. */
export function offersText(state: Extract<SearchState, { kind: 'offers' }>): string {
  const leftOut = leftOutText(state.leftOut);
  return leftOut === '' ? aboveText(state) : `${leftOut} ${aboveText(state)}`.trimEnd();
}

function leftOutText(gpus: readonly string[]): string {
  return gpus.length === 0 ? '' : t('palette.leftOut', { gpus: compactGpus([...gpus]) });
}

function aboveText(state: Extract<SearchState, { kind: 'offers' }>): string {
  if (state.instead !== undefined) return t('palette.instead', { why: state.instead });
  if (state.exact) return takenText(state);
  const { from, until, echo } = state.time;
  return t('palette.notFree', {
    when: from && until ? rangeText(Date.parse(from), Date.parse(until), preferences.reader) : echo,
  });
}

/** The chosen meaning of an ambiguous time. */
function takenText({ time }: Extract<SearchState, { kind: 'offers' }>): string {
  if (time.taken === undefined || !time.from || !time.until)
    return said(time.note ?? '', preferences.reader);
  return t('palette.takenAs', {
    when: rangeText(Date.parse(time.from), Date.parse(time.until), preferences.reader),
  });
}

/** A booking without a title takes the title of the person's last booking. */
export function usualTitle(): string {
  const me = session.me?.id;
  const own = bookings.all.filter((booking) => booking.owner === me && booking.title !== '');
  return own.sort((a, b) => (a.id < b.id ? 1 : -1))[0]?.title ?? '';
}

export async function bookOffer(offer: Offer, title: string): Promise<Result<Booking>> {
  const me = session.me;
  const words = offerWords(offer);
  const wanted = {
    gpus: offer.gpus,
    from: Date.parse(offer.from),
    until: Date.parse(offer.until),
    title: title || usualTitle(),
  };
  return book(wanted, { id: me?.id ?? '', name: me?.name ?? '' }, (made) =>
    withWarnings(t('palette.booked', words), made),
  );
}

/** The search's message when there is no slot to choose. */
export function searchText(state: Exclude<SearchState, { kind: 'idle' | 'offers' }>): string {
  switch (state.kind) {
    case 'asking':
      return t('palette.asking');
    case 'needs-gpus':
      return t('palette.needsGpus');
    case 'needs-time':
      return t('palette.needsTime');
    case 'past':
      return t('palette.past');
    case 'unreadable':
      return `${t('palette.unreadable', { text: state.text })} ${said(state.detail, preferences.reader)}`;
    case 'which-time':
      return t(`palette.time.${state.why}`, { text: state.text });
    case 'too-many':
      return t('palette.tooMany', { count: state.count });
    case 'none':
      return [t('palette.noSlot'), state.why, leftOutText(state.leftOut)]
        .filter((part) => part !== '')
        .join(' ');
    case 'problem':
      return problemText(state.problem, preferences.reader);
  }
}
