import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { findings } from '../support/axe';
import { still, wider } from '../support/looks';
import { pictures } from '../support/paths';
import { makeScene, scenePeople, type Scene } from '../support/scene';
import { shown, unknown } from '../support/screens';
import { pause } from '../support/until';
import type { Visitor } from '../support/visitor';
import { useWorld } from '../support/world';

const world = useWorld({ people: scenePeople, keep: true, ownFleet: () => {} });
let scene: Scene;

const themes = ['light', 'dark'] as const;
const widths = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  narrow: { width: 320, height: 720 },
};
const phone = { width: 390, height: 844 };
const everything = process.env['DIBS_AXE'] === 'all';
// For viewing only: other sizes, forced colours, Polish.
const more = process.env['DIBS_PICTURES'] === 'all';
const looks = {
  '1280': [{ width: 1280, height: 800 }, { colorScheme: 'light' }],
  '1920': [{ width: 1920, height: 1080 }, {}],
  '768': [widths.tablet, {}],
  'phone-dark': [phone, { colorScheme: 'dark' }],
  'forced-dark': [widths.wide, { colorScheme: 'dark', forcedColors: 'active' }],
  forced: [widths.wide, { colorScheme: 'light', forcedColors: 'active' }],
} as const;

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  scene = await makeScene(world);
  await pause(6_000); // some seconds of samples for the charts
});

async function settled(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('heading').first().waitFor();
  await expect.poll(() => visitor.page.getByText(/^(Loading|Wczytywanie)/).count()).toBe(0);
  await pause(1_300); // a second's frame, and the end of motion
}

test('every screen of the page is listed here', () => {
  expect(unknown()).toEqual([]);
});

describe.each(shown())('$name', (screen) => {
  test('screen shows in light, dark and on a phone without axe findings', async () => {
    const ann = await world.open('ann', screen.address(scene), { colorScheme: 'light' });
    await settled(ann);
    await ann.page.screenshot({ path: join(pictures, `${screen.name}.png`) });
    const found = everything ? [] : await findings(ann.page);
    await ann.page.emulateMedia({ colorScheme: 'dark' });
    await still(ann.page);
    await ann.page.screenshot({ path: join(pictures, `${screen.name}-dark.png`) });
    await ann.page.setViewportSize(phone);
    await ann.page.emulateMedia({ colorScheme: 'light' });
    await pause(500);
    await ann.page.screenshot({ path: join(pictures, `${screen.name}-phone.png`) });
    await ann.page.setViewportSize(widths.narrow);
    await pause(200);
    const px = await wider(ann.page);
    expect(found).toEqual([]);
    expect(px, 'px wider than 320').toBe(0);
  });

  test.runIf(more)('screen is pictured in further sizes', async () => {
    const save = (page: Page, kind: string) =>
      page.screenshot({
        path: join(pictures, `${screen.name}-${kind}.png`),
        fullPage: /phone|1280/.test(kind),
      });
    const ann = await world.open('ann', screen.address(scene));
    await settled(ann);
    for (const [kind, [viewport, media]] of Object.entries(looks)) {
      await ann.page.setViewportSize(viewport);
      await ann.page.emulateMedia(media);
      await pause(500);
      await still(ann.page);
      await save(ann.page, kind);
    }
    const polish = await world.open('ann', screen.address(scene), { locale: 'pl-PL' });
    await settled(polish);
    await save(polish.page, 'polish');
    await polish.page.setViewportSize(phone);
    await pause(500);
    await save(polish.page, 'polish-phone');
  });

  test.runIf(everything)('axe finds nothing in both themes and three widths', async () => {
    const ann = await world.open('ann', screen.address(scene));
    await settled(ann);
    const found: string[] = [];
    for (const [name, viewport] of Object.entries(widths)) {
      await ann.page.setViewportSize(viewport);
      await pause(500);
      // All of it in view: the bar at a phone's foot may cover scrollable content.
      const height = await ann.page.evaluate(() => document.documentElement.scrollHeight);
      await ann.page.setViewportSize({
        width: viewport.width,
        height: Math.max(viewport.height, height),
      });
      for (const colorScheme of themes) {
        await ann.page.emulateMedia({ colorScheme });
        await still(ann.page);
        found.push(...(await findings(ann.page)).map((what) => `${name}, ${colorScheme}: ${what}`));
      }
    }
    expect(found).toEqual([]);
  });
});

// Dialogs over a screen, and pages before it.
describe('dialogs and pages without a shell', () => {
  const states: [name: string, open: (ann: Visitor) => Promise<void>][] = [
    [
      'palette',
      async (ann) => {
        await ann.page.keyboard.press('Control+k');
        await ann.palette.fill('2xh100 tomorrow 9-12');
        await ann.page.getByRole('dialog').getByRole('option').first().waitFor();
      },
    ],
    [
      'keys',
      async (ann) => {
        await ann.page.keyboard.press('?');
        await ann.page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      },
    ],
  ];
  for (const [name, open] of states) {
    test(`${name}: axe finds nothing`, async () => {
      const ann = await world.open('ann', '/calendar', { colorScheme: 'light' });
      await settled(ann);
      await open(ann);
      await ann.page.screenshot({ path: join(pictures, `${name}.png`) });
      expect(await findings(ann.page)).toEqual([]);
    });
  }

  for (const [name, path] of [
    ['sign-in', '/'],
    ['setup', '/setup?token=x'],
    ['welcome', '/welcome#name=eva&secret=x'],
    ['missing', '/nowhere'],
  ] as const) {
    test(`${name}: axe finds nothing`, async () => {
      const visitor = name === 'missing' ? await world.open('ann', path) : await world.stranger();
      await visitor.go(path);
      await visitor.page.getByRole('heading').first().waitFor();
      await pause(300);
      await visitor.page.screenshot({ path: join(pictures, `${name}.png`) });
      expect(await findings(visitor.page)).toEqual([]);
    });
  }

  test('language follows the browser', async () => {
    const ann = await world.open('ann', '/', { locale: 'pl-PL' });
    await ann.page.getByRole('navigation').first().getByText('Kalendarz').waitFor();
    expect(await ann.page.locator('html').getAttribute('lang')).toBe('pl');
    await ann.page.screenshot({ path: join(pictures, 'home-polish.png') });
  });
});
