import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { password } from '../support/api';
import { findings } from '../support/axe';
import { pause, until } from '../support/until';
import { away, type Visitor } from '../support/visitor';
import { useWorld } from '../support/world';
import { zone } from '../support/zone';

const world = useWorld({ people: ['bartek', 'chen', 'dana'], ownSessions: true });

const theme = (visitor: Visitor): Promise<string | null> =>
  visitor.page.locator('html').getAttribute('data-theme');
const status = async (secret: string, path = '/api/v1/gpus', method = 'GET'): Promise<number> =>
  (
    await fetch(world.server.address(path), {
      method,
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
  ).status;

test('zone, theme and language apply at once and follow the person', async () => {
  await world.as('bartek').expect(200, 'PATCH', '/api/v1/session/preferences', {
    zone: null,
    theme: null,
    language: null,
  }); // of a first try
  const one = await world.open('bartek', '/me');
  await one.page.getByRole('combobox', { name: 'Time zone' }).click();
  await one.page.keyboard.type('tokyo');
  await one.page.getByRole('option', { name: /^Asia\/Tokyo UTC\+9 \d\d:\d\d$/ }).waitFor();
  await one.page.keyboard.press('Enter');
  await one.page.getByText(/^\d\d:\d\d:\d\d\s+(GMT\+9|JST), /).waitFor();
  await one.page.getByRole('button', { name: 'dark' }).click();
  expect(await theme(one)).toBe('dark');
  await one.page.getByRole('button', { name: 'Polski' }).click();
  await one.page.getByText('Zapisane na Twoim koncie.').waitFor();

  const other = await world.open('bartek', '/me');
  await other.page.getByText('Zapisane na Twoim koncie.').waitFor();
  expect(await other.page.getByRole('combobox', { name: 'Strefa czasowa' }).inputValue()).toBe(
    'Asia/Tokyo',
  );
  expect(await theme(other)).toBe('dark');
  expect(await other.page.locator('html').getAttribute('lang')).toBe('pl');
  await other.page.getByTitle('Godziny w strefie Asia/Tokyo').waitFor();

  // Without a choice the zone follows the browser, which is in the tests' zone.
  await other.page
    .getByRole('button', { name: `Jak w przeglądarce: ${zone.replaceAll('_', ' ')}` })
    .click();
  await other.page.getByText('Taka jak w tej przeglądarce.').waitFor();
  await until(
    'taken back on the server too',
    async () =>
      (await world.as('bartek').get<{ preferences: { zone?: string } }>('/api/v1/session'))
        .preferences.zone === undefined,
  );
});

test('choices are reported as stored once the last is', async () => {
  const chen = await world.open('chen', '/me');
  const kept = chen.page.getByRole('region', { name: 'Display' }).getByRole('status');
  await kept.getByText('Kept with your account.').waitFor();
  const asked: (() => void)[] = [];
  await chen.page.route('**/api/v1/session/preferences', async (route) => {
    await new Promise<void>((done) => asked.push(done));
    await route.continue();
  });
  await chen.page.getByRole('button', { name: 'dark' }).click();
  await chen.page.getByRole('button', { name: 'light' }).click();
  await until('the first is asked', () => asked[0]);
  asked[0]?.();
  await until('the first is answered, the second asked', () => asked[1]);
  expect(await kept.innerText()).toBe('Saving…');
  asked[1]?.();
  await kept.getByText('Kept with your account.').waitFor();
});

test('site without a mail server offers no mails', async () => {
  const dana = await world.open('dana', '/me');
  const part = dana.page.getByRole('region', { name: 'Mails', exact: true });
  await part.getByText('This site sends no mail: it has no mail server.').waitFor();
  expect(await part.getByRole('checkbox').count()).toBe(0);
});

test('token is shown once, has its scope, and ends when revoked', async () => {
  const ann = await world.open('ann', '/me');
  await ann.page.getByRole('button', { name: 'New token' }).click();
  await ann.page.getByLabel('What is it for?').fill('nightly report');
  await ann.page.getByRole('radio', { name: 'See Reads what you can read.' }).check();
  await ann.page.getByLabel('How long does it work?').selectOption({ label: '7 days' });
  await ann.page.keyboard.press('Enter');
  const box = ann.page.getByRole('group', { name: 'Secret of “nightly report”' });
  const secret = (await box.getByText(/^dibs_\w+$/).innerText()).trim();
  await until('the button to copy has the focus', () =>
    box
      .getByRole('button', { name: /Cop/ })
      .first()
      .evaluate((button) => button === document.activeElement),
  );
  expect(await status(secret)).toBe(200);
  expect(await status(secret, '/api/v1/reservations', 'POST')).toBe(403);

  await box.getByRole('button', { name: 'I have copied it' }).click();
  await ann.page.reload();
  await ann.page.getByText('nightly report').first().waitFor();
  expect(await ann.page.content()).not.toContain(secret);

  await ann.page.getByRole('button', { name: 'Revoke nightly report' }).click();
  const question = ann.page.getByRole('dialog', { name: 'Revoke “nightly report”?' });
  await ann.page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await status(secret)).toBe(200); // asked, not done
  await ann.page.getByRole('button', { name: 'Revoke nightly report' }).click();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await ann.page.getByText('No tokens yet.').waitFor();
  expect(await status(secret)).toBe(401);
});

test('signing out everywhere signs out this page and asks on the other', async () => {
  const [here, there] = [await world.open('chen', '/me'), await world.open('chen', '/calendar')];
  there.expects(/^401 /, ...away);
  await there.live();
  await here.page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = here.page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await question.getByText(/^Ends all \d sessions, this one too\./).waitFor();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await here.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const dialog = there.page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  await dialog.getByLabel('Password').fill(password);
  await there.page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await there.live();
});

test('signing out drops open reads, and a failure repeats them', async () => {
  const dana = await world.open('dana', '/fleet');
  await dana.live();
  const asked: string[] = [];
  let slow = true;
  await dana.page.route('**/api/v1/usage/split/query', async (route) => {
    asked.push(slow ? 'slow' : 'quick');
    if (slow) await pause(2000); // longer than ending the session takes
    await route.continue().catch(() => null); // dropped meanwhile
  });
  await dana.page.route('**/api/v1/session', async (route) =>
    route.request().method() === 'DELETE' && slow ? route.abort('failed') : route.continue(),
  );
  dana.expects(/^failed: DELETE \S*\/api\/v1\/session /);
  const signOut = async () => {
    await dana.page.keyboard.press('Control+k');
    await dana.palette.waitFor();
    await dana.page.keyboard.type('sign out');
    await dana.page.getByRole('option', { name: 'Sign out' }).waitFor();
    await dana.page.keyboard.press('Enter');
  };

  await dana.page.getByRole('link', { name: 'gpu02' }).first().click();
  await until('usage is being asked for', () => Promise.resolve(asked.length > 0));
  const before = asked.length;
  await signOut();
  await until('asked again: the person stays', () => Promise.resolve(asked.length > before));
  await dana.live();

  slow = false;
  await signOut();
  await dana.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await pause(2500); // slow reads would be answered by now
});

test('one session is ended, the other continues', async () => {
  const here = await world.open('dana', '/me');
  const sessions = here.page.getByRole('region', { name: 'Where you are signed in' });
  await sessions.getByText('this one', { exact: true }).waitFor();
  const count = await sessions.getByRole('listitem').count();
  expect(count).toBeGreaterThan(1); // the tests' own
  await sessions
    .getByRole('button', { name: /^End the session from 127\.0\.0\.1/ })
    .first()
    .click();
  await until(
    'one line less',
    async () => (await sessions.getByRole('listitem').count()) === count - 1,
  );
  await here.page.reload();
  await sessions.getByText('this one', { exact: true }).waitFor();
});

test('password change needs the current one, and replaces it', async () => {
  await world.admin.addPerson('eva');
  const eva = await world.open('eva', '/me');
  eva.expects(/^403 POST /);
  const fresh = randomBytes(12).toString('hex');
  const change = async (current: string) => {
    await eva.page.getByLabel('Current password').fill(current);
    await eva.page.getByLabel('New password').fill(fresh);
    await eva.page.keyboard.press('Enter');
  };
  await change('not her password');
  await eva.page.getByText('This is not your current password.').waitFor();
  await change(password);
  await eva.page.getByText('Password changed. Your other sessions have ended.').waitFor();
  await eva.page.getByText('this one', { exact: true }).waitFor(); // still signed in
  const tried = async (word: string) =>
    (
      await fetch(world.server.address('/api/v1/session'), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: world.server.origin },
        body: JSON.stringify({ name: 'eva', password: word }),
      })
    ).status;
  expect(await tried(password)).toBe(401);
  expect(await tried(fresh)).toBe(201);
});

