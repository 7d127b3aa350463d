/* A GPU is free if it is neither booked nor used. A GPU used without a booking is neither free nor
   booked, and never green. Also the form of a new booking before "Book": current users, role,
   grants, limits. */
import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { Calendar } from '../support/calendar';
import { until } from '../support/until';
import { dayAt, useWorld } from '../support/world';

// A waiting job: it holds memory and is idle.
const world = useWorld({
  people: ['bartek'],
  ownFleet: (fleet) => fleet.wants('gpu03', { gpus: [0], owner: 'bartek', mib: 9_000, busy: 0 }),
});

const isSeen = (): Promise<unknown> =>
  until('the job is seen', async () =>
    (await world.admin.list<{ gpu_name: string }>('/api/v1/processes')).some(
      (one) => one.gpu_name === 'gpu03:0',
    ),
  );

test('GPU with unbooked memory use is not free on any screen', async () => {
  await isSeen();
  const ann = await world.open('ann', '/');
  const free = ann.page.locator('section', {
    has: ann.page.getByRole('heading', { name: 'Free now' }),
  });
  await free.getByText('1 of 2 free').waitFor();
  await free.getByText('1 in use without a booking').waitFor();
  await free
    .getByRole('img', { name: '1 free, 0 yours, 0 taken, 0 unknown, 1 in use without a booking' })
    .waitFor();

  ann.expects(/^422 POST \/api\/v1\/gpus\/parse$/); // "gpu03:" names no GPU yet
  await ann.page.keyboard.press('Control+k');
  await ann.palette.fill('gpu03:');
  const named = (name: string) =>
    ann.page.getByRole('dialog').getByRole('option').filter({ hasText: name });
  await named('gpu03:0').getByText('in use without a booking').waitFor();
  await named('gpu03:1').getByText('free', { exact: false }).waitFor();
  await ann.page.keyboard.press('Escape');

  await ann.go('/calendar');
  const calendar = await new Calendar(ann).shown();
  await ann.page.getByText('1 of 2 free now, 1 in use without a booking').waitFor();
  const ahead = await world.admin.book(world.gpus('gpu03:1'), dayAt(1, 9), dayAt(1, 11), 'ahead');
  await ann.page
    .getByText(/^1 of 2 free now: GPU 1 until .*; 1 in use without a booking$/)
    .waitFor(); // names the free GPU, not the used one
  await world.admin.cancel(ahead);
  await ann.page.getByText('1 of 2 free now, 1 in use without a booking').waitFor();
  await calendar.draw('gpu03', 0, 1, Date.now(), Date.now() + 2 * hour);
  await calendar.newBooking.getByText('1 of 2 free', { exact: true }).waitFor();
  await calendar.newBooking.getByText('gpu03:0 in use without a booking: bartek').waitFor();
  expect(await calendar.newBooking.locator('.free').count(), 'nothing is green').toBe(0);
  expect(
    await calendar.newBooking.getByRole('button', { name: 'Book' }).getAttribute('aria-disabled'),
    'it may be booked',
  ).toBe('false');
  await ann.page.keyboard.press('Escape');

  await ann.go('/fleet');
  const figure = ann.page
    .locator('dl > div', { has: ann.page.getByText('Free and idle') })
    .locator('dd');
  await expect.poll(() => figure.innerText()).toBe('13');

  const board = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/boards', {
    title: 'Free',
    shared: true,
    panels: [{ id: 'p1', kind: 'free', x: 0, y: 0, w: 6, h: 4 }],
  });
  await ann.go(`/wall/${board.id}`);
  await ann.page.getByText('of 14 GPUs are free, 1 in use without a booking').waitFor();
});

test('no total of the fleet is too small during a reload', async () => {
  await isSeen();
  const ann = await world.open('ann', '/fleet', {
    before: `
    const seen = (window.figures = new Set());
    new MutationObserver(() => { for (const one of document.querySelectorAll('dl > div')) if (one.innerText.includes('Free and idle')) seen.add(one.querySelector('dd').innerText); }).observe(document, { childList: true, subtree: true, characterData: true });`,
  });
  await ann.live();
  await ann.page.locator('dl > div', { has: ann.page.getByText('Free and idle') }).waitFor();
  await ann.page.reload();
  await ann.page.locator('dl > div', { has: ann.page.getByText('Free and idle') }).waitFor();
  await ann.page.waitForTimeout(1_500);
  expect(await ann.page.evaluate('[...window.figures]')).toEqual(['13']);
});

