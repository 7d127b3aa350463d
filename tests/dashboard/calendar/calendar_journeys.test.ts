import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { Calendar } from '../support/calendar';
import { until } from '../support/until';
import type { Visitor } from '../support/visitor';
import { aMomentAgo, dayAt, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });

async function onlyBooking() {
  return until('one booking', async () => {
    const [booking, more] = await world.admin.reservations();
    return more ? null : booking;
  });
}

test('journey 1: four GPUs of a host by a drag and Enter: 2 interactions', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  ann.begin();
  await calendar.draw('gpu01', 2, 5, dayAt(1, 9), dayAt(1, 17));
  await calendar.newBooking.getByText('All 4 are free').waitFor();
  await ann.press('Enter');
  await ann.page.getByText('Booked 4 × A100 80 GB on gpu01').first().waitFor();
  expect(ann.count).toBe(2);
  const booking = await onlyBooking();
  expect([booking.from, booking.until]).toEqual([
    new Date(dayAt(1, 9)).toISOString(),
    new Date(dayAt(1, 17)).toISOString(),
  ]);
  expect(booking.gpus.toSorted()).toEqual(world.gpus('gpu01:2-5').toSorted());
  await calendar.block(/^ann, Untitled, gpu01:2-5,/).waitFor();
  expect(await calendar.block('ann').count()).toBe(1); // adjacent rows: one block
});

test('text typed right after the drag is the title', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.draw('gpu02', 0, 1, dayAt(1, 9), dayAt(1, 17));
  await calendar.newBooking.getByText('Both are free').waitFor();
  await ann.page.keyboard.type('c e bert sweep');
  await ann.page.keyboard.press('Enter');
  await calendar.block(/^ann, c e bert sweep, gpu02:0-1,/).waitFor();
  expect((await onlyBooking()).title).toBe('c e bert sweep');
});

test('journey 1 by text: Ctrl-K, request, Enter: 3 interactions', async () => {
  const ann = await world.open('ann', '/');
  await ann.live();
  ann.begin();
  await ann.press('Control+k');
  await ann.type('book 4 gpu01 tomorrow 9-17');
  await ann.page.getByRole('option', { name: /^Book/ }).first().waitFor();
  await ann.press('Enter');
  await ann.page
    .getByText(/^Booked gpu01/)
    .first()
    .waitFor();
  expect(ann.count).toBe(3);
  const booking = await onlyBooking();
  expect([booking.from, booking.until, booking.gpus.length]).toEqual([
    new Date(dayAt(1, 9)).toISOString(),
    new Date(dayAt(1, 17)).toISOString(),
    4,
  ]);
});

test('journey 2: four A100 soonest: F, request, Enter: 3 interactions', async () => {
  const ann = await world.open('ann', '/calendar');
  await ann.live();
  ann.begin();
  await ann.press('Shift+F');
  await ann.type('4xa100 8h');
  await ann.page.getByRole('option', { name: /^Book/ }).first().waitFor();
  await ann.press('Enter');
  await ann.page
    .getByText(/^Booked gpu01/)
    .first()
    .waitFor();
  expect(ann.count).toBe(3);
  const booking = await onlyBooking();
  expect(booking.gpus).toHaveLength(4);
  expect(Math.round((Date.parse(booking.until) - Date.parse(booking.from)) / hour)).toBe(8);
});

test('journey 3: extended in 1, moved in 1, cancelled in 2, and undone', async () => {
  const made = await world.admin.book(
    world.gpus('gpu01:0-1'),
    dayAt(1, 9),
    dayAt(1, 12),
    'llama-ft',
  );
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.block('llama-ft').waitFor();
  const now = () => world.admin.reservation(made.id);

  ann.begin();
  const edge = await calendar.point('gpu01', 0, dayAt(1, 12));
  await ann.drag({ x: edge.x - 3, y: edge.y }, await calendar.point('gpu01', 0, dayAt(1, 14)));
  await until(
    'two hours more',
    async () => (await now()).until === new Date(dayAt(1, 14)).toISOString(),
  );
  await calendar.settled();
  expect(ann.count).toBe(1);

  ann.begin();
  await ann.drag(
    await calendar.point('gpu01', 0, dayAt(1, 10)),
    await calendar.point('gpu02', 1, dayAt(1, 12)),
  );
  const moved = await until('it moved', async () => ((await now()).version === 3 ? now() : null));
  expect(ann.count).toBe(1);
  expect(moved.gpus.toSorted()).toEqual(world.gpus('gpu02:1-2').toSorted());
  expect([moved.from, moved.until]).toEqual([
    new Date(dayAt(1, 11)).toISOString(),
    new Date(dayAt(1, 16)).toISOString(),
  ]);
  await calendar.block(/llama-ft, gpu02:1-2,/).waitFor();
  await calendar.settled();

  ann.begin();
  await ann.click(await calendar.point('gpu02', 1, dayAt(1, 13)));
  await calendar.panel.getByRole('heading', { name: 'llama-ft' }).waitFor();
  await ann.press('Delete');
  await ann.page
    .getByText(/^Cancelled your booking “llama-ft”/)
    .first()
    .waitFor();
  expect(ann.count).toBe(2);
  expect((await now()).state).toBe('cancelled');
  await calendar.block('llama-ft').waitFor({ state: 'detached' });

  ann.begin();
  await ann.press('Control+z');
  await until('it is back', async () => (await now()).state === 'upcoming');
  expect(ann.count).toBe(1);
  await calendar.block('llama-ft').waitFor();
});

