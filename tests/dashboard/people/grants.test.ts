/* Grants as sentences and as a painted week, and the effect of a change on bookings before it is
   made. */
import { expect, test } from 'vitest';
import { accessOf, always, form, ifSaved, row, week } from '../support/access';
import { iso } from '../support/api';
import { findings } from '../support/axe';
import { until } from '../support/until';
import type { Visitor } from '../support/visitor';
import { dayAt, useWorld } from '../support/world';
import { zone } from '../support/zone';

const world = useWorld({ people: ['bartek', 'chen', 'dana', 'eli', 'farah'] });
const { give, grantCalled, makeGroup, state } = accessOf(world);

const place = async (visitor: Visitor, day: number, hours: number) => {
  const lanes = visitor.page.locator('.lanes');
  // The answer to a change may move the week.
  await expect.poll(() => visitor.page.locator('[aria-busy=true]').count()).toBe(0);
  await lanes.hover({ trial: true });
  const box = await lanes.boundingBox();
  if (!box) throw new Error('no week');
  return { x: box.x + (box.width * hours) / 24, y: box.y + (box.height * (day + 0.5)) / 7 };
};

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
