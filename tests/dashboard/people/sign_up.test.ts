/* A person without an account creates one: a code is in a file of theirs on a real SSH server,
   which the test reads as they would. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { pl } from '../../../api/dashboard/src/language/pl';
import { password } from '../support/api';
import { findings } from '../support/axe';
import { englishOn } from '../support/english';
import { Fleet } from '../support/fleet';
import { targets, wider } from '../support/looks';
import { pictures } from '../support/paths';
import { Server } from '../support/server';
import { pause, until } from '../support/until';
import { Visitor, type VisitorOptions } from '../support/visitor';
import { launch } from '../support/world';

let fleet: Fleet;
let server: Server;
let browser: Browser;

beforeAll(async () => {
  fleet = await Fleet.start(undefined, ['kim', 'lee', 'max']);
  server = await new Server({
    hostsFile: fleet.hostsFile,
    more: () => '[sign_up]\nssh = true\nlowest_uid = 1\n',
  }).start();
  browser = await launch();
  await server.makeAdmin('boss');
});

afterAll(async () => {
  await browser.close();
  await server.remove();
  fleet.stop();
});

async function arrive(options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, server, options);
  await visitor.page.goto(server.address('/'));
  return visitor;
}
async function codeOf(name: string, host: string): Promise<string> {
  const file = join(fleet.folder, host, `home.${name}`, '.dibs', 'sign-up-code');
  await until('the code lies there', () => existsSync(file));
  await pause(300); // Dibs knows it after the host's report
  return readFileSync(file, 'utf8').trim();
}

test('keys alone sign up with name, host and code', async () => {
  const kim = await arrive({ colorScheme: 'dark' });
  kim.expects(/^403 POST \S*\/sign-up\/complete$/, /^422 POST \S*\/sign-up\/complete$/);
  const { page } = kim;
  await page.getByRole('link', { name: 'No account yet? Make yourself one' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Make yourself an account' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.id))
    .toBe('sign-up-unix_name'); // once the offer is known
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type('kim');
  await page.keyboard.press('Tab');
  await page.keyboard.type('gpu02');
  await page.keyboard.press('Tab'); // Enter opens the list of hosts
  await page.keyboard.press('Enter');
  await page
    .getByText(/^A code for kim is being left on gpu02\. It is good until \d\d:\d\d/)
    .waitFor();
  await page.getByText('cat ~/.dibs/sign-up-code').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('sign-up-code');
  expect(await findings(page)).toEqual([]);
  await page.screenshot({ path: join(pictures, 'sign-up-dark.png') });
  const code = await codeOf('kim', 'gpu02');
  // A wrong code, and one of the most common passwords: each error is at its field, and no input is
  // lost.
  await page.keyboard.type('BBBBBBBBBB');
  await page.getByLabel('Your name, as colleagues see it').fill('Kim Nowak');
  await page.getByLabel('Password').fill('password1234');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.locator('#sign-up-password-wrong').textContent())
    .toMatch(/^This password is among the first/);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('sign-up-password');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.locator('#sign-up-code-wrong').textContent())
    .toMatch(/^This code is wrong/);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('sign-up-code');
  expect(await page.locator('#sign-up-password-wrong').textContent()).toBe('');
  await page.screenshot({ path: join(pictures, 'sign-up-wrong.png') });
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: /Three steps|You hold/ })
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await kim.go('/me');
  await page.getByText('Kim Nowak').first().waitFor();
  expect(kim.unexpected).toEqual([]);
  await kim.leave();
});

test('missing file shows the line for authorized_keys', async () => {
  const lee = await arrive({ viewport: { width: 320, height: 720 } });
  const { page } = lee;
  await page.goto(server.address('/sign-up'));
  await page.getByLabel('Your account on the GPU hosts').fill('nobody-here');
  await page.getByRole('button', { name: 'Leave me a code' }).click();
  await page.getByText('There is no such file?').click();
  await page
    .getByText(readFileSync(join(fleet.folder, 'probe_key.pub'), 'utf8').split(' ')[1] ?? '')
    .waitFor();
  expect(await wider(page)).toBe(0);
  expect((await targets(page)).small).toEqual([]);
  await page.screenshot({ path: join(pictures, 'sign-up-no-file.png') });
  await page.getByRole('button', { name: 'Another name or host' }).click();
  await page.getByRole('button', { name: 'Leave me a code' }).waitFor();
  expect(lee.unexpected).toEqual([]);
  await lee.leave();
});

test('sign-up in Polish has no English, also in a refusal', async () => {
  const max = await arrive({ locale: 'pl-PL', colorScheme: 'light' });
  const { page } = max;
  max.expects(/^422 POST \S*\/sign-up$/);
  await page.getByRole('link', { name: String(pl['elsewhere.signUp']) }).click();
  await page.getByLabel(String(pl['signUp.unix'])).fill('root');
  await page.getByRole('button', { name: String(pl['signUp.begin']) }).click();
  await expect
    .poll(() => page.locator('#sign-up-unix_name-wrong').textContent())
    .toMatch(/^Nikt nie nazywa się root/);
  expect(await englishOn(page, ['English'])).toEqual([]);
  await page.getByLabel(String(pl['signUp.unix'])).fill('max');
  await page.getByLabel(String(pl['signUp.host'])).selectOption('gpu01');
  await page.getByRole('button', { name: String(pl['signUp.begin']) }).click();
  await page.getByLabel(String(pl['signUp.code'])).fill(await codeOf('max', 'gpu01'));
  expect(await englishOn(page, ['English'])).toEqual([]);
  await page.screenshot({ path: join(pictures, 'sign-up-polish.png') });
  expect(max.unexpected).toEqual([]);
  await max.leave();
});

test('disabled sign-up has no link and says who creates accounts', async () => {
  const closed = await new Server().start();
  try {
    await closed.makeAdmin('boss');
    const visitor = await Visitor.arrive(browser, closed);
    await visitor.page.goto(closed.address('/'));
    await visitor.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await pause(500);
    expect(await visitor.page.getByRole('link', { name: /No account yet/ }).count()).toBe(0);
    await visitor.page.goto(closed.address('/sign-up'));
    await visitor.page.getByText('Here an admin makes accounts.').waitFor();
    expect(visitor.unexpected).toEqual([]);
    await visitor.leave();
  } finally {
    await closed.remove();
  }
});
