/* Groups and their members, grants as sentences and as a painted week, the effect of a change on
   bookings before it is made, accounts, and the booking check. */
import { beforeAll, expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { iso, type Reservation } from '../support/api';
import { findings } from '../support/axe';
import { pause, until } from '../support/until';
import type { Visitor } from '../support/visitor';
import { dayAt, useWorld } from '../support/world';
import { zone } from '../support/zone';

const world = useWorld({ people: ['bartek', 'chen', 'dana', 'eli', 'farah'] });

interface Grant {
  id: string;
  name: string;
  version: number;
  windows: { days: string[]; from: string; until: string }[];
}
type Json = Record<string, unknown>;
const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const always = { days: week, from: '00:00', until: '24:00' };
const ids = new Map<string, string>();
const idOf = (name: string): string => ids.get(name) ?? '';

const grants = (): Promise<Grant[]> => world.admin.list<Grant>('/api/v1/grants');
const grantCalled = async (name: string): Promise<Grant | undefined> =>
  (await grants()).find((one) => one.name === name);
const makeGroup = async (name: string, ...people: string[]): Promise<string> => {
  const { id } = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/groups', { name });
  for (const one of people)
    await world.admin.expect(204, 'PUT', `/api/v1/groups/${id}/members/${idOf(one)}`, {});
  return id;
};
const give = (body: Json): Promise<Grant> =>
  world.admin.expect<Grant>(201, 'POST', '/api/v1/grants', body);
const state = async (booking: Reservation): Promise<string> =>
  (await world.admin.reservation(booking.id)).state;

const row = (visitor: Visitor, name: string): Locator =>
  visitor.page
    .getByRole('region', { name: 'Grants' })
    .getByRole('listitem')
    .filter({ hasText: name });
const form = (visitor: Visitor): Locator =>
  visitor.page.getByRole('group', { name: 'When it holds' });
const ifSaved = (visitor: Visitor): Locator =>
  visitor.page.getByRole('region', { name: 'If you save' });
const place = async (visitor: Visitor, day: number, hours: number) => {
  const lanes = visitor.page.locator('.lanes');
  // The answer to a change may move the week.
  await expect.poll(() => visitor.page.locator('[aria-busy=true]').count()).toBe(0);
  await lanes.hover({ trial: true });
  const box = await lanes.boundingBox();
  if (!box) throw new Error('no week');
  return { x: box.x + (box.width * hours) / 24, y: box.y + (box.height * (day + 0.5)) / 7 };
};

// Ann may do everything; the others have the rights of their groups.
beforeAll(async () => {
  for (const { id, unix_name: name } of await world.admin.list<{ id: string; unix_name: string }>(
    '/api/v1/people',
  ))
    ids.set(name, id);
  const [first] = await grants();
  await world.admin.expect(
    200,
    'PATCH',
    `/api/v1/grants/${first?.id}`,
    { to: { people: [idOf('ann')] }, name: 'ann' },
    { 'If-Match': '*' },
  );
});

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

test('grant change names the suspended booking, and undo revives it', async () => {
  const group = await makeGroup('vision', 'chen');
  const grant = await give({
    name: 'round the clock',
    to: { groups: [group] },
    what: { everything: true },
    zone,
    windows: [always],
  });
  const chen = await world
    .as('chen')
    .book(world.gpus('gpu01:0'), dayAt(1, 9), dayAt(1, 11), 'sdxl');
  const ann = await world.open('ann', `/access?group=${group}&grant=${grant.id}`);
  await form(ann).getByLabel('until').fill('8');
  await ann.page.keyboard.press('Tab');
  await ifSaved(ann).getByText('1 booking would be suspended:').waitFor();
  await ifSaved(ann).getByRole('link', { name: 'sdxl' }).waitFor();
  expect(await state(chen)).toBe('upcoming'); // asked, not done
  await row(ann, 'round the clock').getByText('not saved').waitFor();

  await ifSaved(ann).getByRole('button', { name: 'Discard' }).click();
  await ifSaved(ann).waitFor({ state: 'detached' });
  expect(await form(ann).getByLabel('until').inputValue()).toBe('24:00');

  await form(ann).getByLabel('until').fill('8:00');
  await ann.page.keyboard.press('Tab');
  await ifSaved(ann).getByRole('button', { name: 'Save and suspend 1' }).click();
  await ann.page.getByText('Changed the grant round the clock').waitFor();
  expect(await state(chen)).toBe('suspended');

  const owner = await world.open('chen', `/reservations/${chen.id}`);
  await owner.page.getByText('Suspended', { exact: true }).waitFor();
  await owner.page
    .getByText(/ann suspended the booking of .*\(grant withdrawn\)/)
    .first()
    .waitFor();
  await owner.page.getByRole('button', { name: 'Cancel' }).waitFor();

  await ann.press('Control+z');
  await until('it holds again', async () => (await state(chen)) === 'upcoming');
  await owner.page.getByText('Upcoming', { exact: true }).waitFor();
});

test('week is painted, erased, an edge moved, and Esc cancels', async () => {
  const group = await makeGroup('painters');
  const grant = await give({
    name: 'hours',
    to: { groups: [group] },
    what: { everything: true },
    zone,
    windows: [{ days: week.slice(0, 5), from: '08:00', until: '20:00' }],
  });
  const ann = await world.open('ann', `/access?group=${group}&grant=${grant.id}`);
  await ann.page.getByRole('img', { name: /^The week of hours: Mon/ }).waitFor();

  await ann.drag(await place(ann, 5, 10.02), await place(ann, 5, 13.9));
  await ann.page
    .getByRole('img', {
      name: 'The week of hours: Mon\u00a0–\u00a0Fri 08:00\u00a0–\u00a020:00, Sat 10:00\u00a0–\u00a014:00',
    })
    .waitFor();
  await ann.drag(await place(ann, 0, 20), await place(ann, 0, 22));
  await ann.page.getByRole('img', { name: /Fri 08:00 – 22:00, Sat/ }).waitFor();

  await ann.grab(await place(ann, 6, 2.1), await place(ann, 6, 6));
  await ann.press('Escape');
  await ann.letGo();
  await ann.page.keyboard.down('Alt');
  await ann.drag(await place(ann, 2, 0.1), await place(ann, 2, 23.9));
  await ann.page.keyboard.up('Alt');
  await ann.page
    .getByRole('img', {
      name: 'The week of hours: Sat 10:00\u00a0–\u00a014:00, Mon, Tue, Thu, Fri 08:00\u00a0–\u00a022:00',
    })
    .waitFor();

  await ifSaved(ann).getByRole('button', { name: 'Save' }).click();
  await until('it is saved', async () => (await grantCalled('hours'))?.windows.length === 2);
  expect((await grantCalled('hours'))?.windows.find((one) => one.days.length === 4)).toEqual({
    days: ['mon', 'tue', 'thu', 'fri'],
    from: '08:00',
    until: '22:00',
  });
});

test('second editor of a grant sees a notice and the current grant', async () => {
  const group = await makeGroup('races');
  const grant = await give({
    name: 'contested',
    to: { groups: [group] },
    what: { everything: true },
    zone,
    windows: [always],
  });
  const ann = await world.open('ann', `/access?group=${group}&grant=${grant.id}`);
  ann.expects(/^412 PATCH/);
  await form(ann).getByLabel('until').fill('20:00');
  await ann.page.keyboard.press('Tab');
  await ifSaved(ann).getByText('No booking changes.').waitFor();
  await world.admin.expect(
    200,
    'PATCH',
    `/api/v1/grants/${grant.id}`,
    { windows: [{ ...always, until: '12:00' }] },
    { 'If-Match': '*' },
  );
  await ifSaved(ann).getByRole('button', { name: 'Save' }).click();
  await ann.page
    .getByRole('alert')
    .filter({ hasText: 'Somebody else changed the grant contested' })
    .waitFor();
  await expect.poll(() => form(ann).getByLabel('until').inputValue()).toBe('12:00');
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

test('calendar is grey with a reason where booking is not allowed', async () => {
  const group = await makeGroup('daytime', 'farah'); // a person without another group's grants: those would also be grey at some time of the day
  const until2 = new Date(dayAt(1, 12));
  const grant = await give({
    name: 'until noon',
    to: { groups: [group] },
    what: { everything: true },
    until: iso(until2.getTime()),
  });
  const farah = await world.open('farah', '/calendar');
  await farah.live();
  const washed = farah.page.locator('.wash > i');
  await expect.poll(() => washed.count()).toBeGreaterThan(0);
  const box = await washed.last().boundingBox();
  if (!box) throw new Error('nothing is grey');
  await farah.page.mouse.move(box.x + 30, box.y + 10);
  await farah.page
    .getByText(/^No grant after until noon ends /)
    .first()
    .waitFor();
  await world.admin.expect(
    200,
    'PATCH',
    `/api/v1/grants/${grant.id}`,
    { until: null },
    { 'If-Match': '*' },
  );
  await expect.poll(() => washed.count()).toBe(0);
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

test('lost grant is shown on Home with a link', async () => {
  const group = await makeGroup('guests', 'eli');
  const grant = await give({
    name: 'for guests',
    to: { groups: [group] },
    what: { everything: true },
  });
  const eli = await world.open('eli', '/');
  const { id } = await world.as('eli').book(world.gpus('gpu01:0'), dayAt(3, 10), dayAt(3, 12));
  await world.admin.expect(204, 'DELETE', `/api/v1/grants/${grant.id}`, undefined, {
    'If-Match': '*',
  });
  const told = eli.page.getByRole('listitem').filter({ hasText: '(grant withdrawn)' });
  await told.waitFor();
  await eli.page.reload();
  await told.getByRole('link', { name: /Open/ }).click();
  await eli.page.waitForURL(`**/reservations/${id}`);
});

test('bookings suspended by a withdrawn grant are one row with a way back', async () => {
  const group = await makeGroup('many', 'eli');
  const grant = await give({
    name: 'for many',
    to: { groups: [group] },
    what: { everything: true },
  });
  const booked = await Promise.all(
    ['gpu02:0', 'gpu02:2', 'gpu03:0'].map((gpu) =>
      world.as('eli').book(world.gpus(gpu), dayAt(4, 10), dayAt(4, 12), `on ${gpu}`),
    ),
  );
  await world.admin.expect(204, 'DELETE', `/api/v1/grants/${grant.id}`, undefined, {
    'If-Match': '*',
  });

  const eli = await world.open('eli', '/');
  const told = eli.page.getByText(/^\d of your bookings are suspended \(grant withdrawn\)$/);
  await told.waitFor();
  expect(await eli.page.getByText('on gpu03:0').isVisible()).toBe(false);
  await told.click();
  await eli.page.getByText('on gpu03:0').first().waitFor();
  expect(await findings(eli.page)).toEqual([]);

  const ann = await world.open('ann', '/history');
  const events = ann.page.getByRole('region', { name: 'Events' });
  const withdrawn = events
    .getByRole('listitem')
    .filter({ hasText: 'You withdrew the grant for many' })
    .first();
  await withdrawn.getByText(/^With it: \d bookings suspended$/).waitFor();
  await withdrawn.getByRole('button', { name: /^Details/ }).click();
  await withdrawn
    .getByRole('link', { name: 'You suspended the booking of gpu03:0 by eli (grant withdrawn)' })
    .waitFor();

  await withdrawn.getByRole('button', { name: /^Revert/ }).click();
  const question = ann.page.getByRole('dialog', { name: 'Give this grant again?' });
  await question.getByText(/^\d suspended bookings would hold again: eli$/).waitFor();
  await question.getByRole('button', { name: 'Revert' }).click();
  for (const one of booked)
    await until('it holds again', async () => (await state(one)) === 'upcoming');

  await ann.press('Control+z'); // it would suspend them again, without a confirmation
  await ann.page.getByText(/Bookings would be suspended\. Revert it in the history/).waitFor();
  expect(await grantCalled('for many')).toBeDefined();
  await withdrawn.getByRole('button', { name: /^Revert/ }).click();
  await ann.page.getByText('Cannot be taken back: it is so already.').waitFor();
});

test('undo withdraws a new grant if no booking rests on it', async () => {
  const group = await makeGroup('short', 'farah');
  const ann = await world.open('ann', `/access?group=${group}`);
  await ann.page.getByRole('button', { name: 'Add a grant' }).click();
  await ann.page
    .getByRole('group', { name: 'Name', exact: true })
    .getByLabel('Name')
    .fill('by mistake');
  await ifSaved(ann).getByText('No booking changes.').waitFor();
  await ifSaved(ann).getByRole('button', { name: 'Save grant' }).click();
  await until('it is given', async () => (await grantCalled('by mistake')) !== undefined);
  await ann.page.getByText(/^Gave the grant by mistake/).waitFor();
  await ann.press('Control+z');
  await until('it is withdrawn', async () => (await grantCalled('by mistake')) === undefined);
});