test('admin adds a person who can sign in, others do not see people', async () => {
  const ann = await world.open('ann', '/me');
  await ann.page.getByRole('button', { name: 'Add a person' }).click();
  const form = ann.page.getByRole('dialog', { name: 'Add a person' });
  await form.getByLabel('Name', { exact: true }).fill('Zofia Nowak');
  expect(await form.getByLabel('Account on the GPU hosts').inputValue()).toBe('zofia');
  await form.getByRole('button', { name: 'A password', exact: true }).click();
  await form.getByLabel('First password').fill(password);
  await ann.page.keyboard.press('Enter');
  await ann.page.getByRole('region', { name: 'People' }).getByText('Zofia Nowak').waitFor();
  const zofia = await world.open('zofia', '/me');
  await zofia.page.getByRole('heading', { name: 'Zofia Nowak' }).waitFor();
  await zofia.page.getByRole('heading', { name: 'API tokens' }).waitFor();
  expect(await zofia.page.getByRole('region', { name: 'People' }).count()).toBe(0);
});

test('dialogs of the account have no axe finding', async () => {
  await world.admin.expect(201, 'POST', '/api/v1/tokens', {
    label: 'to look at',
    scopes: ['read', 'book'],
  });
  const ann = await world.open('ann', '/me');
  for (const name of [
    'New token',
    'Revoke to look at',
    'Sign out everywhere',
    'Add a person',
    'New password for bartek',
  ]) {
    await ann.page.getByRole('button', { name, exact: true }).click();
    await ann.page.getByRole('dialog').waitFor();
    expect(await findings(ann.page), name).toEqual([]);
    await ann.page.keyboard.press('Escape');
    await ann.page.getByRole('dialog').waitFor({ state: 'detached' });
    await until('the focus is back', () =>
      ann.page.evaluate(() => document.activeElement?.tagName === 'BUTTON'),
    );
  }
  await ann.page.getByRole('combobox', { name: 'Time zone' }).press('ArrowDown');
  await ann.page.getByRole('listbox').waitFor();
  expect(await findings(ann.page)).toEqual([]);
});
