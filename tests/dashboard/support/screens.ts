/* Every screen, with an address where it has content. src/screens/screens.ts of the page lists
   them; a screen that is missing here fails screens.test.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sources } from './paths';
import type { Scene } from './scene';

export interface Shown {
  name: string;
  /** As in screens.ts. */
  path: string;
  address: (scene: Scene) => string;
  /** Its content may be wider than the page, and scrolls inside it. */
  bare?: boolean;
}

const known: Shown[] = [
  { name: 'home', path: '/', address: () => '/' },
  {
    name: 'calendar',
    path: '/calendar',
    address: (scene) => `/calendar?reservation=${scene.running.id}`,
  },
  { name: 'agenda', path: '/calendar', address: () => '/calendar' },
  { name: 'fleet', path: '/fleet', address: () => '/fleet' },
  { name: 'host', path: '/fleet/:host', address: () => '/fleet/gpu03' },
  { name: 'violations', path: '/violations', address: () => '/violations' },
  {
    name: 'reservation',
    path: '/reservations/:id',
    address: (scene) => `/reservations/${scene.changed.id}`,
  },
  { name: 'usage', path: '/usage', address: () => '/usage' },
  { name: 'week', path: '/usage/week/:week', address: () => `/usage/week/${thisWeek()}` },
  { name: 'person', path: '/people/:id', address: () => '/people/chen' },
  { name: 'history', path: '/history', address: () => '/history' },
  { name: 'audit', path: '/history', address: () => '/history?show=audit' },
  { name: 'access', path: '/access', address: () => '/access' },
  { name: 'system', path: '/system', address: () => '/system' },
  { name: 'me', path: '/me', address: () => '/me' },
  { name: 'device', path: '/device', address: () => '/device' },
  { name: 'boards', path: '/boards', address: () => '/boards' },
  { name: 'board', path: '/boards/:id', address: (scene) => `/boards/${scene.board}` },
  { name: 'wall', path: '/wall/:id', address: (scene) => `/wall/${scene.board}` },
];

/** By ISO 8601. */
export function thisWeek(): string {
  const now = new Date();
  const thursday = new Date(
    Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + 4 - (now.getDay() || 7)),
  );
  const days = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000;
  return `${thursday.getUTCFullYear()}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}

/** Paths of the page's own list. */
export function listed(): string[] {
  const text = readFileSync(join(sources, 'screens/screens.ts'), 'utf8');
  const list = /screens: readonly Screen\[\] = \[([\s\S]*?)\n\];/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/path: '([^']+)'/g)].map((match) => match[1] ?? '');
}

const same = (a: string, b: string): boolean =>
  a.replaceAll(/:\w+/g, ':') === b.replaceAll(/:\w+/g, ':');

export const shown = (): Shown[] =>
  known.filter((one) => listed().some((path) => same(path, one.path)));
export const unknown = (): string[] =>
  listed().filter((path) => !known.some((one) => same(path, one.path)));
