/* The one list of screens: address, title, and the module, loaded when it is first opened. A new
   screen is one line here, and in `places` below if it is in the navigation. The shell shows them,
   the palette links to them. */
import type { Component } from 'svelte';
import type { Key } from '../language/t.svelte';
import { narrow } from '../page/narrow';
import { match, type Params } from './routes';

export interface Screen {
  path: string;
  title: Key;
  /** A component of ScreenProps, or of none. Called again when the runes that it reads change. */
  load: () => Promise<{ default: Component<never> }>;
  /** Without the shell: full screen (the wall). */
  bare?: boolean;
  /** For admins; others get a refusal. */
  admin?: boolean;
}

export const screens: readonly Screen[] = [
  { path: '/', title: 'nav.home', load: () => import('./home/Home.svelte') },
  {
    path: '/calendar',
    title: 'nav.calendar',
    load: () =>
      narrow.current ? import('./calendar/Phone.svelte') : import('./calendar/Calendar.svelte'),
  },
  { path: '/fleet', title: 'nav.fleet', load: () => import('./fleet/Fleet.svelte') },
  { path: '/fleet/:name', title: 'host.title', load: () => import('./host/Host.svelte') },
  {
    path: '/violations',
    title: 'nav.violations',
    load: () => import('./violations/Violations.svelte'),
  },
  {
    path: '/reservations/:id',
    title: 'reservation.title',
    load: () => import('./reservation/Reservation.svelte'),
  },
  { path: '/usage', title: 'nav.usage', load: () => import('./usage/Usage.svelte') },
  { path: '/usage/week/:week', title: 'nav.usage', load: () => import('./usage/week/Week.svelte') },
  { path: '/people/:id', title: 'person.title', load: () => import('./person/Person.svelte') },
  { path: '/history', title: 'nav.history', load: () => import('./history/History.svelte') },
  { path: '/me', title: 'nav.me', load: () => import('./me/Me.svelte') },
  { path: '/device', title: 'device.title', load: () => import('./device/Device.svelte') },
  { path: '/access', title: 'nav.access', load: () => import('./access/Access.svelte') },
  { path: '/system', title: 'nav.system', load: () => import('./system/System.svelte') },
  { path: '/boards', title: 'boards.title', load: () => import('./boards/Boards.svelte') },
  { path: '/boards/:id', title: 'boards.title', load: () => import('./board/Board.svelte') },
  { path: '/wall/:id', title: 'wall.title', load: () => import('./wall/Wall.svelte'), bare: true },
];

export function screenAt(path: string): { screen: Screen; params: Params } | null {
  for (const screen of screens) {
    const params = match(screen.path, path);
    if (params) return { screen, params };
  }
  return null;
}

export interface Place {
  path: string;
  title: Key;
  icon:
    | 'home'
    | 'calendar'
    | 'fleet'
    | 'violations'
    | 'usage'
    | 'history'
    | 'boards'
    | 'access'
    | 'system';
  /** The second key after `g`. */
  key: string;
  /** In the bottom bar of a phone; the others are behind "More". */
  phone?: boolean;
  admin?: boolean;
}

/** The navigation, in its order. */
export const places: readonly Place[] = [
  { path: '/', title: 'nav.home', icon: 'home', key: 'h', phone: true },
  { path: '/calendar', title: 'nav.calendar', icon: 'calendar', key: 'c', phone: true },
  { path: '/fleet', title: 'nav.fleet', icon: 'fleet', key: 'f', phone: true },
  { path: '/violations', title: 'nav.violations', icon: 'violations', key: 'v', phone: true },
  { path: '/usage', title: 'nav.usage', icon: 'usage', key: 'u' },
  { path: '/history', title: 'nav.history', icon: 'history', key: 'y' },
  { path: '/boards', title: 'nav.boards', icon: 'boards', key: 'b' },
  { path: '/access', title: 'nav.access', icon: 'access', key: 'a' },
  { path: '/system', title: 'nav.system', icon: 'system', key: 's' },
];
