import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['dana'] });

test('revert of a board change asks before later ones are lost', async () => {
  interface Made {
    id: string;
    version: number;
    title: string;
  }
  const [dana, admin] = [world.as('dana'), world.admin];
  const whole = (title: string) => ({ title, shared: true, panels: [] });
  const made = await dana.expect<Made>(201, 'POST', '/api/v1/boards', whole('first'));
  const now = () => admin.get<Made>(`/api/v1/boards/${made.id}`);
  const title = async () => (await now()).title;
  const rename = async (who: typeof admin, name: string) =>
    who.expect(200, 'PUT', `/api/v1/boards/${made.id}`, whole(name), {
      'If-Match': `"v${(await now()).version}"`,
    });
  for (const [who, name] of [
    [dana, 'second'],
    [dana, 'third'],
    [admin, 'fourth'],
  ] as const)
    await rename(who, name);

  const { page } = await world.open('dana', `/history?board=${made.id}`);
  const rows = page.getByRole('region', { name: 'Events' }).getByRole('listitem');
  const revert = (at: number) => rows.nth(at).getByRole('button', { name: /^Revert/ });
  const question = page.getByRole('dialog', { name: 'Put the board back as it was?' });
  await revert(2).click(); // the first of three
  await question
    .getByText(/^2 later changes go as well: by \w+ and you, since (yesterday )?\d\d:\d\d \S+\.$/)
    .waitFor();
  await question.getByRole('button', { name: 'Leave it as it is' }).click();
  expect(await title()).toBe('fourth');
  await revert(2).click();
  await question.getByRole('button', { name: 'Revert' }).click();
  await until('it is taken back', async () => (await title()) === 'first');

  await rename(dana, 'fifth');
  await page.getByRole('button', { name: /2 new$/ }).click(); // the reverted change, and this one
  await revert(0).click(); // the last one: nothing is lost, so no confirmation
  await until('it is taken back again', async () => (await title()) === 'first');
});

test('admin recreating another’s board sees its new owner', async () => {
  interface Made {
    id: string;
    title: string;
    owner_name: string;
  }
  const made = await world
    .as('dana')
    .expect<Made>(201, 'POST', '/api/v1/boards', { title: 'of dana', shared: true, panels: [] });
  await world.admin.expect(204, 'DELETE', `/api/v1/boards/${made.id}`, undefined, {
    'If-Match': '*',
  });
  const { page } = await world.open('ann', `/history?board=${made.id}`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'You removed a board of dana' })
    .getByRole('button', { name: /^Revert/ })
    .click();
  const question = page.getByRole('dialog', { name: 'Make this board again?' });
  await question.getByText('Whoever makes it again owns it: it would be yours.').waitFor();
  await question.getByRole('button', { name: 'Revert' }).click();
  const again = await until('it is there again', async () =>
    (await world.admin.list<Made>('/api/v1/boards')).find((one) => one.title === 'of dana'),
  );
  expect(again.owner_name).toBe('ann');
});

test('host address change is reverted, and buttons align with words', async () => {
  const patch = { 'If-Match': '*', 'Content-Type': 'application/merge-patch+json' };
  const host = (
    await world.admin.list<{ id: string; name: string; address: string }>('/api/v1/hosts')
  ).find((one) => one.name === 'gpu02');
  const path = `/api/v1/hosts/${host?.id}`;
  await world.admin.expect(200, 'PATCH', path, { address: 'localhost' }, patch);
  await world.admin.expect(200, 'PATCH', '/api/v1/rules', { longest_min: 20_160 }, patch);
  const { page } = await world.open('ann', '/history');
  const row = (text: RegExp) =>
    page
      .getByRole('region', { name: 'Events' })
      .getByRole('listitem')
      .filter({ hasText: text })
      .first();

  const middle = async (what: Locator) => {
    const box = await what.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  for (const told of [/You set the rules/, /You changed the address of gpu02/]) {
    const time = await middle(row(told).getByRole('link', { name: /^\d\d:\d\d/ }));
    for (const button of await row(told).getByRole('button').all())
      expect(Math.abs((await middle(button)) - time), String(told)).toBeLessThan(1);
  }
  await row(/You set the rules/)
    .getByText(/^Longest booking: 14\sd \(before: 8\sd\)$/)
    .waitFor();

  await row(/You changed the address of gpu02 from 127.0.0.1 to localhost/)
    .getByRole('button', { name: /^Revert/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
  await page
    .getByText('Taken back: You changed the address of gpu02 from 127.0.0.1 to localhost')
    .waitFor();
  expect((await world.admin.get<{ address: string }>(path)).address).toBe('127.0.0.1');
});
