/* A second factor: turned on with an authenticator's secret, needed when signing in, no code twice,
   recovery codes, and off again; an admin removes it. The codes are computed here, from the secret
   on the page. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { password } from '../support/api';
import { findings } from '../support/axe';
import { wider } from '../support/looks';
import { pictures } from '../support/paths';
import type { Visitor } from '../support/visitor';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['ben', 'cleo'], gpus: 0, ownSessions: true });

function bytesOf(base32: string): Buffer {
  const bits = [...base32]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** RFC 6238, for the current half minute or `later` ones after it. */
function codeOf(secret: string, later = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function turnOn(visitor: Visitor): Promise<{ secret: string; recovery: string[] }> {
  const { page } = visitor;
  await page
    .getByRole('region', { name: 'Second factor' })
    .getByRole('button', { name: 'Turn it on' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Turn on a second factor' });
  await dialog.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor();
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).innerText()).trim();
  await dialog.getByLabel('Code that it shows').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  return { secret, recovery: await codes.allInnerTexts() };
}

async function leave({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

/** Goes up to the code field. */
async function come({ page }: Visitor, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code').waitFor();
}

async function type({ page }: Visitor, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.keyboard.press('Enter');
}

/** Signing in leads to the requested page; home, after signing out. */
async function isIn(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
  await visitor.go('/me');
  await visitor.page.getByText(/^On: signing in with your password/).waitFor();
}

test('second factor is turned on, needed, has recovery codes, turned off', async () => {
  const ben = await world.open('ben', '/me');
  ben.expects(
    /^40[13] (GET|POST) \/api\/v1\/session$/,
    /^403 (POST|PUT|DELETE) \/api\/v1\/people\/\S+\/second-factor$/,
  );
  const { secret, recovery } = await turnOn(ben);
  expect(recovery).toHaveLength(8);
  expect(await findings(ben.page)).toEqual([]);
  await ben.page.screenshot({ path: join(pictures, 'second-factor-recovery.png') });
  await ben.page.getByRole('button', { name: 'I have kept them' }).click();
  await ben.page.getByText(/^On: signing in with your password asks for a code/).waitFor();

  await leave(ben);
  await come(ben, 'ben');
  expect(await findings(ben.page)).toEqual([]);
  expect(await wider(ben.page)).toBe(0);
  await ben.page.screenshot({ path: join(pictures, 'sign-in-code.png') });
  await type(ben, '12 34');
  await ben.page.getByRole('alert').filter({ hasText: 'The code does not fit' }).waitFor();
  const code = codeOf(secret, 1);
  await type(ben, code);
  await isIn(ben);

  await leave(ben);
  await come(ben, 'ben');
  await type(ben, code);
  await ben.page.getByRole('alert').filter({ hasText: 'it was used already' }).waitFor();
  await type(ben, recovery[0]!.toLowerCase());
  await isIn(ben);

  await ben.page.getByRole('button', { name: 'Turn it off' }).click();
  const dialog = ben.page.getByRole('dialog', { name: 'Turn off the second factor?' });
  await dialog.getByLabel('Current password').fill('not the password');
  await ben.page.keyboard.press('Enter');
  await dialog.getByText('This is not your current password.').waitFor();
  await dialog.getByLabel('Current password').fill(password);
  await ben.page.keyboard.press('Enter');
  await ben.page.getByText('Off: your password alone signs you in.').waitFor();
});

test('QR code has the secret and is dark on white in the dark theme', async () => {
  const ben = await world.open('ben', '/me');
  await ben.page.getByRole('button', { name: 'dark' }).click();
  await ben.page.getByRole('region', { name: 'Second factor' }).getByRole('button').click();
  const dialog = ben.page.getByRole('dialog', { name: 'Turn on a second factor' });
  await dialog.getByLabel('Current password').fill(password);
  const answer = ben.page.waitForResponse((response) => response.url().endsWith('/second-factor'));
  await ben.page.keyboard.press('Enter');
  const begun = (await (await answer).json()) as { secret: string; uri: string };
  expect(begun.uri).toContain(`secret=${begun.secret}&`);
  const drawn = dialog.getByRole('img', { name: /^QR code/ }).locator('path');
  expect((await drawn.getAttribute('d'))?.match(/M/g)?.length).toBeGreaterThan(300);
  expect(await drawn.evaluate((path) => getComputedStyle(path).fill)).toBe('rgb(0, 0, 0)');
  expect(await findings(ben.page)).toEqual([]);
  await ben.page.screenshot({ path: join(pictures, 'second-factor-qr.png') });
});

test('admin sees second factors and removes one', async () => {
  const cleo = await world.open('cleo', '/me');
  await turnOn(cleo);
  const id = (await world.as('cleo').get<{ person: { id: string } }>('/api/v1/session')).person.id;
  const ann = await world.open('ann', `/access?person=${id}`);
  await ann.page.getByText('Signs in with a code of an authenticator too.').waitFor();
  await ann.page.getByRole('button', { name: 'Turn it off' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Turn off the second factor of cleo?' });
  expect(await findings(ann.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Turn it off' }).click();
  await ann.page
    .getByText('Signs in with a code of an authenticator too.')
    .waitFor({ state: 'detached' });
  const stranger = await world.open('cleo', '/me');
  await stranger.page.getByText('Off: your password alone signs you in.').waitFor();
});
