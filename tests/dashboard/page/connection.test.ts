import type { WebSocketRoute } from 'playwright-core';
import { expect, test } from 'vitest';
import { password } from '../support/api';
import { Calendar } from '../support/calendar';
import { watchLateness } from '../support/lateness';
import { pause, until } from '../support/until';
import { away, restarting } from '../support/visitor';
import { dayAt, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });

test('open page survives a server restart without a reload or loss', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).whole();
  await world.admin.book(world.gpus('gpu01:0'), dayAt(1, 9), dayAt(1, 12), 'before');
  await calendar.block('before').waitFor();
  ann.expects(...restarting);
  await ann.page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'));
  await world.server.stop();
  await world.server.start();
  await world.admin.book(world.gpus('gpu01:1'), dayAt(1, 9), dayAt(1, 12), 'after');
  await calendar.block('after').waitFor();
  await ann.live();
  await calendar.block('before').waitFor();
  expect(await ann.page.locator('body').getAttribute('data-same-page')).toBe('yes');
  await calendar.draw('gpu02', 0, 1, dayAt(1, 9), dayAt(1, 10));
  await ann.page.keyboard.press('Enter');
  await until(
    'booked after the restart',
    async () => (await world.admin.reservations()).length === 3,
  );
});

test('page waits with progress and session while the log is read', async () => {
  const ann = await world.stranger();
  ann.expects(...restarting);
  let share: number | null = null; // of the log; null: all of it
  const streams: WebSocketRoute[] = [];
  await ann.page.route('**/api/v1/**', (route) =>
    share === null
      ? route.continue()
      : route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          headers: { 'Retry-After': '1' },
          body: JSON.stringify({
            type: '/problems/reading-log',
            title: 'Reading the log',
            status: 503,
            detail: 'Ask again.',
            request_id: 'r1',
            progress: share,
          }),
        }),
  );
  await ann.page.routeWebSocket(/\/api\/v1\/stream\?/, async (socket) => {
    if (share !== null) return socket.close();
    socket.connectToServer();
    streams.push(socket);
  });
  await ann.signIn('ann');
  await ann.go('/calendar');
  const calendar = await new Calendar(ann).whole();
  share = 0.413;
  for (const one of streams.splice(0)) await one.close();
  const banner = ann.page.getByRole('status').getByText('Dibs is reading its log, 41 %');
  await banner.waitFor();
  await calendar.draw('gpu01', 0, 1, dayAt(1, 9), dayAt(1, 10));
  await calendar.newBooking.getByText('Not connected: nothing can be changed now.').waitFor();
  share = 0.999;
  await ann.page.getByText('Dibs is reading its log, 99 %').waitFor();
  share = null;
  await ann.live();
  await ann.page.getByText(/Dibs is reading its log/).waitFor({ state: 'detached' });
  await calendar.newBooking.getByRole('button', { name: 'Book' }).click(); // the draft is still there
  await until('booked', async () => (await world.admin.reservations()).length === 1);

  share = 0.02;
  await ann.page.reload();
  await ann.page.getByText('Dibs is reading its log, 2 %').waitFor();
  expect(await ann.page.getByLabel('Password').count()).toBe(0);
  share = null;
  await new Calendar(ann).shown();
});

test('page without a server retries and keeps its session', async () => {
  const ann = await world.stranger();
  ann.expects(/^502 GET /);
  await ann.signIn('ann');
  let asked = 0;
  await ann.page.route('**/api/v1/session', (route) =>
    ++asked <= 3
      ? route.fulfill({ status: 502, body: 'a proxy without a server' })
      : route.continue(),
  );
  await ann.go('/');
  await ann.page.getByRole('status').getByText('The server does not answer.').waitFor();
  await ann.live();
  expect(asked).toBeGreaterThan(3);
});

test('silence shows the age after 5 s, a banner after 15 s, then recovers', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).whole();
  ann.expects(...away);
  const late = watchLateness();
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  world.server.pause();
  try {
    await ann.page.getByText(/^\d+\ss old$/).waitFor();
    expect(seconds()).toBeGreaterThan(3);
    expect(seconds()).toBeLessThan(8 + late.seconds());
    expect(await ann.page.getByText(/Live data paused/).count()).toBe(0);
    await ann.page
      .getByRole('status')
      .getByText(/^Live data paused, last \d\d:\d\d:\d\d, reconnecting \(\d+\)/)
      .waitFor({ timeout: 14_000 + 1000 * late.seconds() });
    expect(seconds()).toBeGreaterThan(13);
    expect(seconds()).toBeLessThan(19 + late.seconds());
    await calendar.draw('gpu01', 0, 1, dayAt(1, 9), dayAt(1, 10));
    await calendar.newBooking.getByText('Not connected: nothing can be changed now.').waitFor();
    await ann.page.keyboard.press('Enter');
  } finally {
    late.end();
    world.server.resume();
  }
  await ann.live();
  await ann.page.getByText(/Live data paused/).waitFor({ state: 'detached' });
  expect(await world.admin.reservations()).toEqual([]); // nothing was queued
  await calendar.newBooking.getByRole('button', { name: 'Book' }).click(); // the draft is still there
  await until('booked', async () => (await world.admin.reservations()).length === 1);
});

