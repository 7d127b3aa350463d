/* Groups and their members, accounts, and the booking check. */
import { expect, test } from 'vitest';
import { accessOf, form, ifSaved, row, week } from '../support/access';
import { findings } from '../support/axe';
import { pause, until } from '../support/until';
import { dayAt, useWorld } from '../support/world';
import { zone } from '../support/zone';

const world = useWorld({ people: ['bartek', 'chen', 'dana', 'eli', 'farah'] });
const { give, grantCalled, idOf, makeGroup, state } = accessOf(world);

test('group is created, and a member is added, granted and removed', async () => {
  const ann = await world.open('ann', '/access');
  await ann.page.getByRole('button', { name: 'New group' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'New group' });
  await dialog.getByLabel('Name').fill('language');
  await ann.page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await ann.page.getByRole('heading', { name: 'language may use nothing.' }).waitFor();

  await ann.page.getByRole('combobox', { name: 'Add a person' }).fill('bart');
  await ann.page.getByRole('option', { name: /bartek/ }).waitFor();
  await ann.page.keyboard.press('Enter');
  const question = ann.page.getByRole('dialog', { name: 'Bring bartek into language?' });
  await question.getByText('No booking changes.').waitFor();
  await question.getByRole('button', { name: 'Bring in' }).click();
  await ann.page
    .getByRole('list', { name: 'Members of language' })
    .getByRole('link', { name: 'bartek' })
    .waitFor();

  await ann.page.getByRole('button', { name: 'Add a grant' }).click();
  await ann.page.getByRole('group', { name: 'Name', exact: true }).getByLabel('Name').fill('days');
  await row(ann, 'days').getByRole('button', { name: 'everything' }).click();
  await ann.page.getByRole('button', { name: 'some', exact: true }).click();
  await ann.page.getByRole('checkbox', { name: 'gpu01' }).check();
  await form(ann).getByRole('radio', { name: 'In these windows' }).check();
  await ifSaved(ann).getByText('No booking changes.').waitFor();
  await ifSaved(ann).getByRole('button', { name: 'Save grant' }).click();
  await ann.page.getByRole('heading', { name: 'language may use gpu01 by day.' }).waitFor();
  expect((await grantCalled('days'))?.windows).toEqual([
    { days: week.slice(0, 5), from: '08:00', until: '20:00' },
  ]);

  await ann.page.getByRole('button', { name: 'Take bartek out of language' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click();
  await ann.page.getByText('Nobody is in it yet.').waitFor();
  await ann.press('Control+z');
  await ann.page
    .getByRole('list', { name: 'Members of language' })
    .getByRole('link', { name: 'bartek' })
    .waitFor();
});

test('closed group shows its members’ initials', async () => {
  await makeGroup('closed', 'dana', 'eli');
  const open = await makeGroup('open', 'chen');
  const ann = await world.open('ann', `/access?group=${open}`);
  const closed = ann.page.getByRole('listitem').filter({ hasText: /^closed/ });
  await expect.poll(() => closed.locator('.who').allInnerTexts()).toEqual(['DA', 'EL']);
  await world.admin.expect(
    204,
    'PUT',
    `/api/v1/groups/${await makeGroup('third')}/members/${idOf('dana')}`,
    {},
  );
  await expect
    .poll(() =>
      ann.page
        .getByRole('listitem')
        .filter({ hasText: /^third/ })
        .locator('.who')
        .allInnerTexts(),
    )
    .toEqual(['DA']);
});

test('manager invites, person answers, and others’ changes show live', async () => {
  const group = await makeGroup('open group', 'bartek');
  await give({
    name: 'their nights',
    to: { groups: [group] },
    what: { everything: true },
    zone,
    windows: [{ days: week, from: '20:00', until: '08:00' }],
  });
  const bartek = await world.open('bartek', `/access?group=${group}`);
  await bartek.page
    .getByRole('heading', { name: 'open group may use everything at night.' })
    .waitFor();
  for (const name of ['New group', 'Add a grant', 'Change', 'Withdraw the grant their nights'])
    expect(await bartek.page.getByRole('button', { name }).count()).toBe(0);
  expect(await bartek.page.getByRole('combobox', { name: /person$/ }).count()).toBe(0);
  expect(await form(bartek).getByRole('radio').count()).toBe(0);

  await world.admin.expect(204, 'PUT', `/api/v1/groups/${group}/members/${idOf('bartek')}`, {
    manager: true,
  });
  await world.admin.expect(200, 'PATCH', `/api/v1/groups/${group}/limits`, { gpus_at_once: 1 });
  const members = bartek.page.getByRole('list', { name: 'Members of open group' });
  const invited = bartek.page.getByRole('list', { name: 'Invited to open group' });
  for (const who of ['dana', 'eli', 'farah']) {
    await bartek.page.getByRole('combobox', { name: 'Invite a person' }).fill(who);
    await bartek.page.getByRole('option', { name: new RegExp(who) }).click();
    await invited
      .getByRole('listitem')
      .filter({ hasText: who })
      .getByText('invited', { exact: true })
      .waitFor();
  }
  expect(await members.getByRole('link', { name: 'dana' }).count(), 'she has not answered').toBe(0);
  expect(await findings(bartek.page)).toEqual([]);

  const dana = await world.open('dana', '/');
  const needs = dana.page.locator('section', {
    has: dana.page.getByRole('heading', { name: 'Needs you' }),
  });
  await needs.getByText('bartek invites you to the group open group', { exact: true }).waitFor();
  await needs.getByText(/^If you join, these limits apply to you: .*: 1\./).waitFor();
  expect(await findings(dana.page)).toEqual([]);
  await dana.click(needs.getByRole('button', { name: /^Accept\W+open group$/ }));
  await dana.page.getByText('Nothing needs you.').waitFor();
  await members.getByRole('link', { name: 'dana' }).waitFor();

  const eli = await world.open('eli', `/access?group=${group}`);
  await eli.page.getByText('bartek invites you to this group.').waitFor();
  await eli.click(eli.page.getByRole('button', { name: /^Decline\W+open group$/ }));
  await eli.page.getByText('bartek invites you to this group.').waitFor({ state: 'detached' });
  await bartek.page.getByRole('button', { name: 'Withdraw the invitation of farah' }).click();
  await invited.getByText('farah').waitFor({ state: 'detached' });
  await invited
    .getByRole('listitem')
    .filter({ hasText: 'eli' })
    .getByText('declined', { exact: true })
    .waitFor();
  expect(
    await bartek.page.getByRole('button', { name: 'Withdraw the invitation of eli' }).count(),
  ).toBe(0);

  await dana.go(`/access?group=${group}`);
  await dana.page.getByRole('button', { name: 'Leave open group' }).click();
  await dana.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await members.getByRole('link', { name: 'dana' }).waitFor({ state: 'detached' });

  await world.admin.expect(204, 'PUT', `/api/v1/groups/${group}/members/${idOf('chen')}`, {});
  await bartek.page
    .getByRole('list', { name: 'Members of open group' })
    .getByRole('link', { name: 'chen' })
    .waitFor();
});

test('booking check says yes, or no with the reason, and its command', async () => {
  const group = await makeGroup('asked', 'dana');
  await give({
    name: 'mornings',
    to: { groups: [group] },
    what: {
      hosts: [
        (await world.admin.list<{ id: string; name: string }>('/api/v1/hosts')).find(
          (one) => one.name === 'gpu01',
        )?.id,
      ],
    },
    zone,
    windows: [{ days: week, from: '06:00', until: '14:00' }],
  });
  const ann = await world.open('ann', `/access?person=${idOf('dana')}`);
  ann.expects(/^\d+ POST \S*\/api\/v1\/reservations$/);
  const may = ann.page.getByRole('region', { name: 'Check access' });
  const field = may.getByRole('textbox', { name: 'Which GPUs, and when' });
  await field.fill('gpu01:0 tomorrow 9-12');
  await may.getByText('Yes.').waitFor();
  await may.getByText('dibs may dana gpu01:0 "tomorrow 9-12"').waitFor();
  await field.fill('gpu02:0 tomorrow 9-12');
  await may.getByText(/^No\. /).waitFor();
  await field.fill('gpu01:0');
  await may.getByText('When, and until when?').waitFor();
  expect((await world.admin.reservations()).length).toBe(0);
});

test('people are found by typing, edited, disabled and enabled', async () => {
  await give({ name: 'for chen', to: { people: [idOf('chen')] }, what: { everything: true } });
  const chen = await world
    .as('chen')
    .book(world.gpus('gpu01:1'), dayAt(1, 9), dayAt(1, 11), 'waits');
  const ann = await world.open('ann', '/access?show=people');
  const list = ann.page.getByRole('list', { name: 'People' });
  await list.getByRole('link', { name: /bartek/ }).waitFor();
  await ann.page.getByRole('searchbox', { name: 'Name or account' }).fill('CHE');
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await list.getByRole('link', { name: /chen/ }).click();
  const account = ann.page.getByRole('region', { name: 'Account' });
  await account.getByLabel('Name', { exact: true }).fill('Chen Li');
  await account.getByLabel('Mail').fill('chen@example.org');
  await account.getByRole('button', { name: 'Save' }).click();
  await ann.page.getByText('Changed the account of Chen Li').waitFor();
  await list.getByText('Chen Li').waitFor();
  expect(await world.admin.get(`/api/v1/people/${idOf('chen')}`)).toMatchObject({
    name: 'Chen Li',
    mail: 'chen@example.org',
    unix_name: 'chen',
  });

  await account.getByRole('button', { name: 'Disable' }).click();
  const question = ann.page.getByRole('dialog', { name: 'Disable the account of Chen Li?' });
  await question.getByText('1 booking would be suspended:').waitFor();
  await ann.page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await state(chen)).toBe('upcoming');
  await account.getByRole('button', { name: 'Disable' }).click();
  await question.getByRole('button', { name: 'Disable' }).click();
  await ann.page
    .getByRole('heading', { name: 'Chen Li may do nothing: the account is disabled.' })
    .waitFor();
  expect(await state(chen)).toBe('suspended');
  await account.getByRole('button', { name: 'Enable' }).click();
  await ann.page.getByRole('dialog').getByText('1 suspended booking would hold again:').waitFor();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
  await until('it holds again', async () => (await state(chen)) === 'upcoming');
});

test('group is removed with its effect, and hosts list their users', async () => {
  const group = await makeGroup('short-lived', 'dana');
  await give({ name: 'for a while', to: { groups: [group] }, what: { everything: true } });
  const dana = await world
    .as('dana')
    .book(world.gpus('gpu03:0'), dayAt(2, 9), dayAt(2, 11), 'last');
  const ann = await world.open('ann', `/access?show=hosts`);
  await ann.page.getByRole('link', { name: /^gpu03/ }).click();
  await ann.page.getByRole('heading', { name: /^gpu03 may be used by .*short-lived/ }).waitFor();
  await ann.page.getByRole('link', { name: 'for a while' }).click();
  await ann.page.getByRole('button', { name: 'Remove the group short-lived' }).click();
  const question = ann.page.getByRole('dialog', { name: 'Remove the group short-lived?' });
  await question.getByRole('link', { name: 'last' }).waitFor();
  await question.getByRole('button', { name: 'Remove' }).click();
  await ann.page.getByText('Removed the group short-lived').waitFor();
  expect(await state(dana)).toBe('suspended');
  await world
    .as('dana')
    .expect(200, 'DELETE', `/api/v1/reservations/${dana.id}`, undefined, { 'If-Match': '*' });

  await ann.go('/history?kind=access');
  await ann.page.getByText('You removed the group short-lived').waitFor();
});

test('access works by keyboard, and axe finds nothing in its dialogs', async () => {
  const group = await makeGroup('keys', 'bartek');
  const grant = await give({
    name: 'by keys',
    to: { groups: [group], people: [idOf('dana')] },
    what: { everything: true },
    zone,
    windows: [{ days: ['mon'], from: '08:00', until: '20:00' }],
  });
  const ann = await world.open('ann', `/access?group=${group}&grant=${grant.id}`);
  await form(ann).getByRole('checkbox', { name: 'Tue' }).focus();
  await ann.press('Space');
  await ann.page.getByRole('img', { name: /^The week of by keys: Mon, Tue 08:00/ }).waitFor();
  await row(ann, 'by keys').getByRole('button', { name: /dana/ }).focus();
  await ann.press('Enter');
  await ann.page.getByRole('group', { name: 'Given to', exact: true }).first().waitFor();
  await ifSaved(ann).getByText('No booking changes.').waitFor();
  expect(await findings(ann.page)).toEqual([]);
  await row(ann, 'by keys').getByRole('button', { name: 'no end' }).click();
  await ann.page.getByLabel('Ends').fill('in 90 days');
  await ann.press('Enter');
  await ann.page
    .getByRole('group', { name: 'Start and end' })
    .getByText(zone.replaceAll('_', ' '))
    .waitFor();
  await until('it can be saved', () =>
    ifSaved(ann).getByRole('button', { name: 'Save' }).isEnabled(),
  );
  await ifSaved(ann).getByRole('button', { name: 'Save' }).focus();
  await ann.press('Enter');
  await ann.page.getByText('Changed the grant by keys').waitFor();
  expect((await grantCalled('by keys'))?.windows[0]?.days).toEqual(['mon', 'tue']);

  await ann.go(`/access?person=${idOf('bartek')}`);
  await ann.page.getByRole('region', { name: 'Account' }).waitFor();
  expect(await findings(ann.page)).toEqual([]);
  await ann.page.getByRole('button', { name: 'Disable' }).click();
  await ann.page.getByRole('dialog').getByText('No booking changes.').waitFor();
  await pause(300);
  expect(await findings(ann.page)).toEqual([]);
});