test('journey 3 from Home: two hours more in 1', async () => {
  const made = await world.admin.book(
    world.gpus('gpu01:0'),
    aMomentAgo(),
    Date.now() + hour,
    'nearly over',
  );
  const ann = await world.open('ann', '/');
  await ann.page.getByRole('heading', { level: 1, name: /^You hold 1 GPU/ }).waitFor();
  ann.begin();
  await ann.click(ann.page.getByRole('button', { name: 'Extend by 2 h' }));
  await until(
    'it is longer',
    async () =>
      Date.parse((await world.admin.reservation(made.id)).until) - Date.parse(made.until) ===
      2 * hour,
  );
  expect(ann.count).toBe(1);
});

/** Opens the calendar with this file blocked until it is released. */
async function withoutFile(file: RegExp): Promise<{ ann: Visitor; letGo: () => void }> {
  const ann = await world.open('ann', '/api/v1/session');
  let letGo = () => {};
  const asked = new Promise<void>((done) => (letGo = done));
  await ann.page.route(file, async (route) => {
    await asked;
    await route.continue();
  });
  await ann.go('/calendar');
  await new Calendar(ann).shown();
  return { ann, letGo };
}

test('text typed before the palette exists is its text, no command', async () => {
  const { ann, letGo } = await withoutFile(/\/assets\/dialogs-/);
  await ann.page.keyboard.press('Control+k');
  await ann.page.keyboard.type('recv');
  await ann.page.keyboard.press('Backspace');
  expect(await ann.page.getByRole('dialog').count()).toBe(0);
  letGo();
  await ann.palette.waitFor();
  await ann.page.keyboard.type('!');
  await expect.poll(() => ann.palette.inputValue()).toBe('rec!');
  await ann.page.keyboard.press('Escape');
  await ann.palette.waitFor({ state: 'detached' });
  await ann.page.getByRole('grid', { name: 'GPUs and hours' }).waitFor(); // v: not a table
});

test('text typed before the filter exists is its text, no command', async () => {
  const { ann, letGo } = await withoutFile(/\/assets\/lazy_calendar-/);
  await ann.page.keyboard.press('/');
  await ann.page.keyboard.type('gv03');
  for (const key of ['Backspace', '2', 'Enter']) await ann.page.keyboard.press(key);
  letGo();
  const field = ann.page.getByRole('searchbox', { name: 'Host, GPU or model' });
  await field.waitFor();
  expect(await field.inputValue()).toBe('gv02');
  expect(await ann.page.getByRole('table').count()).toBe(0); // v
  expect(await ann.page.getByRole('form', { name: 'New booking' }).count()).toBe(0); // Enter
});

test('message button undoes a change', async () => {
  const made = await world.admin.book(world.gpus('gpu01:0'), dayAt(1, 9), dayAt(1, 12), 'short');
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.block('short').waitFor();
  await ann.drag(
    await calendar.point('gpu01', 0, dayAt(1, 10)),
    await calendar.point('gpu01', 3, dayAt(1, 12)),
  );
  await until('it moved', async () => (await world.admin.reservation(made.id)).version === 2);
  ann.begin();
  await ann.click(
    ann.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: /^Undo/ }),
  );
  await until(
    'it is as before',
    async () => (await world.admin.reservation(made.id)).from === made.from,
  );
  expect(ann.count).toBe(1);
  expect((await world.admin.reservation(made.id)).gpus).toEqual(made.gpus);
});

