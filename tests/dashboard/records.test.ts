import { expect, test } from 'vitest';
import { hour, type Reservation, type Violation } from './support/api';
import { until } from './support/until';
import type { Visitor } from './support/visitor';
import { dayAt, useWorld } from './support/world';

const world = useWorld({ people: ['chen', 'dana'], ownFleet: () => {} });

interface Excused extends Violation {
  excused?: { reason: string };
  closed_at?: string;
}

const violations = () => world.admin.list<Excused>('/api/v1/violations');
const open = async () => (await violations()).filter((one) => one.state === 'open');
const article = (visitor: Visitor, name: RegExp) => visitor.page.getByRole('article', { name });

/** Somebody runs where chen holds the GPU. */
async function intrude(who: string, command: string): Promise<Reservation> {
  world.fleet.wants('gpu03', { gpus: [1], owner: who, mib: 9_000, busy: 88, command });
  const booking = await world.as('chen').book(world.gpus('gpu03:0-1'), Date.now(), Date.now() + 9 * hour, 'sampling');
  await until('a violation', async () => (await open()).length === 1, 20_000);
  return booking;
}

async function nobodyIntrudes(): Promise<void> {
  world.fleet.wants('gpu03');
  await until('no violation', async () => (await open()).length === 0, 20_000);
}

test('a violation is seen in 1 interaction and excused in 2; another page sees both; then it ends', async () => {
  const booking = await intrude('zoe', 'python3 sample.py --steps 50');
  const chen = await world.open('chen', '/');
  const dana = await world.open('dana', '/violations');
  await chen.live();
  chen.begin();
  await chen.click(chen.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Violations/ }));
  const seen = article(chen, /^zoe runs on gpu03:1, which you hold until/);
  await seen.getByText('python3 sample.py --steps 50').waitFor();
  await seen.getByText(/^For .*, since \d\d:\d\d/).waitFor();
  await seen.getByText('account zoe, nobody known here').waitFor();
  expect(chen.count).toBe(1);
  expect(await seen.getByRole('link', { name: 'The booking' }).getAttribute('href')).toBe(`/reservations/${booking.id}`);
  const others = article(dana, /^zoe runs on gpu03:1, which chen holds/);
  await others.waitFor();
  expect(await others.getByRole('button', { name: 'Excuse…' }).count(), 'dana neither holds it nor is an admin').toBe(0);

  chen.begin();
  await chen.click(seen.getByRole('button', { name: 'Excuse…' }));
  await chen.click(seen.getByRole('button', { name: 'We agreed on it' }));
  await seen.getByText(/^Excused by chen/).waitFor();
  expect(chen.count).toBe(2);
  await others.getByText('We agreed on it').waitFor();
  expect((await open())[0]?.excused?.reason).toBe('We agreed on it');

  await nobodyIntrudes();
  await chen.page.getByText('Nobody runs on a GPU that somebody else holds.').waitFor();
  await chen.page.getByRole('region', { name: 'Closed' }).getByRole('listitem').filter({ hasText: 'zoe ran on gpu03:1, which you held' }).first().waitFor();
});

test('who runs there is told so; without a mouse it is excused with words of one’s own; once over it is found by person and GPU', async () => {
  await intrude('dana', 'python3 eval.py');
  try {
    const dana = await world.open('dana', '/violations');
    const own = article(dana, /^You run on gpu03:1, which chen holds/);
    await own.getByText('Stop it, or ask chen to excuse it.').waitFor();
    expect(await own.getByRole('button', { name: 'Excuse…' }).count()).toBe(0);
    const chen = await world.open('chen', '/violations');
    const excuse = article(chen, /^dana runs on gpu03:1, which you hold/).getByRole('button', { name: 'Excuse…' });
    await excuse.focus();
    await chen.press('Enter');
    const field = chen.page.getByLabel('Why is it all right?');
    await until('the field has the focus', () => field.evaluate((node) => node === document.activeElement));
    await chen.press('Enter');
    await chen.page.getByRole('alert').getByText('Say why, in 1 to 500 characters.').waitFor();
    await chen.type('<b>dana</b> asked me');
    await chen.press('Enter');
    await chen.page.getByText('<b>dana</b> asked me').waitFor();
    expect((await open())[0]?.excused?.reason).toBe('<b>dana</b> asked me');
    await own.getByText('<b>dana</b> asked me').waitFor();
  } finally {
    await nobodyIntrudes();
  }
  const ann = await world.open('ann', '/violations');
  const { page } = ann;
  const rows = page.getByRole('region', { name: 'Closed' }).getByRole('listitem');
  const choose = (field: string, label: string) => page.getByRole('combobox', { name: field, exact: true }).selectOption({ label });
  await choose('Person', 'dana');
  await until('only those of dana', async () => {
    const texts = await rows.allInnerTexts();
    return texts.length > 0 && texts.every((text) => text.includes('dana ran on gpu03:1, which chen held'));
  });
  expect(page.url()).toContain('person=per_');
  await choose('GPU', 'gpu01:0');
  await page.getByText('None that fits the filters.').waitFor();
  await page.reload();
  await page.getByText('None that fits the filters.').waitFor();
  await choose('GPU', 'gpu03:1');
  await rows.first().getByText('dana ran on gpu03:1').waitFor();
});

