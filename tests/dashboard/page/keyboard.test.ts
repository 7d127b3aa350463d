import { expect, test } from 'vitest';
import { Calendar } from '../support/calendar';
import { until } from '../support/until';
import type { Visitor } from '../support/visitor';
import { dayAt, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });

async function tabTo(visitor: Visitor, what: RegExp): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await visitor.page.keyboard.press('Tab');
    const name = await visitor.page.evaluate(() => {
      const element = document.activeElement;
      return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`;
    });
    if (what.test(name)) return;
  }
  throw new Error(`Tab does not come to ${String(what)}`);
}

async function times(visitor: Visitor, key: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await visitor.page.keyboard.press(key);
}

test('keyboard makes, moves, edits and cancels a booking, with announcements', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = new Calendar(ann);
  await ann.live();
  await calendar.grid.waitFor();
  const { keyboard } = ann.page;
  await tabTo(ann, /GPUs and hours/);
  await keyboard.press('Home'); // now
  await times(ann, 'ArrowDown', 3); // the host, GPU 0, 1, 2
  await expect.poll(() => calendar.cell.getAttribute('aria-label')).toMatch(/^gpu01:2, .*, free/);
  await times(ann, 'ArrowRight', 8);
  await times(ann, 'Shift+ArrowRight', 3);
  await times(ann, 'Shift+ArrowDown', 1);
  await expect.poll(() => calendar.cell.getAttribute('aria-label')).toMatch(/^2 GPUs, /);
  await keyboard.press('Enter');
  await calendar.newBooking.getByText('Both are free').waitFor();
  await expect
    .poll(() =>
      calendar.newBooking
        .getByRole('button', { name: 'Book' })
        .evaluate((button) => button === document.activeElement),
    )
    .toBe(true);
  await keyboard.press('Enter');
  const made = await until('booked', async () => (await world.admin.reservations())[0]);
  expect(made.gpus.toSorted()).toEqual(world.gpus('gpu01:2-3').toSorted());
  expect(Date.parse(made.until) - Date.parse(made.from)).toBe(4 * 3_600_000);

  await calendar.block('gpu01:2-3').waitFor();
  await calendar.settled();
  await keyboard.press('Escape'); // the rectangle is dropped; the cursor stays on the booking
  await keyboard.press('[');
  await expect
    .poll(() => calendar.cell.getAttribute('aria-label'))
    .toMatch(/: ann, Untitled, gpu01:2-3/);
  await keyboard.press('m');
  await times(ann, 'ArrowRight', 2);
  await times(ann, 'ArrowUp', 1);
  await ann.page
    .getByText('Free here. Enter puts it down, Escape leaves it.')
    .waitFor({ state: 'attached' });
  await keyboard.press('Enter');
  const moved = await until('moved', async () => {
    const now = await world.admin.reservation(made.id);
    return now.version === 2 && now;
  });
  expect(Date.parse(moved.from) - Date.parse(made.from)).toBe(2 * 3_600_000);
  expect(moved.gpus.toSorted()).toEqual(world.gpus('gpu01:1-2').toSorted());
  await calendar.settled();

  await keyboard.press('e');
  await calendar.panel.getByLabel('Title').waitFor();
  await keyboard.type('by keys');
  await keyboard.press('Enter');
  await calendar.block('by keys').waitFor();
  await until(
    'it has its title',
    async () => (await world.admin.reservation(made.id)).title === 'by keys',
  );
  await calendar.settled();

  await tabTo(ann, /GPUs and hours/);
  await keyboard.press('Delete');
  await until(
    'cancelled',
    async () => (await world.admin.reservation(made.id)).state === 'cancelled',
  );
  await ann.page.keyboard.press('Control+z');
  await until('back', async () => (await world.admin.reservation(made.id)).state === 'upcoming');
  // Further back: each restores the next one's first version. Pressed quickly, they wait for each
  // other.
  await times(ann, 'Control+z', 2);
  await until('as it was made', async () => {
    const now = await world.admin.reservation(made.id);
    return (
      now.title === '' &&
      now.from === made.from &&
      now.gpus.toSorted().join() === made.gpus.toSorted().join()
    );
  });
  await keyboard.press('Control+z');
  await until(
    'not made',
    async () => (await world.admin.reservation(made.id)).state === 'cancelled',
  );
});

test('other’s booking is read by keyboard, not changed', async () => {
  const made = await world.admin.book(world.gpus('gpu01:0'), dayAt(1, 9), dayAt(1, 12), 'hers');
  const bartek = await world.open('bartek', '/calendar');
  const calendar = new Calendar(bartek);
  await bartek.live();
  await calendar.block('hers').waitFor();
  await tabTo(bartek, /GPUs and hours/);
  await bartek.page.keyboard.press(']');
  await expect.poll(() => calendar.cell.getAttribute('aria-label')).toMatch(/: ann, hers/);
  await bartek.page.keyboard.press('Delete');
  await bartek.page
    .getByText('ann’s booking: ask ann or an admin.')
    .first()
    .waitFor({ state: 'attached' });
  expect((await world.admin.reservation(made.id)).version).toBe(1);
});

test('V shows the same as a table with named bookings', async () => {
  await world.admin.book(world.gpus('gpu01:0-1'), dayAt(1, 9), dayAt(1, 12), 'in the table');
  const ann = await world.open('ann', '/calendar');
  await ann.live();
  await new Calendar(ann).block('in the table').waitFor();
  await ann.page.keyboard.press('v');
  const row = ann.page.getByRole('row', { name: /in the table/ });
  await row.waitFor();
  await tabTo(ann, /in the table/);
  await ann.page.keyboard.press('Enter');
  await new Calendar(ann).panel.getByRole('heading', { name: 'in the table' }).waitFor();
});

test('keys alone lead from sign-in to another screen and out', async () => {
  const ann = await world.stranger();
  await ann.go('/calendar');
  const { keyboard } = ann.page;
  await ann.page.getByLabel('Name').waitFor();
  ann.expects(/^401 POST \/api\/v1\/session$/);
  await keyboard.type('ann');
  await keyboard.press('Tab');
  await keyboard.type('wrong');
  await keyboard.press('Enter');
  await ann.page.getByRole('alert').getByText('The name or the password is not right.').waitFor();
  await ann.page.keyboard.press('Control+a');
  await keyboard.type('correct horse battery');
  await keyboard.press('Enter');
  await new Calendar(ann).grid.waitFor();
  await keyboard.press('g');
  await keyboard.press('h');
  await ann.page.getByRole('heading', { level: 1, name: /You hold nothing now/ }).waitFor();
  await keyboard.press('?');
  await ann.page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await keyboard.press('Escape');
  await keyboard.press('Control+k');
  await ann.palette.waitFor();
  await keyboard.type('host gpu02');
  await ann.page.getByRole('option', { name: /^gpu02 / }).waitFor();
  await keyboard.press('Enter');
  await ann.page.getByRole('heading', { level: 1, name: 'gpu02' }).waitFor();
  await keyboard.press('Control+k');
  await ann.palette.waitFor();
  await keyboard.type('sign out');
  await ann.page.getByRole('option', { name: 'Sign out' }).waitFor();
  await keyboard.press('Enter');
  await ann.page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
