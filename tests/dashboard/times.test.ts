import { expect, test } from 'vitest';
import { hour } from './support/api';
import { Calendar } from './support/calendar';
import { until } from './support/until';
import { zone } from './support/visitor';
import { dayAt, useWorld } from './support/world';

const world = useWorld({ people: [] });

/** Midnight of the next day that has so many hours in the tests' zone. */
function nextDayOf(hours: number): number {
  for (let day = 1; day < 366; day++) {
    if (dayAt(day + 1, 0) - dayAt(day, 0) === hours * hour) return dayAt(day, 0);
  }
  throw new Error(`no day of ${hours} hours`);
}

const dayName = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' }).format(at).replace(',', '');

for (const hours of [23, 25]) {
  test(`a day of ${hours} hours is ${hours} hours wide, and both zones are named`, async () => {
    const day = nextDayOf(hours);
    const ann = await world.open('ann', `/calendar?zoom=2d&at=${new Date(day).toISOString()}`);
    const calendar = new Calendar(ann);
    await ann.live();
    await calendar.grid.waitFor();
    const next = day + hours * hour;
    const label = async (at: number) => (await ann.page.getByText(dayName(at), { exact: true }).first().boundingBox())?.x ?? NaN;
    const width = (await calendar.grid.boundingBox())?.width ?? NaN;
    expect((await label(next) - await label(day)) / width).toBeCloseTo(hours / 48, 2);
    await ann.page.getByText(hours === 23 ? 'CET/CEST' : 'CEST/CET').first().waitFor();
  });
}

test('an eight hour booking over the change of clocks is eight hours', async () => {
  const day = nextDayOf(23);
  const made = await world.admin.book(world.gpus('gpu01:0'), day - 2 * hour, day + 6 * hour, 'over the change');
  const ann = await world.open('ann', `/calendar?zoom=2d&at=${new Date(day).toISOString()}&reservation=${made.id}`);
  const calendar = new Calendar(ann);
  await calendar.panel.getByText('8 h', { exact: true }).waitFor();
  await calendar.panel.getByText(/22:00.*07:00/).waitFor(); // seven by the clock
});

test('words that can mean several times are asked back; one of the times is taken and booked', async () => {
  const ann = await world.open('ann', '/');
  ann.expects(/^422 POST \/api\/v1\/time\/parse$/);
  const field = ann.page.getByLabel('What do you need, and when?');
  const form = ann.page.locator('form', { has: field });
  const times = form.getByRole('button', { name: /^Or: / });
  const send = form.getByRole('button', { name: 'Reserve' });
  await ann.fill(field, 'gpu01:0 tomorrow 9-5');
  await form.getByText('“tomorrow 9-5” can mean several times. Which one?').waitFor();
  expect(await times.count()).toBeGreaterThan(1);
  expect(await send.isDisabled()).toBe(true);
  await field.press('Enter'); // books none of them
  await ann.click(times.filter({ hasText: /09:00 – 17:00/ }));
  await form.getByText(/^gpu01:0/).waitFor();
  expect(await times.count()).toBe(0); // it means this time alone now
  expect(await world.admin.reservations()).toEqual([]);
  await ann.click(send);
  const booking = await until('booked', async () => (await world.admin.reservations())[0]);
  expect([Date.parse(booking.from), Date.parse(booking.until)]).toEqual([dayAt(1, 9), dayAt(1, 17)]);
  expect(booking.gpus).toEqual(world.gpus('gpu01:0'));
});

for (const [words, shift, gpu] of [['an hour fast', hour, 1], ['an hour slow', -hour, 2]] as const) {
  test(`a browser whose clock is ${words}: now is the server’s, and so is what is booked`, async () => {
    const before = `{
      const Real = Date;
      const Wrong = class extends Real {
        constructor(...given) { if (given.length === 0) super(Real.now() + ${shift}); else super(...given); }
        static now() { return Real.now() + ${shift}; }
      };
      globalThis.Date = Wrong;
    }`;
    const ann = await world.open('ann', '/calendar', { before });
    const calendar = new Calendar(ann);
    await ann.live();
    await ann.page.getByRole('status').getByText(/^Your computer’s clock is 1 h off. Times here are the server’s.$/).waitFor();
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
    await until('the ruler says the right time', async () =>
      await ann.page.getByText(shown.format(Date.now()), { exact: true }).count() > 0);
    await calendar.now();
    await ann.click(await calendar.point('gpu01', gpu, Date.now() + 60_000));
    await calendar.newBooking.getByText('It is free').waitFor();
    await ann.page.keyboard.press('Enter');
    const booking = await until('booked', async () => (await world.admin.reservations())[0]);
    expect(Math.abs(Date.parse(booking.from) - Date.now())).toBeLessThan(20_000);
  });
}

test('another zone than the browser’s is shown, and named', async () => {
  await world.admin.book(world.gpus('gpu01:0'), dayAt(1, 9), dayAt(1, 12), 'elsewhere');
  const ann = await world.open('ann', '/calendar', { timezoneId: 'America/New_York' });
  const calendar = new Calendar(ann);
  await ann.live();
  const there = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' }).format(dayAt(1, 9));
  await calendar.block(new RegExp(`elsewhere, gpu01 GPU 0, .* ${there} – `)).waitFor();
  await ann.page.getByText(/^(EST|EDT|GMT-[45])$/).first().waitFor();
});
