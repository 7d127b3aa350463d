/* Budgets on the usage screen: created, changed and removed by an admin, visible to everyone, with
   the hours of bookings; and the project of a booking, set when it is made and changed on its
   page. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hour, type Reservation } from '../support/api';
import { findings } from '../support/axe';
import { pictures } from '../support/paths';
import { until } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });
const quarter = 900_000;
const soon = () => Math.ceil((Date.now() + 2 * hour) / quarter) * quarter;
const panelOf = (visitor: Awaited<ReturnType<typeof world.open>>) =>
  visitor.page.getByRole('region', { name: 'Budgets' });

interface Budget {
  id: string;
  gpu_hours: number;
  now: { ahead_s: number; left_s: number };
}
const budgets = () => world.admin.list<Budget>('/api/v1/budgets');

test('admin creates a budget, bookings use it, everyone sees the rest', async () => {
  const ann = await world.open('ann', '/usage');
  const panel = panelOf(ann);
  await panel.getByText('No group and no project has a budget.').waitFor();
  await panel.getByRole('button', { name: 'New budget' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'New budget' });
  await dialog.getByRole('button', { name: 'Project' }).click();
  await dialog.getByLabel('Project').fill('BERT');
  await dialog.getByLabel('GPU-hours').fill('10');
  await dialog.getByLabel('Period').selectOption({ label: 'each year' });
  expect(await findings(ann.page)).toEqual([]);
  await ann.page.screenshot({ path: join(pictures, 'budget-dialog.png') });
  await dialog.getByRole('button', { name: 'Make' }).click();
  await dialog.waitFor({ state: 'detached' });
  await panel.getByText('Project bert').waitFor();
  await panel
    .getByRole('img', {
      name: /^Project bert: of 10 GPU-hours 0.* spent, 0.* booked ahead, 10.* left$/,
    })
    .waitFor();

  const from = soon();
  const made = await world.as('bartek').expect<Reservation>(201, 'POST', '/api/v1/reservations', {
    gpus: world.gpus('gpu01:0-1'),
    from: new Date(from).toISOString(),
    until: new Date(from + 2 * hour).toISOString(),
    project: 'bert',
  });
  await panel.getByRole('img', { name: /4.* booked ahead, 6.* left$/ }).waitFor();
  const bartek = await world.open('bartek', '/usage');
  await panelOf(bartek)
    .getByRole('img', { name: /4.* booked ahead, 6.* left$/ })
    .waitFor();
  expect(await panelOf(bartek).getByRole('button').count()).toBe(0);
  expect(await findings(bartek.page)).toEqual([]);
  await bartek.page.screenshot({ path: join(pictures, 'budgets.png'), fullPage: true });

  const refused = await world.as('bartek').send('POST', '/api/v1/reservations', {
    gpus: world.gpus('gpu01:2-5'),
    from: new Date(from).toISOString(),
    until: new Date(from + 2 * hour).toISOString(),
    project: 'bert',
  });
  expect([refused.status, refused.body]).toMatchObject([422, { rule: 'budget', field: 'project' }]);

  await panel.getByRole('button', { name: 'Change the budget of Project bert' }).click();
  const change = ann.page.getByRole('dialog', { name: 'Change the budget of Project bert' });
  await change.getByLabel('GPU-hours').fill('3');
  await change.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('img', { name: /4.* booked ahead, 1.* over$/ }).waitFor();
  expect((await world.as('bartek').get<Reservation>(`/api/v1/reservations/${made.id}`)).state).toBe(
    'upcoming',
  );

  await panel.getByRole('button', { name: 'Change the budget of Project bert' }).click();
  await change.getByRole('button', { name: 'Remove' }).click();
  await panel.getByText('No group and no project has a budget.').waitFor();
  await ann.press('Control+z');
  await until('it is back', async () => (await budgets()).length === 1);
});

test('invalid budget is refused in the dialog', async () => {
  await world.admin.expect(201, 'POST', '/api/v1/groups', { name: 'vision' });
  const ann = await world.open('ann', '/usage');
  ann.expects(/^422 POST /);
  await panelOf(ann).getByRole('button', { name: 'New budget' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'New budget' });
  await dialog.getByLabel('Group').selectOption({ label: 'vision' });
  await dialog.getByLabel('GPU-hours').fill('5');
  await dialog.getByLabel('Period').selectOption({ label: 'once' });
  await dialog.getByLabel('From').fill('2026-12-01');
  await dialog.getByLabel('Until and with').fill('2028-12-01');
  await dialog.getByRole('button', { name: 'Make' }).click();
  await dialog.getByText('A budget is for 366 days at most.').waitFor();
  expect((await budgets()).every((one) => one.gpu_hours !== 5)).toBe(true);
});

test('booking has a project, and its owner changes it on its page', async () => {
  const from = soon() + 24 * hour;
  const made = await world.as('bartek').expect<Reservation>(201, 'POST', '/api/v1/reservations', {
    gpus: world.gpus('gpu02:0'),
    from: new Date(from).toISOString(),
    until: new Date(from + hour).toISOString(),
    project: 'gpt-2',
  });
  const bartek = await world.open('bartek', `/reservations/${made.id}`);
  const about = bartek.page.getByRole('region', { name: 'About it' });
  await about.getByText('gpt-2').waitFor();
  await about.getByRole('button', { name: 'Change: Project' }).click();
  const form = about.getByRole('form', { name: 'Project' });
  await form.getByLabel('Project').fill('Llama');
  expect(await findings(bartek.page)).toEqual([]);
  await form.getByRole('button', { name: 'Set' }).click();
  await about.getByText('llama').waitFor();
  const now = await world
    .as('bartek')
    .get<Reservation & { project?: string }>(`/api/v1/reservations/${made.id}`);
  expect(now.project).toBe('llama');
  await bartek.press('Control+z');
  await about.getByText('gpt-2').waitFor();
});
