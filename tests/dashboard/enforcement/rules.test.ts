import { expect, test } from 'vitest';
import { hour, quarter } from '../support/api';
import { findings } from '../support/axe';
import { until } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });

interface Rules {
  shortest_min: number;
  longest_min: number;
  version: number;
}
const rules = (): Promise<Rules> => world.admin.get<Rules>('/api/v1/rules');

test('admin sets rules, everyone sees them and bookings keep to them', async () => {
  const bartek = await world.open('bartek', '/system');
  const shown = bartek.page.getByRole('region', { name: 'Rules' });
  await shown.getByText('30 min', { exact: true }).waitFor();
  await shown.getByText(/^as configured, since /).waitFor();
  expect(await bartek.page.getByRole('button', { name: 'Change the rules' }).count()).toBe(0);

  const ann = await world.open('ann', '/system');
  await ann.page.getByRole('button', { name: 'Change the rules' }).click();
  const form = ann.page.getByRole('dialog', { name: 'Change the rules' });
  expect(await findings(ann.page)).toEqual([]);
  await form.getByLabel('Shortest booking', { exact: true }).fill('2');
  await form.getByLabel('Shortest booking: unit').selectOption({ label: 'hours' });
  await ann.page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  await shown.getByText('2 h', { exact: true }).waitFor();
  await shown.getByText(/^set by ann, /).waitFor();
  expect(await rules()).toMatchObject({ shortest_min: 120, longest_min: 11_520 });

  const from = Date.now() + hour;
  const short = {
    gpus: world.gpus('gpu01:0'),
    from: new Date(from).toISOString(),
    until: new Date(from + quarter).toISOString(),
  };
  const refused = await world.as('bartek').send('POST', '/api/v1/reservations', short);
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { code: 'too-short', rule: 'shortest_min' },
  ]);

  await ann.page.keyboard.press('Control+z');
  await shown.getByText('30 min', { exact: true }).waitFor();
  expect((await rules()).shortest_min).toBe(30);
});

test('rule out of bounds is refused at its field', async () => {
  const ann = await world.open('ann', '/system');
  const before = await rules();
  ann.expects(/^422 PATCH /);
  await ann.page.getByRole('button', { name: 'Change the rules' }).click();
  const form = ann.page.getByRole('dialog', { name: 'Change the rules' });
  await form.getByLabel('Longest booking', { exact: true }).fill('400');
  await form.getByRole('button', { name: 'Set' }).click();
  const field = form.getByLabel('Longest booking', { exact: true });
  await until(
    'the bounds',
    async () =>
      (await form.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).innerText()) ===
      'This is 1 to 527040.',
  );
  expect(await findings(ann.page)).toEqual([]);
  expect(await rules()).toEqual(before);
});

test('other admin’s rules and typed values both stay', async () => {
  const ann = await world.open('ann', '/system');
  await ann.page.getByRole('button', { name: 'Change the rules' }).click();
  const form = ann.page.getByRole('dialog', { name: 'Change the rules' });
  await form.getByLabel('GPUs in one booking, at most').fill('64');
  await world.admin.expect(
    200,
    'PATCH',
    '/api/v1/rules',
    { longest_min: 1440 },
    { 'If-Match': '*' },
  );
  ann.expects(/^412 PATCH /);
  const set = form.getByRole('button', { name: 'Set' });
  await set.click();
  await until('it is said', async () =>
    (await form.getByRole('alert').allInnerTexts()).some((text) => text !== ''),
  );
  expect(await form.getByLabel('Longest booking', { exact: true }).inputValue()).toBe('1');
  await set.click();
  await form.waitFor({ state: 'detached' });
  expect(await rules()).toMatchObject({ longest_min: 1440, most_gpus: 64 });
});

test('revert of older rules warns of later changes', async () => {
  const { longest_min: first } = await world.admin.get<Rules>('/api/v1/rules');
  for (const longest_min of [2880, 4320])
    await world.admin.expect(200, 'PATCH', '/api/v1/rules', { longest_min }, { 'If-Match': '*' });
  const { page } = await world.open('ann', '/history');
  const changes = page
    .getByRole('region', { name: 'Events' })
    .getByRole('listitem')
    .filter({ hasText: 'set the rules' });
  const question = page.getByRole('dialog', { name: 'Set the rules back?' });
  const since = question.getByText('It was changed again since: that goes as well.');
  await changes
    .nth(0)
    .getByRole('button', { name: /^Revert/ })
    .click(); // the last of them
  await question.waitFor();
  expect(await since.count()).toBe(0);
  await question.getByRole('button', { name: 'Leave it as it is' }).click();
  await changes
    .nth(1)
    .getByRole('button', { name: /^Revert/ })
    .click();
  await since.waitFor();
  await question.getByRole('button', { name: 'Revert' }).click();
  await until('as at first', async () => (await rules()).longest_min === first);
});