test('a reservation page tells what happened, changes it, undoes that, and follows what others do', async () => {
  const booked = await world.as('dana').book(world.gpus('gpu01:0-1'), dayAt(1, 9), dayAt(1, 12), 'figures');
  const dana = await world.open('dana', `/reservations/${booked.id}`);
  const { page } = dana;
  await page.getByRole('heading', { name: 'figures', level: 1 }).waitFor();
  const happened = page.getByRole('region', { name: 'What happened' });
  await happened.getByText('You booked gpu01:0-1').waitFor();
  await page.getByRole('button', { name: 'Extend by 2 h' }).click();
  await happened.getByText(/^ends 2 h later, tomorrow 14:00/).waitFor();
  expect(Date.parse((await world.admin.reservation(booked.id)).until)).toBe(dayAt(1, 14));
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
  await happened.getByText(/^ends 2 h earlier, tomorrow 12:00/).waitFor();

  const chen = await world.open('chen', `/reservations/${booked.id}`);
  await chen.page.getByText('of dana', { exact: true }).waitFor();
  expect(await chen.page.getByRole('button', { name: /Extend|Cancel|Give back/ }).count()).toBe(0);
  await world.admin.change(await world.admin.reservation(booked.id), { title: 'figures, <i>all</i>' });
  await chen.page.getByRole('heading', { name: 'figures, <i>all</i>', level: 1 }).waitFor();
  await chen.page.getByText('ann changed the booking of gpu01:0-1').waitFor();

  await page.getByRole('heading', { name: 'figures, <i>all</i>', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Cancel it' }).click();
  await page.getByText(/^You cancelled the booking of gpu01:0-1, .*It holds nothing/).waitFor();
  await chen.page.getByText(/^dana cancelled the booking of gpu01:0-1, .*It holds nothing/).waitFor();
  await page.getByRole('button', { name: 'Reinstate' }).click();
  await happened.getByText('You reinstated the booking of gpu01:0-1').waitFor();
  expect((await world.admin.reservation(booked.id)).state).toBe('upcoming');
  await page.getByRole('link', { name: 'Move' }).click();
  await page.waitForURL(/\/calendar\?reservation=/);
});

test('a running one shows what its GPUs do, and is given back', async () => {
  world.fleet.wants('gpu01', { gpus: [0], owner: 'dana', mib: 40_960, busy: 70 });
  const booked = await world.as('dana').book(world.gpus('gpu01:0'), Date.now(), Date.now() + 3 * hour, 'training');
  const dana = await world.open('dana', `/reservations/${booked.id}`);
  const gpus = dana.page.getByRole('region', { name: 'GPUs' });
  await gpus.getByText(/^\d+ %$/).first().waitFor();
  await gpus.getByText(/GiB$/).first().waitFor();
  const chart = dana.page.getByRole('slider', { name: 'Utilisation of training' });
  await until('the chart has values', async () => /gpu01:0: last \d+ %/.test((await chart.getAttribute('aria-valuetext')) ?? ''), 15_000);
  await dana.page.getByRole('button', { name: 'Give back now' }).click();
  await dana.page.getByText('Given back early', { exact: true }).waitFor();
  await dana.page.getByText(/^Given back (3 h|2 h 59 min) before its end\.$/).waitFor();
  expect((await world.admin.reservation(booked.id)).state).toBe('released');
  world.fleet.wants('gpu01');
});

test('a slot lost to somebody else is said, with who holds it', async () => {
  const mine = await world.as('dana').book(world.gpus('gpu02:0'), dayAt(1, 9), dayAt(1, 12), 'mine');
  await world.as('chen').book(world.gpus('gpu02:0'), dayAt(1, 12), dayAt(1, 15), 'theirs');
  const dana = await world.open('dana', `/reservations/${mine.id}`);
  dana.expects(/^409 PATCH /);
  await dana.page.getByRole('button', { name: 'Extend by 2 h' }).click();
  await dana.page.getByRole('alert').getByText('chen holds gpu02:0 until 15:00.').waitFor();
  expect(Date.parse((await world.admin.reservation(mine.id)).until)).toBe(dayAt(1, 12));
});

test('one that was cancelled keeps its page; one that never was says so', async () => {
  const booked = await world.as('dana').book(world.gpus('gpu01:3'), dayAt(1, 9), dayAt(1, 12), 'not needed');
  await world.as('dana').cancel(booked);
  const chen = await world.open('chen', `/reservations/${booked.id}`);
  await chen.page.getByRole('heading', { name: 'not needed', level: 1 }).waitFor();
  await chen.page.getByText(/^dana cancelled the booking of gpu01:3, \d\d:\d\d\. It holds nothing\.$/).waitFor();
  expect(await chen.page.getByRole('button', { name: 'Reinstate' }).count(), 'it is not chen’s').toBe(0);
  chen.expects(/^(404|422|400) GET \/api\/v1\/reservations\//);
  await chen.go(`/reservations/${booked.id.slice(0, -3)}ZZZ`);
  await chen.page.getByText('There is no such thing in the history: it never existed.').waitFor();
  await chen.go('/reservations/nonsense');
  await chen.page.getByText('There is no such thing in the history: it never existed.').waitFor();
});

test('the history is filtered by person and kind, in the address; what is new waits; an event has a link', async () => {
  await world.as('dana').book(world.gpus('gpu01:4'), dayAt(1, 9), dayAt(1, 12), 'first');
  const ann = await world.open('ann', '/history');
  const { page } = ann;
  const list = page.getByRole('region', { name: 'Events' });
  await list.getByText('dana booked gpu01:4').first().waitFor();
  await page.getByLabel('Person').selectOption({ label: 'dana' });
  await page.getByRole('button', { name: 'Bookings', exact: true }).click();
  await until('only bookings of dana', async () => {
    const texts = await list.getByRole('listitem').allInnerTexts();
    return texts.length > 0 && texts.every((text) => /dana (booked|changed|cancelled|reinstated|gave back)|booking/.test(text));
  });
  expect(page.url()).toMatch(/person=per_.*kind=bookings|kind=bookings.*person=per_/);
  await page.reload();
  await list.getByText('dana booked gpu01:4').first().waitFor();

  const before = await list.getByRole('listitem').count();
  await world.as('chen').book(world.gpus('gpu01:5'), dayAt(1, 9), dayAt(1, 12), 'not asked for');
  await world.as('dana').book(world.gpus('gpu01:6'), dayAt(1, 9), dayAt(1, 12), 'second');
  await page.getByRole('button', { name: '1 new' }).waitFor();
  expect(await list.getByRole('listitem').count(), 'the list has not moved').toBe(before);
  await page.keyboard.press('n');
  await list.getByText('dana booked gpu01:6').waitFor();
  expect(await list.getByText('chen booked').count()).toBe(0);

  const row = list.getByRole('listitem').filter({ hasText: 'dana booked gpu01:4' }).first();
  await row.getByRole('link', { name: /link to it$/ }).click();
  await page.waitForURL(/event=\d+$/);
  const marked = list.locator('[aria-current="true"]');
  await marked.getByText('dana booked gpu01:4').waitFor();
  await until('it is in view', () => marked.evaluate((node) => node.getBoundingClientRect().top > 0 && node.getBoundingClientRect().bottom < innerHeight));
  await marked.getByRole('button', { name: /^Details of event/ }).click();
  await marked.getByText('reservation.booked.v1').waitFor();
  await marked.getByRole('link', { name: 'Booking' }).click();
  await page.getByRole('heading', { name: 'first', level: 1 }).waitFor();
});

test('the history goes back to its beginning, page by page; an event that is none is said to be none', async () => {
  for (let i = 0; i < 60; i += 1) await world.as('dana').book(world.gpus('gpu02:1'), dayAt(2 + i, 9), dayAt(2 + i, 10), `day ${i}`);
  const ann = await world.open('ann', '/history');
  const { page } = ann;
  const rows = page.getByRole('region', { name: 'Events' }).getByRole('listitem');
  await until('the first page', async () => (await rows.count()) === 50);
  const older = page.getByRole('button', { name: 'Older' });
  for (let turn = 0; (await older.count()) > 0 && turn < 40; turn += 1) {
    const shown = await rows.count();
    await older.click();
    await until('more', async () => (await rows.count()) > shown || (await older.count()) === 0);
  }
  await page.getByText('This is where the history begins.').waitFor();
  await page.getByText('You completed the setup').waitFor();
  const positions = await rows.evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-event'))));
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => b - a));
  await ann.go('/history?event=99999999');
  await page.getByText('There is no event 99999999 for you to see.').waitFor();
});