test('Shift and drag copies, Escape cancels', async () => {
  const made = await world.admin.book(world.gpus('gpu01:0-1'), dayAt(1, 9), dayAt(1, 12), 'again');
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.block('again').waitFor();
  const [here, there] = [
    await calendar.point('gpu01', 0, dayAt(1, 10)),
    await calendar.point('gpu01', 4, dayAt(1, 10)),
  ];
  await ann.grab(here, there);
  await ann.page.keyboard.press('Escape');
  await ann.letGo();
  ann.begin();
  await ann.drag(here, there, true);
  await until('two of them', async () => (await world.admin.reservations()).length === 2);
  expect(ann.count).toBe(1);
  const copy = (await world.admin.reservations()).find((one) => one.id !== made.id);
  expect([copy?.title, copy?.from, copy?.gpus.toSorted()]).toEqual([
    'again',
    made.from,
    world.gpus('gpu01:4-5').toSorted(),
  ]);
  expect((await world.admin.reservation(made.id)).version).toBe(1); // Escape: nothing was sent
});

test('taken GPUs are shown before sending and fixed with one click', async () => {
  await world.as('bartek').book(world.gpus('gpu01:1'), dayAt(1, 8), dayAt(1, 11), 'eval');
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.block('eval').waitFor();
  ann.begin();
  await calendar.draw('gpu01', 0, 3, dayAt(1, 9), dayAt(1, 17));
  await calendar.newBooking.getByText('3 of 4 free').waitFor();
  await calendar.newBooking.getByText('bartek has gpu01:1 until 11:00').waitFor();
  await ann.press('Enter'); // nothing: it is not free
  await ann.click(calendar.newBooking.getByRole('button', { name: 'Use gpu01:4 instead' }));
  await calendar.newBooking.getByText('All 4 are free').waitFor();
  await expect
    .poll(() =>
      calendar.newBooking
        .getByRole('button', { name: 'Book' })
        .evaluate((button) => button === document.activeElement),
    )
    .toBe(true);
  await ann.press('Enter');
  await until('both', async () => (await world.admin.reservations()).length === 2);
  expect(ann.count).toBe(4);
  const mine = (await world.admin.reservations()).find((one) => one.owner_name === 'ann');
  expect(mine?.gpus.toSorted()).toEqual(world.gpus('gpu01:0', 'gpu01:2-4').toSorted());
});

test('click draws an hour, and buttons do the rest', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await ann.click(await calendar.point('gpu02', 2, dayAt(1, 10, 20)));
  const form = calendar.newBooking;
  await form.getByText('It is free').waitFor();
  await ann.click(form.getByRole('button', { name: 'Length: more' }));
  await ann.click(form.getByRole('button', { name: 'GPUs' }));
  await ann.click(form.getByRole('button', { name: 'GPU 3', exact: true }));
  await ann.fill(form.getByLabel('Title'), 'clicks alone');
  await ann.click(form.getByRole('button', { name: 'Book' }));
  const booking = await onlyBooking();
  expect(booking.title).toBe('clicks alone');
  expect([booking.from, booking.until]).toEqual([
    new Date(dayAt(1, 10)).toISOString(),
    new Date(dayAt(1, 11, 30)).toISOString(),
  ]);
  expect(booking.gpus.toSorted()).toEqual(world.gpus('gpu02:2-3').toSorted());
});

test('moved block shows its whole new time, and a clash with one’s own', async () => {
  await world.admin.book(world.gpus('gpu01:0-1'), dayAt(1, 9), dayAt(1, 15), 'first');
  const moved = await world.admin.book(
    world.gpus('gpu01:4-5'),
    dayAt(1, 9),
    dayAt(1, 15),
    'second',
  );
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.block('second').waitFor();
  await ann.grab(
    await calendar.point('gpu01', 4, dayAt(1, 12)),
    await calendar.point('gpu01', 0, dayAt(1, 12)),
  );
  const when = ann.page.getByText('09:00 – 15:00', { exact: true });
  await when.waitFor();
  expect(await when.evaluate((words) => words.scrollWidth <= words.clientWidth)).toBe(true);
  ann.expects(/^409 PATCH /);
  await ann.letGo();
  const refused = ann.page.getByRole('alert').filter({ hasText: 'Not booked' });
  await refused.getByText('You have gpu01:0-1 until 15:00').waitFor();
  await ann.page.getByRole('button', { name: 'Leave it as it was' }).click();
  expect((await world.admin.reservation(moved.id)).gpus.toSorted()).toEqual(
    world.gpus('gpu01:4-5').toSorted(),
  );
  await calendar.draw('gpu01', 2, 0, dayAt(1, 17), dayAt(1, 14)); // starts where it is free
  await calendar.newBooking.getByText('You have gpu01:0-1 until 15:00').waitFor();
});
