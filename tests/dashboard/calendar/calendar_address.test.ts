import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { Calendar } from '../support/calendar';
import { until } from '../support/until';
import type { Visitor } from '../support/visitor';
import { aMomentAgo, dayAt, useWorld } from '../support/world';
import { zone } from '../support/zone';

const world = useWorld({ people: ['bartek'] });

const query = (visitor: Visitor) => new URL(visitor.page.url()).searchParams;
const dayName = (at: number) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(at);

test('address has place, zoom, filter and booking, and a link restores them', async () => {
  const made = await world
    .as('bartek')
    .book(world.gpus('gpu02:0'), dayAt(2, 9), dayAt(2, 12), 'far');
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  expect(query(ann).toString()).toBe('');
  await calendar.zoom('1 w');
  await expect.poll(() => query(ann).get('zoom')).toBe('1w');
  await ann.press('/');
  await ann.type('gpu02');
  await ann.press('Enter');
  await expect.poll(() => query(ann).get('q')).toBe('gpu02');
  await ann.page.getByRole('button', { name: 'Later', exact: true }).click();
  await expect.poll(() => query(ann).has('at')).toBe(true);
  await ann.page.getByRole('button', { name: 'Now', exact: true }).click();
  await expect.poll(() => query(ann).has('at')).toBe(false);
  await calendar.now();
  await ann.click(await calendar.point('gpu02', 0, dayAt(2, 10)));
  await expect.poll(() => query(ann).get('reservation')).toBe(made.id);
  await ann.page.getByRole('button', { name: 'Later', exact: true }).click();
  await expect.poll(() => query(ann).has('at')).toBe(true);

  const bartek = await world.open('bartek', `/calendar?${query(ann).toString()}`);
  const theirs = new Calendar(bartek);
  await bartek.live();
  await theirs.panel.getByRole('heading', { name: 'far' }).waitFor();
  expect(await bartek.page.getByRole('heading', { level: 1 }).innerText()).toBe(
    await ann.page.getByRole('heading', { level: 1 }).innerText(),
  );
  expect(await bartek.page.getByRole('button', { name: /^gpu01\b/ }).count()).toBe(0);
});

for (const [words, width] of [
  ['on a phone', 390],
  ['beside the picture', 1440],
] as const) {
  test(`Back closes the panel ${words}, and stays in the calendar`, async () => {
    await world
      .as('bartek')
      .book(world.gpus('gpu01:0'), dayAt(0, 0) + 30 * hour, dayAt(1, 12), 'chosen');
    const ann = await world.open('ann', '/', { viewport: { width, height: 844 } });
    await ann.live();
    await ann.page.getByRole('link', { name: 'Calendar' }).first().click();
    const calendar = new Calendar(ann);
    if (width < 640) await ann.page.getByRole('button', { name: /chosen/ }).click();
    else {
      await calendar.shown();
      await ann.click(await calendar.point('gpu01', 0, dayAt(1, 10)));
    }
    await calendar.panel.getByRole('heading', { name: 'chosen' }).waitFor();
    await ann.page.goBack();
    await calendar.panel.waitFor({ state: 'detached' });
    expect(new URL(ann.page.url()).pathname).toMatch(/\/calendar$/);
    await ann.page.goForward();
    await calendar.panel.waitFor();
    await calendar.panel.getByRole('button', { name: 'Close' }).click();
    await calendar.panel.waitFor({ state: 'detached' });
    await expect.poll(() => query(ann).has('reservation')).toBe(false);
    await ann.page.goBack(); // again, once or twice: never trapped
    await until('Home again', async () => {
      if (new URL(ann.page.url()).pathname.endsWith('/calendar')) await ann.page.goBack();
      return !new URL(ann.page.url()).pathname.endsWith('/calendar');
    });
  });
}

test('calendar keeps booking and place when its page narrows and widens', async () => {
  const made = await world
    .as('bartek')
    .book(world.gpus('gpu01:0'), dayAt(1, 9), dayAt(1, 12), 'chosen');
  const ann = await world.open('ann', `/calendar?zoom=1w&reservation=${made.id}`);
  const calendar = await new Calendar(ann).shown();
  await calendar.panel.getByRole('heading', { name: 'chosen' }).waitFor();
  await ann.page.setViewportSize({ width: 600, height: 900 });
  await ann.page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
  await calendar.panel.getByRole('heading', { name: 'chosen' }).waitFor();
  await calendar.panel.getByRole('button', { name: 'Close' }).click();
  await ann.page.getByRole('button', { name: 'Find a slot' }).click();
  await ann.page.getByLabel('Model').waitFor();
  await expect.poll(() => query(ann).has('reservation')).toBe(false);
  await ann.page.setViewportSize({ width: 1440, height: 900 });
  await calendar.shown();
  expect(query(ann).get('zoom')).toBe('1w');
  expect(await calendar.panel.count()).toBe(0);
});

