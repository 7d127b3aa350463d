/* The entries of the palette that are not about free slots: places, hosts, bookings, choices. */
import { clock } from '../data/clock.svelte';
import { bookings } from '../data/live/bookings.svelte';
import { fleet } from '../data/live/fleet.svelte';
import { session } from '../data/session.svelte';
import { undoStack } from '../data/undo.svelte';
import { languages, t, type Language } from '../language/t.svelte';
import { rangeText } from '../lib/format';
import { overlays } from '../page/overlays.svelte';
import { preferences, themes } from '../page/preferences.svelte';
import { navigate } from '../page/router.svelte';
import { undoLast } from '../page/undo';
import { places } from '../screens/screens';
import type { Entry } from './entries';

export function collectEntries(): Entry[] {
  const entries: Entry[] = [];
  const last = undoStack.entries.at(-1);
  if (last) entries.push({ id: 'undo', text: t('palette.undo', { text: last.text }), hint: 'Ctrl Z', run: () => undoLast(last) });
  for (const place of places) {
    entries.push({ id: place.path, text: t('palette.goTo', { screen: t(place.title) }), also: place.path, hint: `g ${place.key}`, run: () => navigate(place.path) });
  }
  entries.push({ id: '/me', text: t('palette.goTo', { screen: t('nav.me') }), also: 'settings preferences zone', run: () => navigate('/me') });
  for (const host of fleet.hostList) {
    const models = [...new Set(fleet.gpusOf(host.id).map((gpu) => gpu.info.model ?? ''))].join(' ');
    entries.push({
      id: host.id, text: t('palette.host', { name: host.name }), also: models, cli: `dibs host show ${host.name}`,
      run: () => navigate(`/fleet/${encodeURIComponent(host.name)}`),
    });
  }
  const me = session.me;
  if (me) {
    for (const booking of bookings.ofPerson(me.id, clock.now).slice(0, 20)) {
      entries.push({
        id: booking.id, text: t('palette.booking', { title: booking.title || t('common.untitled') }), hint: rangeText(booking.from, booking.until, preferences.reader),
        cli: `dibs reservation show ${booking.id}`, run: () => navigate(`/reservations/${booking.id}`),
      });
    }
  }
  for (const theme of themes) {
    entries.push({ id: `theme-${theme}`, text: t('palette.theme', { name: t(`theme.${theme}`) }), also: 'mode appearance', run: () => void (preferences.theme = theme) });
  }
  for (const [code, name] of Object.entries(languages)) {
    entries.push({ id: `language-${code}`, text: t('palette.language', { name }), also: 'language język', run: () => void (preferences.language = code as Language) });
  }
  entries.push({ id: 'help', text: t('palette.help'), hint: '?', run: () => void (overlays.help = true) });
  entries.push({ id: 'sign-out', text: t('palette.signOut'), also: 'log out logout', run: async () => void (await session.signOut()) });
  return entries;
}
