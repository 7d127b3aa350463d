/* Booking limits: a group's limits in its dialog, the optional rules of a site in theirs; and
   bookings that keep to them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hour, iso } from '../support/api';
import { findings } from '../support/axe';
import { pictures } from '../support/paths';
import { until } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });
const at = (from: number) => ({ from: iso(from), until: iso(from + hour) });

test('group has its own limits, and a booking above them is refused', async () => {
  const { id } = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/groups', {
    name: 'students',
  });
  const bartekId = (
    await world.admin.list<{ id: string; unix_name: string }>('/api/v1/people')
  ).find((one) => one.unix_name === 'bartek')?.id;
  await world.admin.expect(204, 'PUT', `/api/v1/groups/${id}/members/${bartekId}`, {});
  const ann = await world.open('ann', `/access?group=${id}`);
  const limits = ann.page.getByRole('region', { name: 'Limits' });
  await limits.getByText('None of its own: the site’s rules hold.').waitFor();
  await limits.getByRole('button', { name: 'Change' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Limits of students' });
  expect(await findings(ann.page)).toEqual([]);
  await dialog.getByLabel('GPUs in one booking, at most').fill('2');
  await dialog.getByLabel('GPU-hours of one person in a week').fill('100');
  await ann.page.screenshot({ path: join(pictures, 'limits-dialog.png') });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await limits.getByText('GPUs in one booking, at most').waitFor();

  const from = Math.ceil((Date.now() + 2 * hour) / 900_000) * 900_000;
  const refused = await world
    .as('bartek')
    .send('POST', '/api/v1/reservations', { gpus: world.gpus('gpu01:0-2'), ...at(from) });
  expect([refused.status, refused.body]).toMatchObject([422, { rule: 'most_gpus' }]);
  await world.as('bartek').book(world.gpus('gpu01:0-1'), from, from + hour, 'two');

  await ann.press('Control+z');
  await limits.getByText('None of its own: the site’s rules hold.').waitFor();
});

test('limit out of bounds is refused at its field', async () => {
  const { id } = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/groups', {
    name: 'guests',
  });
  const ann = await world.open('ann', `/access?group=${id}`);
  ann.expects(/^422 PATCH /);
  await ann.page
    .getByRole('region', { name: 'Limits' })
    .getByRole('button', { name: 'Change' })
    .click();
  const dialog = ann.page.getByRole('dialog', { name: 'Limits of guests' });
  await dialog.getByLabel('GPUs in one booking, at most').fill('99999999');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until('it is told', async () =>
    (await dialog.getByRole('alert').allInnerTexts()).some((text) => text !== ''),
  );
  const group = await world.admin.get<{ limits: Record<string, number> }>(`/api/v1/groups/${id}`);
  expect(group.limits['most_gpus'] ?? null).toBe(null);
});

test('undo restores the name of a renamed group', async () => {
  const { id } = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/groups', {
    name: 'visitors',
  });
  const ann = await world.open('ann', `/access?group=${id}`);
  await ann.page.getByRole('article').getByRole('button', { name: 'Change' }).first().click();
  const dialog = ann.page.getByRole('dialog', { name: 'Change visitors' });
  await dialog.getByLabel('Name').fill('alumni');
  await ann.page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await ann.page.getByText('Changed the group alumni').waitFor();
  await ann.press('Control+z');
  await until(
    'its name',
    async () =>
      (await world.admin.get<{ name: string }>(`/api/v1/groups/${id}`)).name === 'visitors',
  );
});

test('admin sets an open rule and opens it again', async () => {
  const ann = await world.open('ann', '/system');
  const change = ann.page.getByRole('button', { name: 'Change the rules' });
  await change.click();
  const form = ann.page.getByRole('dialog', { name: 'Change the rules' });
  await form.getByLabel('How long ahead a booking is made at least', { exact: true }).fill('3');
  await form
    .getByLabel('How long ahead a booking is made at least: unit')
    .selectOption({ label: 'hours' });
  expect(await findings(ann.page)).toEqual([]);
  await ann.page.screenshot({ path: join(pictures, 'rules-dialog.png') });
  await form.getByRole('button', { name: 'Set' }).click();
  await form.waitFor({ state: 'detached' });
  const shown = ann.page.getByRole('region', { name: 'Rules' });
  await shown.getByText('How long ahead a booking is made at least').waitFor();
  const refused = await world.as('bartek').send('POST', '/api/v1/reservations', {
    gpus: world.gpus('gpu01:0'),
    ...at(Math.ceil((Date.now() + hour) / 900_000) * 900_000),
  });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { code: 'too-soon', rule: 'lead_min' },
  ]);

  await change.click();
  await form.getByLabel('How long ahead a booking is made at least', { exact: true }).fill('');
  await form.getByRole('button', { name: 'Set' }).click();
  await form.waitFor({ state: 'detached' });
  expect(
    (await world.admin.get<{ lead_min?: number | null }>('/api/v1/rules')).lead_min ?? null,
  ).toBe(null);
});
