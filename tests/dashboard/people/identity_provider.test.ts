/* Signing in with an identity provider: the browser goes there and comes back, with its own
   handling of cookies. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { password } from '../support/api';
import { wider } from '../support/looks';
import { pictures } from '../support/paths';
import { Provider } from '../support/provider';
import { Server } from '../support/server';
import { Visitor } from '../support/visitor';
import { launch } from '../support/world';

const provider = new Provider();
let server: Server;
let browser: Browser;

beforeAll(async () => {
  await provider.start();
  const more = (origin: string) =>
    `[server]\npublic_url = "${origin}"\n[oidc]\nname = "Lab account"\nissuer = "${provider.issuer}"\nclient_id = "dibs"\n` +
    '[ldap]\nname = "lab"\nurl = "ldaps://127.0.0.1:1"\nbase = "dc=example,dc=org"\n';
  server = await new Server({ more }).start();
  browser = await launch();
  const boss = await server.makeAdmin('boss');
  await boss.send('POST', '/api/v1/people', { name: 'Ann', unix_name: 'ann', password });
});

afterAll(async () => {
  await browser.close();
  await server.remove();
  await provider.stop();
});

// A page of another site is loading.
async function arrive(): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, server);
  await visitor.page.goto(server.address('/'));
  await visitor.page.getByRole('link', { name: 'Sign in with Lab account' }).waitFor();
  return visitor;
}

test('one click signs in with the identity provider', async () => {
  provider.name = 'ann';
  const ann = await arrive();
  await ann.page.getByText('Your lab password works here too.').waitFor();
  expect(await wider(ann.page)).toBe(0);
  await ann.page.screenshot({ path: join(pictures, 'sign-in-elsewhere.png') });
  await ann.page.getByRole('link', { name: 'Sign in with Lab account' }).click();
  await ann.page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: /Three steps|You hold/ })
    .waitFor();
  expect(new URL(ann.page.url()).search).toBe('');
  const cookies = await ann.context.cookies(server.address('/'));
  expect(cookies.find(({ name }) => name === 'dibs_session')).toMatchObject({
    sameSite: 'Strict',
    httpOnly: true,
  });
  expect(cookies.find(({ name }) => name === 'dibs_oidc')).toMatchObject({
    sameSite: 'Lax',
    httpOnly: true,
  });
});

test('unreachable directory is reported to directory users', async () => {
  const ben = await arrive();
  await ben.page.getByLabel('Name').fill('ann');
  await ben.page.getByLabel('Password').fill('of the directory');
  await ben.page.getByRole('button', { name: 'Sign in' }).click();
  await ben.page
    .getByRole('alert')
    .filter({ hasText: 'the directory cannot be asked at the moment' })
    .waitFor();
});

test('refused sign-in gives its reason once', async () => {
  provider.name = 'nina';
  const nina = await arrive();
  await nina.page.getByRole('link', { name: 'Sign in with Lab account' }).click();
  await nina.page
    .getByRole('alert')
    .filter({ hasText: 'You have no account on Dibs yet.' })
    .waitFor();
  await nina.page.screenshot({ path: join(pictures, 'sign-in-refused.png') });
  expect(new URL(nina.page.url()).search).toBe('');
  await nina.page.goto(server.address('/?refused=<img src=x onerror=alert(1)>'));
  await nina.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect((await nina.page.getByRole('alert').allTextContents()).join('')).toBe('');
});
