import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { Calendar } from '../support/calendar';
import { until } from '../support/until';
import { dayAt, useWorld } from '../support/world';
import { dayField, zone, zoneName } from '../support/zone';

const world = useWorld({ people: [] });

/** Midnight of the next day that has this many hours in the tests' zone. */
function nextDayOf(hours: number): number {
  for (let day = 1; day < 366; day++) {
    if (dayAt(day + 1, 0) - dayAt(day, 0) === hours * hour) return dayAt(day, 0);
  }
  throw new Error(`no day of ${hours} hours`);
}

const dayName = (at: number) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
    .format(at)
    .replace(',', '');

for (const hours of [23, 25]) {
  test(`day of ${hours} hours is ${hours} hours wide, with both zones named`, async () => {
    const day = nextDayOf(hours);
    const ann = await world.open('ann', `/calendar?zoom=2d&at=${new Date(day).toISOString()}`);
    const calendar = new Calendar(ann);
    await ann.live();
    await calendar.grid.waitFor();
    const next = day + hours * hour;
    const label = async (at: number) =>
      (await ann.page.getByText(dayName(at), { exact: true }).first().boundingBox())?.x ?? NaN;
    const width = (await calendar.grid.boundingBox())?.width ?? NaN;
    expect(((await label(next)) - (await label(day))) / width).toBeCloseTo(hours / 48, 2);
    await ann.page
      .getByText(`${zoneName(day)}/${zoneName(next)}`)
      .first()
      .waitFor();
  });
}

test('eight hour booking across a clock change has eight hours', async () => {
  const day = nextDayOf(23);
  const made = await world.admin.book(
    world.gpus('gpu01:0'),
    day - 2 * hour,
    day + 6 * hour,
    'over the change',
  );
  const ann = await world.open(
    'ann',
    `/calendar?zoom=2d&at=${new Date(day).toISOString()}&reservation=${made.id}`,
  );
  const calendar = new Calendar(ann);
  await calendar.panel.getByText('8 h', { exact: true }).waitFor();
  await calendar.panel.getByText(/22:00.*07:00/).waitFor(); // seven by the clock
});

test('ambiguous time offers its meanings, and one is booked', async () => {
  const ann = await world.open('ann', '/');
  ann.expects(/^422 POST \/api\/v1\/time\/parse$/);
  const field = ann.page.getByLabel('What do you need, and when?');
  const form = ann.page.locator('form', { has: field });
  const times = form.getByRole('button', { name: /^Or: / });
  const send = form.getByRole('button', { name: 'Book' });
  await ann.fill(field, 'gpu01:0 tomorrow 9-5');
  await form.getByText('“tomorrow 9-5” can mean several times. Which one?').waitFor();
  expect(await times.count()).toBeGreaterThan(1);
  expect(await send.isDisabled()).toBe(true);
  await field.press('Enter'); // books none of them
  await ann.click(times.filter({ hasText: /09:00 – 17:00/ }));
  await form.getByText(/^gpu01:0/).waitFor();
  expect(await times.count()).toBe(0); // it has a single meaning now
  expect(await world.admin.reservations()).toEqual([]);
  await ann.click(send);
  const booking = await until('booked', async () => (await world.admin.reservations())[0]);
  expect([Date.parse(booking.from), Date.parse(booking.until)]).toEqual([
    dayAt(1, 9),
    dayAt(1, 17),
  ]);
  expect(booking.gpus).toEqual(world.gpus('gpu01:0'));
});

for (const [words, shift, gpu] of [
  ['an hour fast', hour, 1],
  ['an hour slow', -hour, 2],
] as const) {
  test(`browser with its clock ${words} books by the server’s clock`, async () => {
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
    await ann.page
      .getByRole('status')
      .getByText(/^Your computer’s clock is 1\sh off. Times here are the server’s.$/)
      .waitFor();
    const shown = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
    });
    await until(
      'the ruler says the right time',
      async () => (await ann.page.getByText(shown.format(Date.now()), { exact: true }).count()) > 0,
    );
    await calendar.now();
    await ann.click(await calendar.point('gpu01', gpu, Date.now() - 60_000));
    await calendar.newBooking.getByText('It is free').waitFor();
    await ann.page.keyboard.press('Enter');
    const booking = await until('booked', async () => (await world.admin.reservations())[0]);
    expect(Math.abs(Date.parse(booking.from) - Date.now())).toBeLessThan(20_000);
  });
}