test('offline page disables edits, queues nothing, and recovers', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).whole();
  ann.expects(...away);
  await calendar.draw('gpu01', 0, 1, dayAt(1, 9), dayAt(1, 10));
  await calendar.newBooking.getByText('Both are free').waitFor();
  await ann.context.setOffline(true);
  await ann.page
    .getByRole('status')
    .getByText(/^Your browser is offline\./)
    .waitFor();
  await calendar.newBooking.getByText('Not connected: nothing can be changed now.').waitFor();
  await ann.page.keyboard.press('Enter');
  await ann.context.setOffline(false);
  await ann.live();
  expect(await world.admin.reservations()).toEqual([]);
  await calendar.newBooking.getByRole('button', { name: 'Book' }).click();
  await until('booked', async () => (await world.admin.reservations()).length === 1);
});

test('offline calendar says what it could not load', async () => {
  const ann = await world.open('ann', '/calendar');
  await new Calendar(ann).shown();
  ann.expects(...away);
  await ann.context.setOffline(true);
  await ann.page
    .getByRole('status')
    .getByText(/^Your browser is offline\./)
    .waitFor();
  for (let i = 0; i < 6; i += 1)
    await ann.page.getByRole('button', { name: 'Later', exact: true }).click();
  await ann.page.getByText('The server did not answer. Try again.').first().waitFor();
  expect(await ann.page.getByText('Failed to fetch').count()).toBe(0);
});

test('leaving the history drops its open answer', async () => {
  const ann = await world.open('ann', '/history');
  await ann.page.getByRole('heading', { name: 'History' }).waitFor();
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  await ann.page.route(/\/api\/v1\/events/, async (route) => {
    await held;
    await route.continue().catch(() => null);
  });
  await ann.page.getByText('Bookings', { exact: true }).first().click();
  await ann.page.getByRole('navigation').first().getByText('Fleet').click();
  await ann.page.getByText('gpu01').first().waitFor();
  release();
  await pause(500); // a warning in the console fails the test
});

test('ended session shows a dialog and keeps the work', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).whole();
  ann.expects(/^401 /, ...away);
  await calendar.draw('gpu01', 0, 1, dayAt(1, 9), dayAt(1, 10));
  await calendar.newBooking.getByLabel('Title').fill('do not lose me');
  await ann.context.request.delete(world.server.address('/api/v1/session'), {
    headers: { Origin: world.server.origin, 'Dibs-Client': 'tests' },
  });
  const dialog = ann.page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  await ann.page.keyboard.press('Escape');
  await dialog.waitFor(); // nothing would work without a session
  expect(await dialog.getByLabel('Name').inputValue()).toBe('ann');
  await ann.page.keyboard.type(password); // its field has the focus
  await ann.page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await ann.live();
  expect(await calendar.newBooking.getByLabel('Title').inputValue()).toBe('do not lose me');
  await calendar.newBooking.getByRole('button', { name: 'Book' }).click();
  const booking = await until('booked', async () => (await world.admin.reservations())[0]);
  expect(booking.title).toBe('do not lose me');
});

test('page shows its data’s age while the server cannot follow its log', async () => {
  const ann = await world.stranger();
  let age: number | null = null;
  await ann.page.route('**/api/v1/**', async (route) => {
    if (age === null || route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'dibs-age': String(age) } });
  });
  await ann.signIn('ann');
  await ann.go('/calendar');
  await new Calendar(ann).shown();
  const banner = ann.page
    .getByRole('status')
    .getByText(
      /^The server cannot reach its log\. What you see is \d+\s(s|min) old, from \d\d:\d\d:\d\d\.$/,
    );
  expect(await banner.count()).toBe(0);
  age = 40; // without a click the page finds out by itself
  await banner.waitFor();
  expect(await banner.textContent()).toMatch(/ (3[6-9]\ss|4\d\ss|5\d\ss|1\smin) old/); // its clock ticks once a second, later on a busy machine
  age = null;
  await banner.waitFor({ state: 'detached' });
});

test('unparsable frame leads to a fresh snapshot', async () => {
  const ann = await world.stranger();
  let spoil = false;
  await ann.page.routeWebSocket(/\/api\/v1\/stream\?/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(spoil ? '{"type":"delta","topic":"reservations","reservations":[{' : message);
      spoil = false;
    });
  });
  await ann.signIn('ann');
  await ann.go('/calendar');
  const calendar = await new Calendar(ann).whole();
  spoil = true;
  await world.admin.book(world.gpus('gpu01:0'), dayAt(1, 9), dayAt(1, 12), 'in the broken frame');
  await calendar.block('in the broken frame').waitFor();
  await ann.live();
});
