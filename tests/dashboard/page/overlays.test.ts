/* Everything that opens over a screen: axe (DIBS_AXE=all: in the dark too) and on a phone, edges in
   forced colours, targets, width, a picture; if a button opens it, the focus goes in and comes
   back. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { findings } from '../support/axe';
import { edgeless, forceColours, still, targets, wider } from '../support/looks';
import { openings, type Opening } from '../support/openings';
import { pictures } from '../support/paths';
import { makeScene, scenePeople, type Scene } from '../support/scene';
import { pause } from '../support/until';
import type { Visitor } from '../support/visitor';
import { useWorld } from '../support/world';

const world = useWorld({ people: scenePeople, keep: true, ownFleet: () => {} });
let scene: Scene;
const everything = process.env['DIBS_AXE'] === 'all';
const phone = { width: 390, height: 844 };

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  scene = await makeScene(world);
});

async function opened(one: Opening, viewport: { width: number; height: number }): Promise<Visitor> {
  const ann = await world.open('ann', one.at(scene), { colorScheme: 'light', viewport });
  await ann.page.getByRole('heading').first().waitFor();
  await ann.live();
  if (one.press) {
    const opener = one.press(ann.page);
    await opener.focus();
    await ann.page.keyboard.press('Enter');
  }
  await one.open?.(ann, world, scene);
  await one.shown(ann.page).waitFor();
  await still(ann.page);
  return ann;
}

const hasFocus = (page: Page, what: Opening): Promise<boolean> =>
  what
    .shown(page)
    .first()
    .evaluate((box) => box.contains(document.activeElement));

describe.each(openings)('$name', (one) => {
  const save = async (page: Page, kind: string) =>
    page.screenshot({ path: join(pictures, `over-${one.name}${kind}.png`) });

  test.skipIf(one.narrow)(
    'desktop: axe finds nothing, edges stay, Escape returns the focus',
    async () => {
      const ann = await opened(one, { width: 1440, height: 900 });
      const { page } = ann;
      await save(page, '');
      const found = { light: await findings(page), dark: [] as string[], edges: [] as string[] };
      await page.emulateMedia({ colorScheme: 'dark' });
      await still(page);
      if (everything) found.dark = await findings(page);
      await save(page, '-dark');
      await forceColours(page, { colorScheme: 'light' });
      await still(page);
      found.edges = await edgeless(page);
      await save(page, '-forced');
      expect(found).toEqual({ light: [], dark: [], edges: [] });
      if (!one.press || one.stays) return;
      expect(await hasFocus(page, one), 'the focus is inside').toBe(true);
      await page.keyboard.press('Escape');
      await one.shown(page).first().waitFor({ state: 'hidden' });
      expect(
        await one.press(page).evaluate((opener) => opener === document.activeElement),
        'the focus is where it came from',
      ).toBe(true);
    },
  );

  test.skipIf(one.wide)(
    'phone: axe finds nothing, targets are 24 px, width is 320 px',
    async () => {
      const ann = await opened(one, phone);
      const { page } = ann;
      await save(page, '-phone');
      const seen = await targets(page);
      const found = await findings(page);
      const wide: Record<number, number> = {};
      for (const width of [390, 360, 320]) {
        await page.setViewportSize({ ...phone, width });
        await pause(100);
        wide[width] = await wider(page);
      }
      expect({ small: seen.small, found, wide }).toEqual({
        small: [],
        found: [],
        wide: { 390: 0, 360: 0, 320: 0 },
      });
    },
  );
});
