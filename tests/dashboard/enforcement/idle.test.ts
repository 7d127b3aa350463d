/* An unused booking: shown on Home and on its page, and kept from either. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { findings } from '../support/axe';
import { pictures } from '../support/paths';
import { until } from '../support/until';
import { aMomentAgo, useWorld } from '../support/world';

const world = useWorld({ people: ['chen', 'dana'], ownFleet: () => {} });
interface Shown {
  idle?: { kind: string };
  kept_until?: string;
}
const shown = (id: string) => world.admin.get<Shown>(`/api/v1/reservations/${id}`);
const setRules = (changes: object) =>
  world.admin.expect(200, 'PATCH', '/api/v1/rules', changes, { 'If-Match': '*' });

test('idle booking shows since when, and only its owner keeps it', async () => {
  await setRules({ idle_tell_min: 1, idle_release_min: 60, no_show_tell_min: 1 });
  world.fleet.wants('gpu03', {
    gpus: [0],
    owner: 'chen',
    mib: 3_000,
    busy: 0,
    command: 'python train.py',
  });
  try {
    const held = await world
      .as('chen')
      .book(world.gpus('gpu03:0'), aMomentAgo(), Date.now() + 4 * hour, 'fine-tuning');
    const absent = await world
      .as('chen')
      .book(world.gpus('gpu02:0'), aMomentAgo(), Date.now() + 4 * hour, 'later');
    const home = await world.open('chen', '/');
    const page = await world.open('chen', `/reservations/${held.id}`);
    await until(
      'both are noticed',
      async () =>
        (await shown(held.id)).idle?.kind === 'idle' &&
        (await shown(absent.id)).idle?.kind === 'no_show',
      120_000,
      500,
    );

    const note = page.page.locator('[data-idle]');
    await note.getByText(/^Nothing has used it since /).waitFor();
    await note.getByRole('button', { name: 'Keep 2 hours' }).waitFor();
    await page.page
      .getByRole('region', { name: 'What happened' })
      .getByText(/^Nothing uses /)
      .waitFor();
    expect(await findings(page.page)).toEqual([]);
    await page.page.screenshot({ path: join(pictures, 'idle-booking.png'), fullPage: true });

    const need = home.page
      .getByRole('listitem')
      .filter({ hasText: 'gpu03:0 of fine-tuning did nothing for' });
    await need.getByRole('button', { name: 'Keep 1 hour' }).waitFor();
    expect(await findings(home.page)).toEqual([]);
    await home.page.screenshot({ path: join(pictures, 'idle-home.png'), fullPage: true });
    for (const theme of ['light', 'dark'] as const) {
      const phone = await world.open('chen', '/', {
        viewport: { width: 390, height: 844 },
        colorScheme: theme,
      });
      await phone.page.getByRole('button', { name: 'Keep 1 hour' }).first().waitFor();
      expect(
        await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      ).toBe(true);
      await phone.page.screenshot({
        path: join(pictures, `idle-home-390-${theme}.png`),
        fullPage: true,
      });
    }

    const other = await world.open('dana', `/reservations/${held.id}`);
    await other.page.locator('[data-idle]').waitFor();
    expect(await other.page.getByRole('button', { name: /^Keep/ }).count()).toBe(0);

    await need.getByRole('button', { name: 'Keep 1 hour' }).click();
    await until('it is kept for an hour', async () => {
      const now = await shown(held.id);
      const left = Date.parse(now.kept_until ?? '') - Date.now();
      return now.idle === undefined && left > 0.9 * hour && left <= hour;
    });
    await need.waitFor({ state: 'detached' });
    await page.page.getByText(/^Kept until .*, used or not\.$/).waitFor();
    expect(await page.page.locator('[data-idle]').count()).toBe(0);
  } finally {
    world.fleet.wants('gpu03');
    await setRules({ idle_tell_min: null, idle_release_min: null, no_show_tell_min: null });
  }
});
