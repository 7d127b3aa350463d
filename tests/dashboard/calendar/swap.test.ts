/* A GPU of a booking is unhealthy. Its holder sees it at Home, in the calendar's panel and on the
   booking's page, and swaps it with one click. The lanes show the change over time. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hour, type Gpu } from '../support/api';
import { findings } from '../support/axe';
import { pictures } from '../support/paths';
import { until } from '../support/until';
import { aMomentAgo, useWorld } from '../support/world';

const world = useWorld({ people: ['chen'], ownFleet: () => {} });

const errors = 'ecc.errors.uncorrected.volatile.total';
const stateOf = async (id: string) => (await world.admin.get<Gpu>(`/api/v1/gpus/${id}`)).state;
interface Now {
  gpu_names: string[];
  moves?: { from_gpu_name: string; to_gpu_name: string }[];
}

test('unhealthy GPU is shown at its booking and swapped in one click', async () => {
  const chen = world.as('chen');
  const running = await chen.book(
    world.gpus('gpu01:0-1'),
    aMomentAgo(),
    Date.now() + 3 * hour,
    'llama',
  );
  const ahead = await chen.book(
    world.gpus('gpu01:0'),
    Date.now() + 4 * hour,
    Date.now() + 5 * hour,
    'eval',
  );
  world.fleet.spoil('gpu01', `0 ${errors} 3`);
  await until(
    'gpu01:0 is unhealthy',
    async () => (await stateOf(world.gpus('gpu01:0')[0] ?? '')) === 'unhealthy',
    90_000,
  );

  const page = await world.open('chen', '/');
  const need = page.page
    .getByRole('listitem')
    .filter({ hasText: 'gpu01:0, which you hold for “llama”, cannot be used' });
  await need.getByText('3 uncorrected memory errors').waitFor();
  await page.page
    .getByText('gpu01:0 of your booking “eval” cannot be used', { exact: true })
    .waitFor();
  expect(await findings(page.page)).toEqual([]);
  await page.page.screenshot({ path: join(pictures, 'swap-home.png'), fullPage: true });
  await need.getByRole('button', { name: 'Swap it for one like it' }).click();
  await page.page.getByText(/^Swapped: gpu01:0 → gpu01:\d/).waitFor();
  await until('the need is met', async () => (await need.count()) === 0);

  const now = await chen.get<Now>(`/api/v1/reservations/${running.id}`);
  expect(now.moves?.[0]?.from_gpu_name).toBe('gpu01:0');
  expect(now.gpu_names).not.toContain('gpu01:0');

  const calendar = await world.open('chen', `/calendar?reservation=${ahead.id}`);
  const note = calendar.page.locator(`[data-swap="${ahead.id}"]`);
  await note.getByText(/gpu01:0 is unhealthy: 3 uncorrected memory errors/).waitFor();
  expect(await findings(calendar.page)).toEqual([]);
  await calendar.page.screenshot({ path: join(pictures, 'swap-panel.png'), fullPage: true });
  await note.getByRole('button', { name: 'Swap it for one like it' }).click();
  await until('nothing is left to swap', async () => (await note.count()) === 0);
  expect((await chen.get<Now>(`/api/v1/reservations/${ahead.id}`)).gpu_names).not.toContain(
    'gpu01:0',
  );

  const fleet = await world.open('chen', '/fleet');
  await fleet.page.getByText('unhealthy: 3 uncorrected memory errors').first().waitFor();
  await fleet.page
    .locator('dl > div')
    .filter({ hasText: 'Unhealthy' })
    .getByText('1', { exact: true })
    .waitFor();
  await fleet.page.screenshot({ path: join(pictures, 'swap-fleet.png') });
  await fleet.go('/fleet/gpu01');
  const cell = fleet.page
    .getByRole('cell')
    .filter({ hasText: 'unhealthy: 3 uncorrected memory errors' });
  const why = cell.getByText('unhealthy: 3 uncorrected memory errors');
  await why.waitFor();
  await fleet.page.screenshot({ path: join(pictures, 'swap-host.png') });
  const [inner, outer] = [await why.boundingBox(), await cell.boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0), 'it stays in its cell').toBeLessThanOrEqual(
    (outer?.x ?? 0) + (outer?.width ?? 0) + 1,
  );
  world.fleet.spoil('gpu01');
});

test('booking with a broken driver is shown at Home and swapped there', async () => {
  const chen = world.as('chen');
  const running = await chen.book(
    world.gpus('gpu02:0'),
    aMomentAgo(),
    Date.now() + 3 * hour,
    'bert',
  );
  const page = await world.open('chen', '/');
  world.fleet.breakDriver(
    'gpu02',
    'NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver.',
  );
  try {
    const need = page.page
      .getByRole('listitem')
      .filter({ hasText: 'gpu02:0, which you hold for “bert”, cannot be used' });
    await need.getByText(/^Driver does not work: .*could not communicate/).waitFor();
    expect(
      await page.page
        .getByText('The GPU driver of gpu02 does not work, and you hold GPUs there')
        .count(),
    ).toBe(0);
    expect(await findings(page.page)).toEqual([]);
    await need.getByRole('button', { name: 'Swap it for one like it' }).waitFor();
    const record = await world.open('chen', `/reservations/${running.id}`);
    await record.page
      .locator(`[data-swap="${running.id}"]`)
      .getByText(/The GPU driver of gpu02:0 does not work: .*could not communicate/)
      .waitFor();

    // Without observed GPUs the page does not claim that all rules are kept.
    const violations = await world.open('chen', '/violations');
    await violations.page
      .getByText(/^None is seen\. Of \d+ of \d+ GPUs it is not known what runs there\.$/)
      .waitFor();
    expect(await violations.page.getByText('No violations.').count()).toBe(0);
    await violations.go('/fleet');
    await violations.page
      .locator('dl > div')
      .filter({ hasText: 'Violations' })
      .getByText(/^nothing is known of \d+ GPUs$/)
      .waitFor();
  } finally {
    world.fleet.breakDriver('gpu02');
  }
});

test('admin sets the health rules of GPUs', async () => {
  const ann = await world.open('ann', '/system');
  ann.expects(/^422 PATCH \/api\/v1\/rules$/); // an XID that cannot be chosen
  const section = ann.page.getByRole('region', { name: 'Health of GPUs' });
  await section.getByRole('button', { name: 'Change it' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Health of GPUs' });
  await dialog.getByLabel('its memory waits for a reset to be repaired').check();
  await dialog.getByLabel('XID errors that count').fill('48, many');
  await dialog.getByRole('button', { name: 'Set it' }).click();
  await dialog.getByText('Write numbers with commas between them: 48, 79').waitFor();
  await dialog.getByLabel('XID errors that count').fill('48, 13');
  await dialog.getByRole('button', { name: 'Set it' }).click();
  await dialog
    .getByText('XID 13 comes from programs: any user could make GPUs unhealthy.')
    .waitFor();
  await dialog.getByLabel('XID errors that count').fill('48, 79');
  await dialog.getByLabel('Memory errors it takes').fill('5');
  expect(await findings(ann.page)).toEqual([]);
  await ann.page.screenshot({ path: join(pictures, 'health-rules.png') });
  await dialog.getByRole('button', { name: 'Set it' }).click();
  await section.getByText('its memory waits for a reset to be repaired').waitFor();
  const rules = await world.admin.get<{
    unhealthy_if: string[];
    unhealthy_xids: number[];
    unhealthy_ecc_errors: number;
  }>('/api/v1/rules');
  expect(rules.unhealthy_if).toEqual([
    'ecc_errors',
    'row_remap_failed',
    'repair_pending',
    'recovery_needed',
    'xid_errors',
  ]);
  expect(rules.unhealthy_xids).toEqual([48, 79]);
  expect(rules.unhealthy_ecc_errors).toBe(5);
});
