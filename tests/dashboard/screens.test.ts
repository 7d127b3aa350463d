import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findings } from './support/axe';
import { pictures } from './support/paths';
import { makeScene, scenePeople, type Scene } from './support/scene';
import { shown, unknown } from './support/screens';
import { pause } from './support/until';
import type { Visitor } from './support/visitor';
import { useWorld } from './support/world';

const world = useWorld({ people: scenePeople, keep: true, ownFleet: () => {} });
let scene: Scene;

const themes = ['light', 'dark'] as const;
const widths = { wide: { width: 1440, height: 900 }, tablet: { width: 768, height: 1024 }, narrow: { width: 320, height: 720 } };
const phone = { width: 390, height: 844 };
const everything = process.env['DIBS_AXE'] === 'all';

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  scene = await makeScene(world);
  await pause(6_000); // some seconds of samples for what is drawn over time
});

async function settled(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('heading').first().waitFor();
  await expect.poll(() => visitor.page.getByText('Loading…').count(), { timeout: 10_000 }).toBe(0);
  await pause(1_300); // a second's frame, and motion at its end
}

test('every screen of the page is known here', () => {
  expect(unknown()).toEqual([]);
});

describe.each(shown())('$name', (screen) => {
  test('is seen in light, dark and on a phone; axe finds nothing; nothing is wider than a phone', async () => {
    const ann = await world.open('ann', screen.address(scene), { colorScheme: 'light' });
    await settled(ann);
    await ann.page.screenshot({ path: join(pictures, `${screen.name}.png`) });
    const found = everything ? [] : await findings(ann.page);
    await ann.page.emulateMedia({ colorScheme: 'dark' });
    await pause(200);
    await ann.page.screenshot({ path: join(pictures, `${screen.name}-dark.png`) });
    await ann.page.setViewportSize(phone);
    await ann.page.emulateMedia({ colorScheme: 'light' });
    await pause(500);
    await ann.page.screenshot({ path: join(pictures, `${screen.name}-phone.png`) });
    await ann.page.setViewportSize(widths.narrow);
    await pause(200);
    const wider = await ann.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(found).toEqual([]);
    expect(wider, 'px wider than 320').toBe(0);
  });

  if (everything) {
    for (const [name, viewport] of Object.entries(widths)) {
      for (const theme of themes) {
        test(`axe finds nothing, ${name}, ${theme}`, async () => {
          const ann = await world.open('ann', screen.address(scene), { colorScheme: theme, viewport });
          await settled(ann);
          // All of it in view: the bar at a phone's foot may lie over what one can scroll away from it.
          const height = await ann.page.evaluate(() => document.documentElement.scrollHeight);
          await ann.page.setViewportSize({ width: viewport.width, height: Math.max(viewport.height, height) });
          expect(await findings(ann.page)).toEqual([]);
        });
      }
    }
  }
});

// What opens over a screen, or stands before it.
describe('dialogs and pages without a shell', () => {
  const states: [name: string, open: (ann: Visitor) => Promise<void>][] = [
    ['palette', async (ann) => {
      await ann.page.keyboard.press('Control+k');
      await ann.palette.fill('2xh100 tomorrow 9-12');
      await ann.page.getByRole('dialog').getByRole('option').first().waitFor();
    }],
    ['keys', async (ann) => {
      await ann.page.keyboard.press('?');
      await ann.page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    }],
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

  for (const [name, path] of [['sign-in', '/'], ['setup', '/setup?token=x'], ['missing', '/nowhere']] as const) {
    test(`${name}: axe finds nothing`, async () => {
      const visitor = name === 'missing' ? await world.open('ann', path) : await world.stranger();
      await visitor.go(path);
      await visitor.page.getByRole('heading').first().waitFor();
      await pause(300);
      await visitor.page.screenshot({ path: join(pictures, `${name}.png`) });
      expect(await findings(visitor.page)).toEqual([]);
    });
  }

  test('the language is the browser’s', async () => {
    const ann = await world.open('ann', '/', { locale: 'pl-PL' });
    await ann.page.getByRole('navigation').first().getByText('Kalendarz').waitFor();
    expect(await ann.page.locator('html').getAttribute('lang')).toBe('pl');
    await ann.page.screenshot({ path: join(pictures, 'home-polish.png') });
  });
});
