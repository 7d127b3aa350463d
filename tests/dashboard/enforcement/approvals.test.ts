/* A booking above the limit of its grant: it waits in its time, and an approver approves or
   declines it. Its owner sees the result without a reload. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Reservation } from '../support/api';
import { findings } from '../support/axe';
import { Calendar } from '../support/calendar';
import { pictures } from '../support/paths';
import { until } from '../support/until';
import type { Visitor } from '../support/visitor';
import { dayAt, useWorld } from '../support/world';
import { zone } from '../support/zone';

const world = useWorld({ people: ['bartek', 'chen', 'dana'] });
let group = '';

const state = async (booking: { id: string }): Promise<string> =>
  (await world.admin.reservation(booking.id)).state;
const asked = (title: string, day: number): Promise<Reservation> =>
  world.as('bartek').book(world.gpus('gpu01:0-1'), dayAt(day, 9), dayAt(day, 11), title);
const needs = (visitor: Visitor) =>
  visitor.page.locator('section', {
    has: visitor.page.getByRole('heading', { name: 'Needs you' }),
  });

// Bartek may have one GPU at once, more with approval; Dana manages his group.
beforeAll(async () => {
  const ids = new Map(
    (await world.admin.list<{ id: string; unix_name: string }>('/api/v1/people')).map((one) => [
      one.unix_name,
      one.id,
    ]),
  );
  const [first] = await world.admin.list<{ id: string }>('/api/v1/grants');
  await world.admin.expect(
    200,
    'PATCH',
    `/api/v1/grants/${first?.id}`,
    { to: { people: [ids.get('ann')] } },
    { 'If-Match': '*' },
  );
  group = (
    await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/groups', { name: 'vision' })
  ).id;
  await world.admin.expect(204, 'PUT', `/api/v1/groups/${group}/members/${ids.get('bartek')}`, {});
  await world.admin.expect(204, 'PUT', `/api/v1/groups/${group}/members/${ids.get('dana')}`, {
    manager: true,
  });
  await world.admin.expect(201, 'POST', '/api/v1/grants', {
    name: 'a few',
    to: { groups: [group] },
    what: { everything: true },
    zone,
    windows: [],
    approval: { above_gpus: 1 },
  });
});

test('manager approves on Home, and the owner sees it hold', async () => {
  const booking = await asked('big run', 1);
  expect(booking.state).toBe('pending');
  const bartek = await world.open('bartek', `/reservations/${booking.id}`);
  await bartek.page.getByText('Waits for approval', { exact: true }).waitFor();
  await bartek.page.getByText(/^It waits for approval, and keeps its time until /).waitFor();
  expect(await bartek.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  expect(await findings(bartek.page)).toEqual([]);

  const dana = await world.open('dana', '/');
  await needs(dana)
    .getByText(/^bartek asks for gpu01:0-1/)
    .waitFor();
  expect(await findings(dana.page)).toEqual([]);
  const chen = await world.open('chen', '/');
  await chen.page.getByText('Nothing needs you.').waitFor();

  // On a phone both buttons are on one line below the text, aligned with its start.
  await dana.page.setViewportSize({ width: 390, height: 844 });
  const edges = (one: ReturnType<Visitor['page']['getByText']>) =>
    one.evaluate((element) =>
      [element.getBoundingClientRect().left, element.getBoundingClientRect().top].map(Math.round),
    );
  const [text, agree, look] = await Promise.all(
    [
      needs(dana).getByText(/^bartek asks for gpu01:0-1/),
      needs(dana).getByRole('button', { name: 'Approve' }),
      needs(dana).getByRole('link', { name: /^Open\b/ }),
    ].map(edges),
  );
  expect([agree?.[0], look?.[1]]).toEqual([text?.[0], agree?.[1]]);
  await dana.page.setViewportSize({ width: 1440, height: 900 });

  await dana.click(needs(dana).getByRole('button', { name: 'Approve' }));
  await bartek.page.getByText('Upcoming', { exact: true }).waitFor();
  expect(await state(booking)).toBe('upcoming');
  await dana.page.getByText('Nothing needs you.').waitFor();
});

test('pending booking is marked in the calendar and takes its slot', async () => {
  const from = Date.now() + 3 * 3_600_000;
  const at = Math.ceil(from / 900_000) * 900_000;
  await world.as('bartek').book(world.gpus('gpu01:2-3'), at, at + 4 * 3_600_000, 'maybe');
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar
    .block(/maybe.*Waits for approval/)
    .first()
    .waitFor();
  const refused = await world.admin.send('POST', '/api/v1/reservations', {
    gpus: world.gpus('gpu01:2'),
    from: new Date(at).toISOString(),
    until: new Date(at + 3_600_000).toISOString(),
  });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'slot-taken' }]);
  await ann.page.screenshot({ path: join(pictures, 'calendar-pending.png') });
});

test('declined booking shows its reason and holds nothing', async () => {
  const booking = await asked('too much', 2);
  const bartek = await world.open('bartek', '/');
  await needs(bartek)
    .getByText(/waits for approval$/)
    .first()
    .waitFor();
  const ann = await world.open('ann', `/reservations/${booking.id}`);
  await ann.page.getByRole('button', { name: 'Decline…' }).click();
  await ann.page
    .getByRole('textbox', { name: 'Why not? Its owner reads it' })
    .fill('exams that week');
  await ann.page.keyboard.press('Enter');
  await ann.page.getByText('Not approved', { exact: true }).waitFor();
  expect(await state(booking)).toBe('declined');
  await needs(bartek)
    .getByText(/was not approved$/)
    .first()
    .waitFor();
  await bartek.go(`/reservations/${booking.id}`);
  await bartek.page
    .getByText(/exams that week/)
    .first()
    .waitFor();
  await world.admin.book(world.gpus('gpu01:0'), dayAt(2, 9), dayAt(2, 10), 'in its place');
});

test('owner cancels a pending booking', async () => {
  const booking = await asked('never mind', 3);
  const bartek = await world.open('bartek', `/reservations/${booking.id}`);
  await bartek.page.getByRole('button', { name: 'Cancel it' }).click();
  await until('it is cancelled', async () => (await state(booking)) === 'cancelled');
});

test('new manager may approve at once, a former one may not', async () => {
  const booking = await asked('who is there', 4);
  const chen = await world.open('chen', '/');
  await chen.page.getByText('Nothing needs you.').waitFor();
  const page = await world.open('chen', `/reservations/${booking.id}`);
  await page.page.getByText('Waits for approval', { exact: true }).waitFor();
  const id = (await world.admin.list<{ id: string; unix_name: string }>('/api/v1/people')).find(
    (one) => one.unix_name === 'chen',
  )?.id;
  await world.admin.expect(204, 'PUT', `/api/v1/groups/${group}/members/${id}`, { manager: true });
  await needs(chen)
    .getByText(/^bartek asks for gpu01:0-1/)
    .waitFor();
  await page.page.getByRole('button', { name: 'Approve' }).waitFor();
  await world.admin.expect(204, 'DELETE', `/api/v1/groups/${group}/members/${id}`);
  await chen.page.getByText('Nothing needs you.').waitFor();
  await page.page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
});

test('approval is a part of a grant and shown with it', async () => {
  const ann = await world.open('ann', `/access?group=${group}`);
  const row = ann.page
    .getByRole('region', { name: 'Grants' })
    .getByRole('listitem')
    .filter({ hasText: 'a few' });
  await row
    .getByText(/approval/)
    .first()
    .waitFor();
  await ann.page.screenshot({ path: join(pictures, 'access-approval.png') });
  expect(await findings(ann.page)).toEqual([]);
});