test('zone that differs from the browser’s is named', async () => {
  await world.admin.book(world.gpus('gpu01:0'), dayAt(1, 9), dayAt(1, 12), 'elsewhere');
  const ann = await world.open('ann', '/calendar', { timezoneId: 'America/New_York' });
  const calendar = new Calendar(ann);
  await ann.live();
  const there = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
  }).format(dayAt(1, 9));
  await calendar.block(new RegExp(`elsewhere, gpu01:0, .* ${there} – `)).waitFor();
  await ann.page
    .getByText(/^(EST|EDT|GMT-[45])$/)
    .first()
    .waitFor();
});

test('time fields have 24 hours in an American browser', async () => {
  const made = await world.admin.book(world.gpus('gpu01:0'), dayAt(1, 13), dayAt(1, 15), 'typed');
  const ann = await world.open('ann', `/calendar?reservation=${made.id}`, { locale: 'en-US' });
  const calendar = await new Calendar(ann).shown();
  const form = ann.page.getByRole('form', { name: 'Edit' });
  const [from, until] = [
    form.getByRole('textbox', { name: /^From \(\S+\): time$/ }),
    form.getByRole('textbox', { name: /^Until \(\S+\): time$/ }),
  ];
  const save = form.getByRole('button', { name: 'Save' });
  await calendar.panel.getByRole('button', { name: 'Edit' }).click();
  expect([await from.inputValue(), await until.inputValue()]).toEqual(['13:00', '15:00']);

  for (const [typed, read] of [
    ['930', '09:30'],
    ['9.45', '09:45'],
    ['9', '09:00'],
  ] as const) {
    await from.fill(typed);
    await from.press('Tab');
    await expect.poll(() => from.inputValue()).toBe(read);
  }
  expect(await until.inputValue()).toBe('11:00'); // the same length as before
  await until.press('ArrowUp');
  await until.press('ArrowUp');
  await until.press('ArrowDown');
  await expect.poll(() => until.inputValue()).toBe('11:15');

  await until.fill('9 PM');
  await save.click();
  await form.getByText('A time is 0:00 to 23:59, as in 9, 930 or 9:30').waitFor();
  expect([
    await until.getAttribute('aria-invalid'),
    await from.getAttribute('aria-invalid'),
  ]).toEqual(['true', 'false']);
  await until.fill('8:00');
  await until.press('Enter');
  await form.getByText('That ends before it begins').waitFor();
  expect(Date.parse((await world.admin.reservation(made.id)).until)).toBe(dayAt(1, 15)); // nothing was saved
  const day = form.getByLabel(/^Until \(\S+\): day$/); // on the next day it exists
  await day.fill(dayField(dayAt(2, 12)));
  await expect.poll(() => until.getAttribute('aria-invalid')).toBe('false');
  await save.click();
  await expect
    .poll(async () => Date.parse((await world.admin.reservation(made.id)).until))
    .toBe(dayAt(2, 8));
  expect(Date.parse((await world.admin.reservation(made.id)).from)).toBe(dayAt(1, 9));
});

test('skipped time moves on by the jump, with a note', async () => {
  const jump = nextDayOf(23);
  const ann = await world.open('ann', '/calendar');
  await new Calendar(ann).shown();
  await ann.press('/');
  const filter = ann.page.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('button', { name: 'Free at…' }).click();
  await filter.getByLabel(/^From .*: day$/).fill(dayField(jump + 12 * hour));
  const time = filter.getByRole('textbox', { name: /^From .*: time$/ });
  await time.fill('2:30');
  await time.press('Enter');
  await filter
    .getByText(`Clocks go forward over that time: it is 03:30 ${zoneName(jump + 12 * hour)}`)
    .waitFor();
  expect(await time.inputValue()).toBe('03:30');
});

test('phone form reads a typed time, and now without one', async () => {
  const ann = await world.open('ann', '/calendar', { viewport: { width: 390, height: 800 } });
  const asked: unknown[] = [];
  ann.page.on(
    'request',
    (request) =>
      request.url().endsWith('/api/v1/offers') &&
      asked.push((request.postDataJSON() as { earliest?: string }).earliest),
  );
  await ann.page.getByRole('button', { name: 'Find a slot' }).click();
  await expect.poll(() => asked).toEqual([undefined]);
  await ann.page.getByLabel(/^Not before.*: day$/).fill(dayField(dayAt(3, 12)));
  await expect.poll(() => asked.at(-1)).toBe(new Date(dayAt(3, 0)).toISOString());
  const time = ann.page.getByRole('textbox', { name: /^Not before.*: time$/ });
  await time.fill('1730');
  await time.press('Tab');
  await expect.poll(() => asked.at(-1)).toBe(new Date(dayAt(3, 17, 30)).toISOString());
  await ann.page.getByLabel(/^Not before.*: day$/).fill('');
  await expect.poll(() => asked.at(-1)).toBeUndefined();
});
