/* A link to a booking leads to its time and opens its panel, even long after it is over; if it
   cannot be shown, the page gives the reason. */
import { describe, expect, test } from 'vitest';
import { hour, type Reservation } from '../support/api';
import { Calendar } from '../support/calendar';
import { until } from '../support/until';
import type { Visitor } from '../support/visitor';
import { useWorld } from '../support/world';
import { zone } from '../support/zone';

const world = useWorld({ admin: 'zoe', gpus: 0, weeks: 3, keep: true });

const day = 24 * hour;
const query = (visitor: Visitor) => new URL(visitor.page.url()).searchParams;
const title = (visitor: Visitor) => visitor.page.getByRole('heading', { level: 1 }).innerText();
const dayName = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: 'numeric', month: 'short' }).format(at);
/** The title names the first and the last day in view, of two or three: one of them is the
    booking's or next to it. */
const isAround = (shown: string, at: string): boolean =>
  [-1, 0, 1].some((days) => shown.includes(dayName(Date.parse(at) + days * day)));

/** A booking that ended two weeks ago. */
async function old(): Promise<Reservation> {
  const over = await until('bookings that are over', async () => {
    const found = await world.admin.reservations('finished');
    return found.length > 0 && found;
  });
  const [one] = over.filter(
    (booking) => booking.title !== '' && Date.parse(booking.until) < Date.now() - 10 * day,
  );
  if (!one) throw new Error('nothing is that old');
  return one;
}

for (const width of [1440, 390]) {
  describe(`${width} px`, () => {
    const options = { viewport: { width, height: 844 } };

    test('booking over for two weeks opens at its day, also by Back and Forward', async () => {
      const booking = await old();
      const zoe = await world.open('zoe', `/calendar?reservation=${booking.id}`, options);
      const { panel } = new Calendar(zoe);
      await panel.getByRole('heading', { name: booking.title }).waitFor();
      await panel.getByText(/^Over, /).waitFor();
      if (width >= 640) {
        expect(await title(zoe)).toSatisfy((shown: string) => isAround(shown, booking.from));
        await zoe.page.locator(`[data-reservation="${booking.id}"]`).first().waitFor();
        await expect.poll(() => query(zoe).has('at')).toBe(true);
      }
      await zoe.page.getByRole('link', { name: 'Home' }).first().click();
      await panel.waitFor({ state: 'detached' });
      await zoe.page.goBack();
      await panel.getByRole('heading', { name: booking.title }).waitFor();
      if (width >= 640)
        expect(await title(zoe)).toSatisfy((shown: string) => isAround(shown, booking.from));
      await panel.getByRole('button', { name: 'Close' }).click();
      await panel.waitFor({ state: 'detached' });
      await expect.poll(() => query(zoe).has('reservation')).toBe(false);
    });

    test('unknown and cancelled bookings are reported', async () => {
      const zoe = await world.open(
        'zoe',
        '/calendar?reservation=res_00000000000000000000000000',
        options,
      );
      zoe.expects(/^4\d\d GET \/api\/v1\/reservations\//);
      const { panel } = new Calendar(zoe);
      await panel.getByRole('heading', { name: 'There is no such booking' }).waitFor();
      await panel.getByRole('button', { name: 'Close' }).click();
      await panel.waitFor({ state: 'detached' });
      await expect.poll(() => query(zoe).has('reservation')).toBe(false);

      const [gpu = ''] = (await old()).gpus;
      const made = await world.admin.book(
        [gpu],
        Date.now() + 30 * hour,
        Date.now() + 31 * hour,
        'not for long',
      );
      await zoe.go(`/calendar?reservation=${made.id}`);
      await panel.getByRole('heading', { name: 'not for long' }).waitFor();
      await world.admin.cancel(made); // while it is shown
      await panel.getByRole('heading', { name: 'This was cancelled' }).waitFor();
      await zoe.go(`/calendar?reservation=${made.id}`);
      await panel.getByRole('heading', { name: 'This was cancelled' }).waitFor();
    });
  });
}

test('address with a place opens the panel and keeps the place', async () => {
  const booking = await old();
  const at = `${new Date(Date.now() + 3 * day).toISOString().slice(0, 16)}Z`;
  const zoe = await world.open('zoe', `/calendar?at=${at}&reservation=${booking.id}`);
  await new Calendar(zoe).panel.getByRole('heading', { name: booking.title }).waitFor();
  expect(query(zoe).get('at')).toBe(at);
});
