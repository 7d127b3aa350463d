/* A browser from Poland: everything that opens over the screens (dialogs, popovers and forms) and
   its refusals, in Polish. */
import { beforeAll, expect, test } from 'vitest';
import { pl } from '../../../api/dashboard/src/language/pl';
import { hour, type Reservation } from '../support/api';
import { englishOn, unpolishedOn } from '../support/english';
import { makeScene, scenePeople, type Scene } from '../support/scene';
import { pause } from '../support/until';
import type { Visitor } from '../support/visitor';
import { dayAt, useWorld } from '../support/world';

const world = useWorld({ people: scenePeople, keep: true, ownFleet: () => {} });
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(world);
});

const words = (key: keyof typeof pl): string => String(pl[key]);

async function open(path: string): Promise<Visitor> {
  const ann = await world.open('ann', path, { locale: 'pl-PL' });
  await ann.page.getByRole('heading').first().waitFor();
  await expect.poll(() => ann.page.getByText(words('app.loading')).count()).toBe(0);
  return ann;
}
const button = (visitor: Visitor, key: keyof typeof pl) =>
  visitor.page.getByRole('button', { name: words(key), exact: true }).first();

/** No English, and no figure in another format. */
async function isPolish(visitor: Visitor, where: string): Promise<void> {
  await pause(300);
  expect(await englishOn(visitor.page, ['English']), where).toEqual([]);
  expect(await unpolishedOn(visitor.page), where).toEqual([]);
}

test('board dialogs are in Polish', async () => {
  const ann = await open('/boards');
  await button(ann, 'boards.new').click();
  await ann.page.getByRole('dialog').waitFor();
  await isPolish(ann, 'a new board');
  await ann.go(`/boards/${scene.board}`);
  await button(ann, 'board.wall').click();
  await ann.page.getByRole('dialog').waitFor();
  await isPolish(ann, 'a wall');
  await button(ann, 'board.wallMake').click();
  await ann.page.getByRole('dialog').locator('code').waitFor();
  await isPolish(ann, 'the link of a wall');
  await ann.page.keyboard.press('Escape');
  await button(ann, 'board.edit').click();
  await button(ann, 'board.add').waitFor();
  await isPolish(ann, 'arranging');
  await button(ann, 'board.add').click();
  const form = ann.page.getByRole('dialog');
  await form.waitFor();
  for (const kind of await form.getByRole('radio').all()) {
    await kind.check({ force: true });
    await isPolish(ann, `a panel, ${await kind.getAttribute('value')}`);
  }
});

test('calendar dialogs are in Polish', async () => {
  const ann = await open('/calendar');
  await ann.page.locator('h1 button').click();
  const month = ann.page.getByRole('dialog', { name: words('calendar.goTo') });
  await month.waitFor();
  await isPolish(ann, 'month');
  ann.expects(/^422 POST/);
  await month.getByRole('textbox').fill('kiedyś');
  await pause(600);
  await isPolish(ann, 'a date that is none');
  await ann.page.keyboard.press('Escape');
  await ann.page.keyboard.press('/');
  await ann.page.getByRole('dialog', { name: words('calendar.filter') }).waitFor();
  await isPolish(ann, 'filter');
  await ann.page.keyboard.press('Escape');
  await button(ann, 'calendar.table').click();
  await ann.page.getByRole('table').first().waitFor();
  await isPolish(ann, 'table');
  await button(ann, 'calendar.table').click();
  await ann.page.keyboard.press('?');
  await ann.page.getByRole('dialog').waitFor();
  await isPolish(ann, 'keys');
});

test('concurrent change of a booking is in Polish', async () => {
  const own: Reservation = await world
    .as('ann')
    .book(world.gpus('gpu02:1'), dayAt(2, 9), dayAt(2, 11), 'wersja pierwsza');
  const ann = await open(`/calendar?reservation=${own.id}`);
  ann.expects(/^412 PATCH/);
  await button(ann, 'calendar.edit').click();
  const form = ann.page.getByRole('form', { name: words('calendar.edit') });
  await form.getByLabel(words('calendar.title')).fill('moja');
  await isPolish(ann, 'the form');
  await ann.page.route(
    `**/api/v1/reservations/${own.id}`,
    async (route) => {
      // at the last moment
      if (route.request().method() === 'PATCH')
        await world
          .as('ann')
          .change(own, { title: 'cudza', until: new Date(dayAt(2, 12)).toISOString() });
      await route.continue();
    },
    { times: 1 },
  );
  await form.getByRole('button', { name: words('calendar.save') }).click();
  const stale = ann.page.getByRole('dialog').filter({ hasText: words('stale.keepMine') });
  await stale.waitFor();
  await isPolish(ann, 'changed meanwhile');
  await stale.getByRole('button', { name: words('stale.takeTheirs') }).click();
});

test('violation and history dialogs are in Polish', async () => {
  const ann = await open('/violations');
  await button(ann, 'help.copyMessage').click();
  await button(ann, 'violations.excuse').click();
  await isPolish(ann, 'excuse and message');
  await ann.page
    .getByRole('form')
    .getByRole('button', { name: words('violations.send') })
    .click();
  await ann.page.getByText(words('violations.needReason')).waitFor();
  await ann.go('/history?kind=all');
  const rows = ann.page
    .getByRole('region', { name: words('history.list') })
    .locator('li[data-event]');
  await rows.first().waitFor();
  for (const row of (await rows.all()).slice(0, 12))
    await row.locator('button[aria-expanded]').click();
  await isPolish(ann, 'details');
});

test('usage of a host and of a day is in Polish', async () => {
  const ann = await open('/usage');
  await ann.page.getByRole('row').getByRole('button').first().waitFor();
  await isPolish(ann, 'usage');
  const opener = ann.page.getByRole('row').locator('button[aria-expanded]').first();
  await opener.click();
  await isPolish(ann, 'bookings of a row');
  await ann.page.getByRole('button', { name: words('usage.kind.custom'), exact: true }).click();
  await ann.page.locator('input[type=date]').first().fill('2030-01-01');
  await button(ann, 'usage.show').click();
  await ann.page.getByText(words('usage.wrongDays')).waitFor();
  await isPolish(ann, 'days that are none');
});

test('rules, tokens, people and a released booking are in Polish', async () => {
  const ann = await open('/system');
  await button(ann, 'system.changeRules').click();
  await ann.page.getByRole('dialog').waitFor();
  await isPolish(ann, 'rules');
  await ann.page.keyboard.press('Escape');
  await button(ann, 'system.editEnforcement').click();
  await ann.page
    .getByRole('dialog')
    .getByRole('button', { name: words('system.addStep') })
    .click();
  await isPolish(ann, 'what is done about violations');
  await ann.go('/me');
  await button(ann, 'me.newToken').click();
  await ann.page.getByRole('dialog').waitFor();
  await isPolish(ann, 'a token');
  const theirs = await world
    .as('dana')
    .book(world.gpus('gpu02:1'), Date.now() + 30 * hour, Date.now() + 31 * hour, 'moje');
  await ann.go(`/reservations/${theirs.id}`);
  await button(ann, 'reservation.end.cancel').click();
  await ann.page.getByRole('dialog').waitFor();
  await isPolish(ann, 'somebody else\u2019s');
});
