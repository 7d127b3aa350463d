/* The cost of a first visit, screen by screen, in files and gzipped bytes including the page
   itself; without fonts, the API and its socket. In English: Polish is one more file when chosen.
   First load: everything requested until the screen is shown and no request is open, except the
   chart library (uPlot). That is loaded once a chart is shown, in a frame that exists before, and
   is counted apart. At rest: files loaded two seconds later, so that they are ready: palette and
   help, the lazy parts of the calendar. Most of a visit is waiting, so several run at once, each in
   a browser of its own, before the tests check them. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page, Response } from 'playwright-core';
import { keepsBudget } from '../support/budget';
import { makeScene, scenePeople, type Scene } from '../support/scene';
import { shown } from '../support/screens';
import { pause, until } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld({ people: scenePeople, keep: true, ownFleet: () => {} });
let scene: Scene;
const atOnce = 4;
const visits = new Map<string, Visit | Error>();
beforeAll(async () => {
  scene = await makeScene(world);
  const left = [...places];
  const visitor = async (): Promise<void> => {
    for (let place = left.shift(); place !== undefined; place = left.shift())
      visits.set(
        place.name,
        await visited(place).catch((error: unknown) =>
          error instanceof Error ? error : new Error(String(error)),
        ),
      );
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
});

interface Cost {
  files: number;
  kb: number;
}

const first: Cost = { files: 8, kb: 107 };
const charts: Cost = { files: 1, kb: 22 };
const atRest: Cost = { files: 2, kb: 28 };
// They share nothing with the palette: their first load is smaller by that.
const apart: Cost = { files: 4, kb: 35 };
// The parts below the ranking: utilisation, energy, released time, remaining budgets with the form.
const below: Cost = { files: 5, kb: 44 };
// The form of the rules, and its fields.
const forms: Cost = { files: 3, kb: 26 };

interface Place {
  name: string;
  path: () => string;
  who: string | null;
  viewport?: { width: number; height: number };
  /** The budget of a first load that is larger than elsewhere. */
  first?: Cost;
  atRest?: Cost;
}

const places: Place[] = [
  { name: 'sign-in', path: () => '/', who: null },
  { name: 'setup', path: () => '/setup?token=x', who: null },
  { name: 'welcome', path: () => '/welcome#name=eva&secret=x', who: null },
  ...shown()
    .filter((screen) => screen.path !== '/calendar' && screen.name !== 'audit')
    .map((screen) => ({
      name: screen.name,
      path: () => screen.address(scene),
      who: 'ann',
      ...(['access', 'device', 'week'].includes(screen.name)
        ? { atRest: apart }
        : screen.name === 'system'
          ? { atRest: forms }
          : screen.name === 'usage'
            ? { atRest: below }
            : {}),
    })),
  {
    name: 'history, as an audit',
    path: () => '/history?show=audit',
    who: 'ann',
    first: { files: 10, kb: 111 },
  }, // its table is loaded after the history
  { name: 'calendar', path: () => '/calendar', who: 'ann', atRest: { files: 5, kb: 57 } },
  // It starts with a part that is elsewhere loaded at rest: the panel beside the picture.
  {
    name: 'calendar, a booking open',
    path: () => `/calendar?reservation=${scene.running.id}`,
    who: 'ann',
    first: { files: 11, kb: 139 },
  },
  {
    name: 'calendar, on a phone',
    path: () => '/calendar',
    who: 'ann',
    viewport: { width: 390, height: 844 },
    atRest: { files: 5, kb: 57 },
  },
];

interface Asked {
  name: string;
  kb: number;
}

interface Visit {
  first: Asked[];
  charts: Asked[];
  atRest: Asked[];
  fonts: string[];
}

const costOf = (files: Asked[]): Cost => ({
  files: files.length,
  kb: files.reduce((sum, { kb }) => sum + kb, 0),
});
const said = (what: string, files: Asked[]): string =>
  `${what} ${files.length} files, ${costOf(files).kb.toFixed(1)} KB`;
