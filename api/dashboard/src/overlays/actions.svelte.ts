/* The palette's actions: on one's own bookings, the page and the account; for admins also on the
   fleet. */
import type { Booking } from '../data/bookings/booking';
import { clock } from '../data/clock.svelte';
import { cancel, change } from '../data/commands';
import { bookings } from '../data/live/bookings.svelte';
import { fleet } from '../data/live/fleet.svelte';
import type { Result } from '../data/problem';
import { session } from '../data/session.svelte';
import { undoStack } from '../data/undo.svelte';
import { problemText } from '../language/problem';
import { languages, t, type Language } from '../language/t.svelte';
import { compactGpus } from '../lib/format';
import { hourMs, zones } from '../lib/zone';
import { overlays } from '../page/overlays.svelte';
import { preferences, themes } from '../page/preferences.svelte';
import { navigate } from '../page/router.svelte';
import { undoLast } from '../page/undo';
import { moment } from '../parts/texts/near_words';
import { places } from '../screens/screens';
import { changedText, doneText } from '../parts/texts/done_text';
import type { Entry } from './entries';

async function say(doing: Promise<Result<unknown>>): Promise<void> {
  const result = await doing;
  if (!result.ok) undoStack.failed(problemText(result.problem, preferences.reader));
}

// Further search words for screens, in both languages.
const also: Partial<Record<string, string>> = {
  '/system': 'rules reguły',
  '/access': 'groups grants grupy uprawnienia',
};

function screens(): Entry[] {
  const to = (path: string, name: string, words: string, keys?: string): Entry => ({
    id: path,
    kind: 'screen',
    name,
    also: `${t('palette.goTo', { screen: name })} ${words}`,
    first: true,
    ...(keys === undefined ? {} : { aside: () => ({ text: '', keys }) }),
    run: () => navigate(path),
  });
  return [
    ...places.map((place) =>
      to(place.path, t(place.title), also[place.path] ?? place.path, `g ${place.key}`),
    ),
    to('/me', t('nav.me'), 'settings preferences zone password token'),
  ];
}

// Actions on one's own booking: a running one is extended or released, an upcoming one is
// cancelled.
function ofBooking(booking: Booking): Entry[] {
  const title = booking.title || t('common.untitled');
  const detail = compactGpus(booking.gpus.map((id) => fleet.gpuName(id)));
  const one = (verb: string, name: string, run: () => Promise<void>, cli: string): Entry => ({
    id: `${verb} ${booking.id}`,
    kind: 'do',
    name,
    detail,
    mine: true,
    first: booking.from <= clock.now,
    cli,
    run,
  });
  const longer = { until: booking.until + 2 * hourMs };
  const extend = one(
    'extend',
    t('palette.extend', { title }),
    () => say(change(booking, longer, changedText(booking, longer, clock.ms()))),
    `dibs extend ${booking.id} --by 2h`,
  );
  const running = booking.from <= clock.now;
  const end = running
    ? {
        ...one(
          'release',
          t('palette.release', { title }),
          () => say(cancel(booking, doneText('released', booking))),
          `dibs cancel ${booking.id}`,
        ),
        sure: t('palette.sure', { gpus: detail }),
      }
    : one(
        'cancel',
        t('palette.cancel', { title }),
        () => say(cancel(booking, doneText('cancelled', booking))),
        `dibs cancel ${booking.id}`,
      );
  return [
    {
      ...extend,
      aside: () => ({ text: t('home.until', { time: moment(booking.until, clock.now) }) }),
    },
    end,
  ];
}

async function copyAddress(): Promise<void> {
  await navigator.clipboard?.writeText(location.href);
  undoStack.done(t('palette.copied', { command: location.href }));
}

function general(): Entry[] {
  const act = (id: string, name: string, run: Entry['run'], also = '', keys?: string): Entry => ({
    id,
    kind: 'do',
    name,
    also,
    run,
    ...(keys === undefined ? {} : { aside: () => ({ text: '', keys }) }),
  });
  const called = new Intl.DisplayNames(preferences.language, { type: 'language' }); // "Polski" is found as Polish, too
  const admin = (entry: Entry): Entry => ({
    ...entry,
    aside: () => ({ text: t('palette.admin') }),
  });
  return [
    {
      ...act(
        'book',
        t('palette.reserveSome'),
        () => overlays.openPalette(`${t('palette.verb')} `),
        'reserve find offer',
      ),
      first: true,
    },
    ...(session.isAdmin
      ? [
          admin(
            act(
              'add-person',
              t('palette.addPerson'),
              () => navigate('/me?new=person'),
              'new user account member invite',
            ),
          ),
          admin(
            act(
              'add-host',
              t('palette.addHost'),
              () => navigate('/system?new=host'),
              'new enroll server machine',
            ),
          ),
        ]
      : []),
    act('add-board', t('palette.addBoard'), () => navigate('/boards?new=board'), 'new panel wall'),
    act('copy-link', t('palette.copyLink'), copyAddress, 'calendar view share url address'),
    ...themes.map((theme) =>
      act(
        `theme-${theme}`,
        t('palette.theme', { name: t(`theme.${theme}`) }),
        () => void (preferences.theme = theme),
        'mode appearance',
      ),
    ),
    ...Object.entries(languages).map(([code, name]) =>
      act(
        `language-${code}`,
        t('palette.language', { name }),
        () => void (preferences.language = code as Language),
        `language ${called.of(code) ?? ''}`,
      ),
    ),
    act('help', t('palette.help'), () => void (overlays.help = true), 'keys help', '?'),
    act(
      'sign-out',
      t('palette.signOut'),
      async () => void (await session.signOut()),
      'log out logout',
    ),
  ];
}

let allZones: string[] | undefined; // the list is constant, and slow to make

function zoneEntries(): Entry[] {
  allZones ??= zones();
  return allZones.map((zone) => ({
    id: `zone-${zone}`,
    kind: 'zone',
    name: zone,
    also: `${zone.replaceAll('_', ' ')} ${t('palette.zone')}`,
    mine: zone === preferences.zone,
    run: () => void (preferences.zone = zone),
  }));
}

export function collectActions(): Entry[] {
  const last = undoStack.entries.at(-1);
  const undo: Entry[] = last
    ? [
        {
          id: 'undo',
          kind: 'do',
          name: t('palette.undo', { text: last.text }),
          first: true,
          mine: true,
          aside: () => ({ text: '', keys: 'Ctrl Z' }),
          run: () => undoLast(last),
        },
      ]
    : [];
  const own = bookings.ahead.filter((booking) => booking.owner === session.me?.id).slice(0, 20);
  return [...screens(), ...undo, ...own.flatMap(ofBooking), ...general(), ...zoneEntries()];
}
