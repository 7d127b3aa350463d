/* One-time links for passwords: an admin creates one for a new person or for a forgotten password,
   it is shown once, its recipient sets a password and signs in; used, void and cut links are
   reported. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { password } from '../support/api';
import { findings } from '../support/axe';
import { wider } from '../support/looks';
import { pictures } from '../support/paths';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['bartek', 'chen', 'dana'], gpus: 0 });
const fresh = 'seven grey herons wade';

// The link to be copied, which is nowhere else on the page.
const linkIn = async (page: Page): Promise<string> => {
  const line = page.getByRole('dialog').locator('code');
  await line.waitFor();
  return line.innerText();
};
const signsIn = async (name: string, word: string): Promise<number> =>
  (
    await fetch(world.server.address('/api/v1/session'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: world.server.origin },
      body: JSON.stringify({ name, password: word }),
    })
  ).status;
const personId = async (name: string): Promise<string> =>
  (await world.admin.list<{ id: string; unix_name: string }>('/api/v1/people?limit=100')).find(
    (one) => one.unix_name === name,
  )?.id ?? '';
const linkFor = async (name: string): Promise<string> => {
  const { url } = await world.admin.expect<{ url: string }>(
    201,
    'POST',
    `/api/v1/people/${await personId(name)}/password-link`,
  );
  return url.startsWith('/') ? world.server.address(url) : url;
};

test('new person sets a password with a link, which is void afterwards', async () => {
  const ann = await world.open('ann', '/me');
  await ann.page.getByRole('button', { name: 'Add a person' }).click();
  const form = ann.page.getByRole('dialog', { name: 'Add a person' });
  await form.getByLabel('Name', { exact: true }).fill('Eva Maj');
  await ann.page.keyboard.press('Enter'); // the default is a link, not a password
  const link = await linkIn(ann.page);
  expect(link).toContain('/welcome#name=eva&secret=');
  expect(await findings(ann.page)).toEqual([]);
  await ann.page.screenshot({ path: join(pictures, 'password-link.png') });
  await ann.page.getByRole('button', { name: 'I have copied it' }).click();
  // A closed dialog has no role, a moment before its text leaves the page.
  await expect.poll(() => ann.page.content()).not.toContain(link.split('secret=')[1] ?? link);

  const eva = await world.stranger();
  await eva.page.goto(link);
  await eva.page.getByRole('heading', { name: 'Choose your password' }).waitFor();
  expect(await eva.page.getByLabel('You sign in as').inputValue()).toBe('eva');
  expect(await findings(eva.page)).toEqual([]);
  await eva.page.screenshot({ path: join(pictures, 'welcome.png') });
  await eva.page.getByLabel('Your new password').fill(fresh); // the field has the focus
  await eva.page.keyboard.press('Enter');
  await eva.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await eva.page.getByLabel('Name', { exact: true }).inputValue()).toBe('eva');
  expect(eva.page.url()).not.toContain('secret');
  await eva.page.getByLabel('Password', { exact: true }).fill(fresh);
  await eva.page.keyboard.press('Enter');
  await eva.page.getByRole('navigation').first().waitFor();

  const late = await world.stranger();
  late.expects(/^404 POST \S*\/session\/password-link$/);
  await late.page.goto(link);
  await late.page.getByLabel('Your new password').fill(fresh);
  await late.page.keyboard.press('Enter');
  await late.page.getByText('This link does not work (any more).').waitFor();
  await late.page.getByRole('link', { name: 'Sign in' }).click();
  await late.page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('weak password is refused at its field, and the link stays valid', async () => {
  const link = await linkFor('bartek');
  const bartek = await world.stranger();
  bartek.expects(/^422 POST \S*\/session\/password-link$/);
  await bartek.page.setViewportSize({ width: 320, height: 700 });
  await bartek.page.goto(link);
  const field = bartek.page.getByLabel('Your new password');
  await field.fill('passwordpassword');
  await bartek.page.keyboard.press('Enter');
  await bartek.page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await wider(bartek.page)).toBe(0);
  await field.fill(fresh);
  await bartek.page.keyboard.press('Enter');
  await bartek.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await signsIn('bartek', fresh)).toBe(201);
  expect(await signsIn('bartek', password)).toBe(401);
});

test('admin creates a link for an existing person and sees its end', async () => {
  const ann = await world.open('ann', `/access?person=${await personId('chen')}`);
  await ann.page.getByRole('button', { name: 'New password' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click();
  const link = await linkIn(ann.page);
  await ann.page.getByRole('button', { name: 'I have copied it' }).click();
  await ann.page.getByText(/^Their one-time link to set a password is good until /).waitFor();
  expect(await signsIn('chen', password)).toBe(201); // it is not used yet

  // Sessions of the old password end; their stream is closed.
  const chen = await world.open('chen', '/', { ownSession: true });
  chen.expects(/^401 /, /^failed: /, /^console: WebSocket connection to /);
  await chen.page.goto(link);
  await chen.page.getByLabel('Your new password').fill(fresh);
  await chen.page.keyboard.press('Enter');
  await chen.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await signsIn('chen', password)).toBe(401);
});

test('cut link and disabled person’s link are reported', async () => {
  const cut = await world.stranger();
  await cut.go('/welcome');
  await cut.page.getByText('A link from an admin is needed here.').waitFor();
  expect(await findings(cut.page)).toEqual([]);

  const link = await linkFor('dana');
  await world.admin.expect(204, 'POST', `/api/v1/people/${await personId('dana')}/disable`);
  const dana = await world.stranger();
  dana.expects(/^404 POST \S*\/session\/password-link$/);
  await dana.page.goto(link);
  await dana.page.getByLabel('Your new password').fill(fresh);
  await dana.page.keyboard.press('Enter');
  await dana.page.getByText('This link does not work (any more).').waitFor();
});

test('password link works in Polish', async () => {
  const link = await linkFor('bartek');
  const bartek = await world.stranger({ locale: 'pl-PL' });
  await bartek.page.goto(link);
  await bartek.page.getByRole('heading', { name: 'Wybierz swoje hasło' }).waitFor();
  await bartek.page.getByLabel('Twoje nowe hasło').fill(fresh);
  await bartek.page.keyboard.press('Enter');
  await bartek.page.getByRole('heading', { name: 'Zaloguj się' }).waitFor();
});