test('title opens a month with keys, today, and a field for words', async () => {
  const ann = await world.open('ann', '/calendar');
  await new Calendar(ann).shown();
  const title = ann.page.getByRole('heading', { level: 1 }).getByRole('button');
  await title.click();
  const month = ann.page.getByRole('dialog', { name: 'Go to a day' });
  await expect
    .poll(() =>
      month
        .getByLabel('Day', { exact: true })
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  expect(await month.locator('[aria-current=date]').getAttribute('aria-label')).toBe(
    dayName(Date.now()),
  );
  expect(await month.getByRole('columnheader').first().innerText()).toBe('Mon');
  await month.locator('[role=gridcell][tabindex="0"]').focus();
  await ann.press('ArrowDown');
  await ann.press('ArrowRight');
  await expect
    .poll(() => ann.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(dayName(dayAt(8, 12)));
  await ann.press('Enter');
  await month.waitFor({ state: 'detached' });
  const short = (at: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    })
      .format(at)
      .replace(',', '');
  await expect.poll(() => title.innerText()).toContain(short(dayAt(8, 12)));
  await expect.poll(() => title.evaluate((one) => one === document.activeElement)).toBe(true);

  await title.click();
  await month.getByLabel('Day', { exact: true }).fill('tomorrow');
  await month.getByText(dayName(dayAt(1, 12)), { exact: true }).waitFor();
  await ann.press('Enter');
  await month.waitFor({ state: 'detached' });
  await expect.poll(() => query(ann).get('at')?.slice(0, 10)).toBeDefined();
  await expect.poll(() => title.innerText()).toMatch(new RegExp(`^${short(dayAt(1, 12))} – `));

  ann.expects(/^422 POST \/api\/v1\/time\/parse$/);
  await title.click();
  await month.getByLabel('Day', { exact: true }).fill('no such day');
  await month.getByText(/Cannot read/).waitFor();
  await ann.press('Escape');
  await month.waitFor({ state: 'detached' });
});

test('popover takes the time in words, shows its meaning and books it', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await ann.click(await calendar.point('gpu02', 2, dayAt(1, 10)));
  const when = calendar.newBooking.getByLabel('When, in words');
  await when.fill('9-17'); // on the day of the draft
  await calendar.newBooking.getByText(/^= .*09:00 – 17:00/).waitFor();
  await when.fill('until 18');
  await calendar.newBooking.getByText(/^= .*09:00 – 18:00/).waitFor();
  await when.fill('3h');
  await calendar.newBooking.getByText(/^= .*09:00 – 12:00/).waitFor();
  await when.fill('for 4h'); // the draft's length, not from now on
  await calendar.newBooking.getByText(/^= .*09:00 – 13:00/).waitFor();
  await when.fill('do 18');
  await calendar.newBooking.getByText(/^= .*09:00 – 18:00/).waitFor();
  await when.fill('na 2 godziny');
  await calendar.newBooking.getByText(/^= .*09:00 – 11:00/).waitFor();
  ann.expects(/^422 POST \/api\/v1\/time\/parse$/);
  await when.fill('nonsense');
  await calendar.newBooking.getByText(/Cannot read/).waitFor();
  await calendar.newBooking.getByRole('button', { name: 'Book' }).click({ force: true }); // books nothing that is not parsed
  expect(await world.admin.reservations()).toEqual([]);
  await when.fill('10-12:30');
  await calendar.newBooking.getByText(/^= .*10:00 – 12:30/).waitFor();
  await when.press('Enter'); // its meaning is accepted: the focus is on Book
  await expect
    .poll(() =>
      calendar.newBooking
        .getByRole('button', { name: 'Book' })
        .evaluate((button) => button === document.activeElement),
    )
    .toBe(true);
  await ann.press('Enter');
  const made = await until('booked', async () => (await world.admin.reservations())[0]);
  expect([Date.parse(made.from), Date.parse(made.until)]).toEqual([dayAt(1, 10), dayAt(1, 12, 30)]);
});

test('booking form takes words, and only the end of a running one', async () => {
  const ahead = await world.admin.book(world.gpus('gpu02:0'), dayAt(1, 10), dayAt(1, 12), 'ahead');
  const running = await world.admin.book(world.gpus('gpu01:0'), aMomentAgo(), dayAt(1, 12), 'runs');
  const ann = await world.open('ann', `/calendar?reservation=${ahead.id}`);
  const calendar = await new Calendar(ann).shown();
  const form = ann.page.getByRole('form', { name: 'Edit' });
  const when = form.getByLabel('When, in words');
  await calendar.panel.getByRole('button', { name: 'Edit' }).click();
  await when.pressSequentially('3h', { delay: 250 }); // on the way the text is "3", a time of day
  await form.getByText(/^= .*10:00 – 13:00/).waitFor();
  expect(await form.getByLabel(/^Until.*: time$/).inputValue()).toBe('13:00');
  ann.expects(/^422 POST \/api\/v1\/time\/parse$/);
  await when.fill('nonsense');
  await form.getByText(/Cannot read/).waitFor();
  await form.getByRole('button', { name: 'Save' }).click({ force: true }); // saves nothing that is not parsed
  await when.fill('14-16');
  await form.getByText(/^= .*14:00 – 16:00/).waitFor();
  await when.press('Enter');
  await ann.press('Enter');
  await expect
    .poll(async () => Date.parse((await world.admin.reservation(ahead.id)).until))
    .toBe(dayAt(1, 16));

  await ann.go(`/calendar?reservation=${running.id}`);
  await calendar.shown();
  await calendar.panel.getByRole('button', { name: 'Edit' }).click();
  await when.fill('tomorrow 18:00');
  await form.getByText(/^= .*18:00/).waitFor();
  await when.press('Enter');
  await ann.press('Enter');
  await expect
    .poll(async () => Date.parse((await world.admin.reservation(running.id)).until))
    .toBe(dayAt(1, 18));
});

test('Tab leaves the popover to the grid and returns', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await ann.click(await calendar.point('gpu02', 2, dayAt(1, 10)));
  await calendar.newBooking.getByText('It is free').waitFor();
  const onGrid = () => calendar.grid.evaluate((grid) => grid === document.activeElement);
  for (let i = 0; i < 4 && !(await onGrid()); i++) await ann.press('Tab');
  expect(await onGrid()).toBe(true);
  expect(await calendar.newBooking.count()).toBe(1); // the draft stays
  await ann.press('Tab');
  expect(await ann.page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(
    true,
  );
  await ann.press('Shift+Tab');
  expect(await onGrid()).toBe(true);
});
