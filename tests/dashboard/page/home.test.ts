/* Home: tasks, free GPUs, and a field in which Enter accepts only the requested offer. */
import { expect, test } from 'vitest';
import { aMomentAgo, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });
const hour = 3_600_000;
const minute = 60_000;
const book = (who: string, gpus: string[], title: string, from: number, length = 2 * hour) =>
  world.as(who).expect(201, 'POST', '/api/v1/reservations', {
    gpus,
    from: new Date(from).toISOString(),
    until: new Date(from + length).toISOString(),
    title,
  });

test('Enter accepts the requested offer, another one at the second press', async () => {
  await book('bartek', world.gpus('gpu03:0-1'), 'all of them', aMomentAgo(), 3 * hour);
  const ann = await world.open('ann', '/');
  await ann.live();
  const field = ann.page.getByRole('textbox', { name: 'What do you need, and when?' });
  await ann.fill(field, '2x on gpu03 now for 1h');
  await ann.page.getByText(/That is not free/).waitFor();
  await ann.press('Enter');
  await ann.page.getByText('Press Enter again to book this instead.').waitFor();
  expect(await world.as('ann').reservations()).toHaveLength(1);
  await ann.press('Enter');
  await ann.page.getByText(/^Booked gpu03:0-1/).waitFor();
  expect(await world.as('ann').reservations()).toHaveLength(2);
  await ann.fill(field, '1x on gpu02 now for 1h');
  await ann.page
    .locator('#reserve-note')
    .getByText(/^gpu02:/)
    .waitFor();
  await ann.press('Enter');
  await ann.page.getByText(/^Booked gpu02:/).waitFor();
});

test('upcoming booking is shown with its GPUs', async () => {
  await book('ann', world.gpus('gpu01:6'), 'eval', Date.now() + 10 * minute);
  const ann = await world.open('ann', '/');
  const needs = ann.page.locator('section', {
    has: ann.page.getByRole('heading', { name: 'Needs you' }),
  });
  await needs.getByText(/^eval starts in (9|10)\smin$/).waitFor();
  await needs.getByText('gpu01:6').waitFor();
});

test('start in a quarter of an hour is shown live', async () => {
  const until = Date.now() + 15 * minute + 14_000;
  await book('ann', world.gpus('gpu01:5'), 'not yet', until);
  const ann = await world.open('ann', '/');
  await ann.live();
  await ann.page.getByText('Nothing needs you.').waitFor();
  await ann.page.getByText(/^not yet starts in 15\smin$/).waitFor();
  expect(until - Date.now()).toBeLessThan(15 * minute + 1_500);
});

test('several bookings are listed with their own buttons', async () => {
  await book('ann', world.gpus('gpu01:0-1'), 'first', aMomentAgo(), hour);
  await book('ann', world.gpus('gpu02:0', 'gpu02:2'), 'second', aMomentAgo(), 3 * hour);
  const ann = await world.open('ann', '/');
  await ann.live();
  await ann.page
    .getByRole('heading', { level: 1, name: 'You hold 4 GPUs on gpu01, gpu02.' })
    .waitFor();
  await ann.page.getByText(/In 2 bookings, the first of them until \S+/).waitFor();
  const row = (title: string) =>
    ann.page
      .locator('section', { has: ann.page.getByRole('heading', { name: 'Now', exact: true }) })
      .getByRole('listitem')
      .filter({ hasText: title });
  await row('second').getByText('gpu02:0,2').waitFor();
  await ann.click(row('second').getByRole('button', { name: /^Extend by 2.h: second$/ }));
  await row('second')
    .getByText(/^(5\sh|4\sh\s\d\d\smin) left$/)
    .waitFor();
  await ann.click(row('first').getByRole('button', { name: 'Release now: first' }));
  await ann.page
    .getByRole('heading', { level: 1, name: /^You hold 2 GPUs on gpu02 until/ })
    .waitFor();
  expect(await row('second').count(), 'of one, the sentence tells all').toBe(0);
  await ann.page.getByRole('button', { name: 'Release now', exact: true }).waitFor();
});

test('person without bookings sees how to start', async () => {
  const bartek = await world.open('bartek', '/');
  await bartek.page.getByRole('heading', { name: 'You hold nothing now.' }).waitFor();
  await bartek.page.getByText('You have no upcoming bookings.').waitFor();
  await bartek.page.getByText('Nothing needs you.').waitFor();
  await bartek.page.getByText('No bookings ahead.').waitFor();
  for (const link of await bartek.page.locator('main a').all())
    expect((await link.getAttribute('href')) ?? '', await link.innerText()).toMatch(
      /^\/(fleet|calendar|usage)/,
    );
});

test('free GPUs are listed by model, full hosts with their release', async () => {
  await book('bartek', world.gpus('gpu03:0-1'), 'full', aMomentAgo(), 30 * hour);
  const ann = await world.open('ann', '/');
  const free = ann.page.locator('section', {
    has: ann.page.getByRole('heading', { name: 'Free now' }),
  });
  await free.getByText('0 of 2 free').waitFor();
  const models = await free.getByRole('heading', { level: 3 }).allInnerTexts();
  expect(models.at(-1)).toMatch(/0 of 2 free$/);
  await free.getByText(/^free from/).waitFor();
  const ends = await free
    .locator('.count-free')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
  expect(ends.length).toBe(3);
  expect(
    new Set(ends).size,
    'the counts stand below each other, however long the words behind them',
  ).toBe(1);
});

test('Home without a network shows nothing green, and since when', async () => {
  const ann = await world.open('ann', '/');
  await ann.live();
  const number = ann.page.locator('.figure .number');
  const green = await number.evaluate((element) => getComputedStyle(element).color);
  ann.expects(/failed:|console:/);
  await ann.context.setOffline(true);
  await ann.page
    .getByText(/^As of \d\d:\d\d:\d\d, no live data since\.$/)
    .first()
    .waitFor();
  expect(await number.evaluate((element) => getComputedStyle(element).color)).not.toBe(green);
  await expect.poll(() => ann.page.getByText(/used now/).count()).toBe(0);
  await ann.context.setOffline(false);
});