const list = (files: Asked[]): string =>
  files.map(({ name, kb }) => `${name} ${kb.toFixed(1)}`).join(', ');

// In the order of the requests. The loads at rest begin with one of these two, whatever they
// include.
function sorted(asked: Asked[], late: boolean): Omit<Visit, 'fonts'> {
  const others = asked.filter(({ name }) => !name.startsWith('uPlot'));
  const begins = others.findIndex(
    ({ name }) => name.startsWith('dialogs-') || (late && name.startsWith('lazy_calendar-')),
  );
  const end = begins < 0 ? others.length : begins;
  return {
    first: others.slice(0, end),
    charts: asked.filter(({ name }) => name.startsWith('uPlot')),
    atRest: others.slice(end),
  };
}

const isFile = (path: string): boolean => !path.includes('/api/') && path !== '/readyz';
// Loads at rest begin two seconds after the page is shown.
const quietMs = 3_500;

async function visit(page: Page, late: boolean, open: () => Promise<unknown>): Promise<Visit> {
  const answers: Response[] = [];
  const order: string[] = [];
  let lastAsked = 0;
  page.on('request', (request) => {
    order.push(request.url());
    if (isFile(new URL(request.url()).pathname)) lastAsked = performance.now();
  });
  page.on('response', (response) => answers.push(response));
  await open();
  await page.getByRole('heading').first().waitFor();
  const shownAt = performance.now();
  await until(
    'nothing more comes',
    () => performance.now() - Math.max(shownAt, lastAsked) > quietMs,
    30_000,
    100,
  );
  const asked: Asked[] = [];
  const fonts: string[] = [];
  for (const answer of answers.sort((a, b) => order.indexOf(a.url()) - order.indexOf(b.url()))) {
    const path = new URL(answer.url()).pathname;
    if (!isFile(path)) continue;
    const name = path.split('/').at(-1) ?? '';
    if (path.endsWith('.woff2')) {
      fonts.push(name);
      expect(answer.headers()).toMatchObject({
        'content-type': 'font/woff2',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    } else {
      asked.push({ name, kb: gzipSync(await answer.body(), { level: 9 }).length / 1024 });
    }
  }
  return { ...sorted(asked, late), fonts };
}

function within(what: string, files: Asked[], most: Cost): void {
  const { files: count, kb } = costOf(files);
  keepsBudget(`${what}, files`, count, most.files, list(files));
  keepsBudget(`${what}, KB`, kb, most.kb, list(files));
}

async function visited(place: Place): Promise<Visit> {
  const options = place.viewport ? { viewport: place.viewport } : {};
  const visitor =
    place.who === null
      ? await world.stranger(options)
      : await world.open(place.who, '/api/v1/session', options);
  const seen = await visit(visitor.page, place.first === undefined, () => visitor.go(place.path()));
  await visitor.leave();
  return seen;
}

describe.each(places)('$name', (place) => {
  test('first visit has few files and bytes, and the font', async () => {
    const seen = visits.get(place.name) ?? (await visited(place));
    visits.delete(place.name); // a second try is a new visit
    if (seen instanceof Error) throw seen;
    console.log(
      `${place.name}: ${said('first load', seen.first)}; ${said('charts', seen.charts)}; ${said('at rest', seen.atRest)}; fonts ${seen.fonts.length}`,
    );
    expect(seen.fonts.some((font) => font.startsWith('inter-latin-'))).toBe(true);
    within(`first load of ${place.name}`, seen.first, place.first ?? first);
    within(`charts of ${place.name}`, seen.charts, charts);
    within(`at rest on ${place.name}`, seen.atRest, place.atRest ?? atRest);
  });
});

// Layout shifts, recorded from before the page's first line.
const noteShifts = `globalThis.shifts = [];
new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries().map(({ value, startTime }) => ({ value, startTime })))).observe({ type: 'layout-shift', buffered: true });`;

test('missing chart library is reported and drawn once it loads', async () => {
  const visitor = await world.open('ann', '/api/v1/session', { before: noteShifts });
  visitor.expects(/^failed: GET \S*\/assets\/uPlot/);
  await visitor.page.route(/\/assets\/uPlot/, (route) => route.abort());
  await visitor.go('/fleet/gpu03');
  await visitor.page
    .getByText('A part of the page could not be loaded', { exact: false })
    .first()
    .waitFor();
  expect(await visitor.page.locator('.uplot').count()).toBe(0);
  const box = await visitor.page.getByRole('slider').first().boundingBox();
  await visitor.page.unroute(/\/assets\/uPlot/);
  await visitor.page.locator('.uplot canvas').first().waitFor();
  expect(
    await visitor.page
      .getByText('A part of the page could not be loaded', { exact: false })
      .count(),
  ).toBe(0);
  expect(await visitor.page.getByRole('slider').first().boundingBox()).toEqual(box);
});

test('missing lazy part of the calendar is reported and loads later', async () => {
  const visitor = await world.open('ann', '/api/v1/session');
  visitor.expects(/^failed: GET \S*\/assets\/lazy_calendar/);
  await visitor.page.route(/\/assets\/lazy_calendar/, (route) => route.abort());
  await visitor.go('/calendar');
  await visitor.page.getByRole('button', { name: 'Filter /' }).click();
  await visitor.page
    .getByRole('alert')
    .filter({ hasText: 'A part of the page could not be loaded' })
    .waitFor();
  await visitor.page.unroute(/\/assets\/lazy_calendar/);
  await visitor.page.getByRole('searchbox', { name: 'Host, GPU or model' }).waitFor();
  expect(await visitor.page.getByRole('alert').count()).toBe(0);
});

interface Shift {
  value: number;
  startTime: number;
}

for (const [name, who] of [
  ['sign-in', null],
  ['home', 'ann'],
] as const) {
  test(`${name}: late font moves nothing`, async () => {
    const options = { before: noteShifts };
    const visitor =
      who === null
        ? await world.stranger(options)
        : await world.open(who, '/api/v1/session', options);
    let release = (): void => {};
    const held = new Promise<void>((done) => (release = done));
    await visitor.page.route(/\.woff2$/, async (route) => {
      await held;
      await route.continue();
    });
    await visitor.page.goto(world.server.address('/'), { waitUntil: 'commit' });
    await visitor.page.getByRole('heading').first().waitFor();
    await pause(2_500);
    const used = () =>
      visitor.page.evaluate(
        () =>
          [...document.fonts].filter(
            (font) => font.family.includes('Inter Variable') && font.status === 'loaded',
          ).length,
      );
    expect(await used()).toBe(0);
    const from = await visitor.page.evaluate(() => performance.now());
    release();
    await expect.poll(used).toBeGreaterThan(0);
    await pause(800);
    const moved = await visitor.page.evaluate(
      (since) =>
        (globalThis as unknown as { shifts: Shift[] }).shifts
          .filter((one) => one.startTime >= since)
          .reduce((sum, one) => sum + one.value, 0),
      from,
    );
    console.log(`${name}: layout shift as the font comes ${moved.toFixed(4)}`);
    expect(moved).toBeLessThan(0.005);
  });
}

test('figures have one width in every size and weight', async () => {
  const visitor = await world.open('ann', '/');
  await visitor.page.getByRole('heading').first().waitFor();
  const widths = await visitor.page.evaluate(async () => {
    await document.fonts.ready;
    return ['t-11', 't-12', 't-13', 't-16', 't-28', 't-44', 't-mono'].map((size) => {
      const one = document.createElement('span');
      one.style.setProperty('font', `var(--${size})`);
      one.style.setProperty('position', 'absolute');
      document.body.append(one);
      const of = (text: string): number => {
        one.textContent = text;
        return one.getBoundingClientRect().width;
      };
      const all = [...'0123456789'].map((digit) => of(digit.repeat(10)));
      one.remove();
      return Math.max(...all) - Math.min(...all);
    });
  });
  expect(Math.max(...widths)).toBeLessThan(0.01);
});