test('never reached host is on Home and in the fleet with its reason', async () => {
  const host = {
    name: 'gpu-of-twenty-letters',
    address: '127.0.0.1',
    port: 1,
    user: 'dibs',
    host_key_fingerprint: `SHA256:${'k'.repeat(43)}`,
  };
  const { id } = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/hosts', host);
  const ann = await world.open('ann', '/');
  for (const path of ['/', '/fleet']) {
    await ann.go(path);
    const line = ann.page
      .getByRole('region', { name: 'Not reached' })
      .getByRole('listitem')
      .filter({ hasText: host.name });
    await line.getByText(/^(Unreachable|Connecting) since /).waitFor();
    await line.getByText('it refuses the connection').waitFor();
  }
  await ann.go(`/fleet/${host.name}`);
  await ann.page
    .getByRole('region', { name: 'GPUs' })
    .or(ann.page.locator('section', { has: ann.page.getByRole('heading', { name: 'GPUs' }) }))
    .getByText('No GPUs are known here yet.')
    .waitFor();
  expect(await ann.page.getByText('0 on GPUs').count(), 'what runs there is not known').toBe(0);
  await ann.go('/fleet');
  await world.admin.expect(204, 'DELETE', `/api/v1/hosts/${id}`);
  await ann.page.getByRole('region', { name: 'Not reached' }).waitFor({ state: 'detached' });
});

test('form for tomorrow shows no current users', async () => {
  await isSeen();
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.draw('gpu03', 0, 1, dayAt(1, 9), dayAt(1, 11));
  await calendar.newBooking.getByText('Both are free').waitFor();
});

test('reader and person without a grant see the reason before Book', async () => {
  await world.admin.expect(201, 'POST', '/api/v1/people', {
    name: 'Olga',
    unix_name: 'olga',
    role: 'observer',
    password: 'correct horse battery',
  });
  const olga = await world.open('olga', '/calendar');
  olga.expects(/^403 POST \/api\/v1\/reservations$/);
  const seen = await new Calendar(olga).shown();
  await seen.draw('gpu03', 1, 1, dayAt(1, 9), dayAt(1, 11));
  await seen.newBooking
    .locator('.bad')
    .getByText('Observers can see everything but cannot book.')
    .waitFor();
  expect(await seen.newBooking.locator('.free').count(), 'what she may not book is not green').toBe(
    0,
  );
  const book = seen.newBooking.getByRole('button', { name: 'Book' });
  expect(await book.getAttribute('aria-disabled')).toBe('true');
  await olga.page.keyboard.press('Enter');
  expect(await seen.newBooking.count(), 'nothing was sent: it is still there').toBe(1);

  const [grant] = await world.admin.list<{ id: string }>('/api/v1/grants');
  const people = await world.admin.list<{ id: string; name: string }>('/api/v1/people');
  await world.admin.expect(
    200,
    'PATCH',
    `/api/v1/grants/${grant?.id}`,
    { to: { people: [people.find((one) => one.name === 'ann')?.id] } },
    { 'If-Match': '*' },
  );
  const bartek = await world.open('bartek', '/calendar');
  bartek.expects(/^403 POST \/api\/v1\/reservations$/, /^422 POST \/api\/v1\/reservations$/);
  const his = await new Calendar(bartek).shown();
  await his.draw('gpu03', 1, 1, dayAt(1, 9), dayAt(1, 11));
  await his.newBooking.locator('.bad').waitFor();
  expect(await his.newBooking.locator('.free').count()).toBe(0);
  expect(
    await his.newBooking.getByRole('button', { name: 'Book' }).getAttribute('aria-disabled'),
  ).toBe('true');
  await world.admin.expect(
    200,
    'PATCH',
    `/api/v1/grants/${grant?.id}`,
    { to: { everyone: true } },
    { 'If-Match': '*' },
  );
  await expect
    .poll(
      () => his.newBooking.getByRole('button', { name: 'Book' }).getAttribute('aria-disabled'),
      { message: 'a grant that is given is known at once' },
    )
    .toBe('false');
});

test('limit is shown before pressing Book', async () => {
  await world.admin.expect(
    200,
    'PATCH',
    '/api/v1/rules',
    { most_gpus: 1, relaxed_within_min: 1 },
    { 'If-Match': '*' },
  );
  const bartek = await world.open('bartek', '/calendar');
  bartek.expects(/^422 POST \/api\/v1\/reservations$/);
  const calendar = await new Calendar(bartek).shown();
  await calendar.draw('gpu01', 0, 1, dayAt(1, 9), dayAt(1, 11));
  await calendar.newBooking.locator('.bad').waitFor();
  expect(
    await calendar.newBooking.getByRole('button', { name: 'Book' }).getAttribute('aria-disabled'),
  ).toBe('true');
  await world.admin.expect(200, 'PATCH', '/api/v1/rules', { most_gpus: 64 }, { 'If-Match': '*' });
});
