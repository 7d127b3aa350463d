/* A program is signed in from a browser: its code is typed, its description is shown, and the
   person accepts or declines. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { password } from '../support/api';
import { findings } from '../support/axe';
import { pictures } from '../support/paths';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'], gpus: 0 });

interface Begun {
  device_code: string;
  user_code: string;
  verification_uri: string;
}
const begin = async (): Promise<Begun> =>
  (
    await fetch(world.server.address('/api/v1/session/device'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: world.server.origin },
      body: JSON.stringify({ label: 'dibs on laptop' }),
    })
  ).json() as Promise<Begun>;

test('device code leads to a token that is listed under Me', async () => {
  const begun = await begin();
  const bartek = await world.open('bartek', '/device');
  await bartek.page.getByLabel('Code that it shows').fill(begun.user_code.toLowerCase());
  await bartek.page.keyboard.press('Enter');
  await bartek.page
    .getByText(/^dibs on laptop, at 127\.0\.0\.1, asks to be signed in as you, bartek\./)
    .waitFor();
  await bartek.page.getByText(/^It will be able to read and to book in your name until /).waitFor();
  expect(await findings(bartek.page)).toEqual([]);
  expect(await bartek.page.getByRole('checkbox').count(), 'there is nothing more that he may').toBe(
    0,
  );
  await bartek.page.screenshot({ path: join(pictures, 'device.png') });
  await bartek.page.getByRole('button', { name: 'Sign it in' }).click();
  await bartek.page.getByText(/^It is signed in\./).waitFor();
  await bartek.go('/me');
  await bartek.page.getByText('dibs on laptop').first().waitFor();
});

test('admin grants a device more scopes with the password again', async () => {
  const begun = await begin();
  const ann = await world.open('ann', `/device?code=${begun.user_code}`);
  await ann.page.getByText(/^It will be able to read and to book in your name until /).waitFor();
  await ann.page.getByLabel('All that I may, not only reading and booking').check();
  await ann.page.getByText(/^It will be able to do all that you may, until /).waitFor();
  await ann.page.screenshot({ path: join(pictures, 'device-all.png') });
  expect(await findings(ann.page)).toEqual([]);
  ann.expects(/^403 POST /);
  await ann.page.getByLabel('Your password').fill('not her password');
  await ann.page.getByRole('button', { name: 'Sign it in' }).click();
  await ann.page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  await ann.page.getByLabel('Your password').fill(password);
  await ann.page.getByRole('button', { name: 'Sign it in' }).click();
  await ann.page.getByText(/^It is signed in\./).waitFor();
});

test('declined and unknown device codes sign nothing in', async () => {
  const begun = await begin();
  const bartek = await world.open('bartek', `/device?code=${begun.user_code}`);
  await bartek.page.getByRole('button', { name: 'No', exact: true }).click();
  await bartek.page.getByText('It was not signed in.').waitFor();
  bartek.expects(/^404 GET /);
  await bartek.go('/device?code=ZZZZ-ZZZZ');
  await bartek.page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
});
