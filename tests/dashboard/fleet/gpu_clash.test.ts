/* Two hosts report one GPU: everyone sees it at the host that has it; an admin chooses the right
   host, having seen whose bookings move along. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hour, type Gpu } from '../support/api';
import { findings } from '../support/axe';
import { pictures } from '../support/paths';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['chen'], ownFleet: () => {} });

test('admin moves a GPU that two hosts report, shown to everyone', async () => {
  const chen = world.as('chen');
  await chen.book(world.gpus('gpu01:1'), Date.now() + hour, Date.now() + 2 * hour, 'llama');
  const [own, admin] = [
    await world.open('chen', '/fleet/gpu01'),
    await world.open('ann', '/fleet/gpu01'),
  ];
  world.fleet.takeUuid('gpu02', 0, 'gpu01', 1);
  const told = { name: 'GPUs that two hosts report' };
  for (const { page } of [own, admin])
    await page
      .getByRole('list', told)
      .getByText(/^gpu01:1 \(UUID GPU-.*\) is reported by gpu02 too/)
      .waitFor({ timeout: 90_000 });
  expect(
    await own.page.getByRole('button', { name: 'Move it to gpu02' }).count(),
    'it is an admin who says',
  ).toBe(0);
  expect(await findings(admin.page)).toEqual([]);

  await admin.click(
    admin.page.getByRole('list', told).getByRole('button', { name: 'Move it to gpu02' }),
  );
  const dialog = admin.page.getByRole('dialog', { name: 'Move gpu01:1 to gpu02?' });
  await dialog.getByText('1 booking moves along:').waitFor();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /^chen, .*: llama$/ })
    .waitFor();
  expect(await findings(admin.page)).toEqual([]);
  await admin.page.screenshot({ path: join(pictures, 'gpu-clash.png') });
  await admin.click(dialog.getByRole('button', { name: 'Move it to gpu02' }));
  await admin.page.getByText('gpu01:1 is on gpu02 now').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const gpu = await world.admin.get<Gpu>(`/api/v1/gpus/${world.gpus('gpu01:1')[0]}`);
  expect(gpu.host_name).toBe('gpu02');
  // Now the first host reports the other's GPU: both pages show it, the other's without a reload.
  await admin.go('/fleet/gpu02');
  for (const { page } of [own, admin])
    await page
      .getByRole('list', told)
      .getByText(/is reported by gpu01 too/)
      .waitFor({ timeout: 90_000 });
});
