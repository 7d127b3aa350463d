/* The usage screens on three past weeks: what twelve people booked, used and left idle. The page's
   values equal the server's; tests/system/booking/usage_report_test.py checks that its rows fit
   together. */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { iso, type Reservation } from '../support/api';
import { until } from '../support/until';
import { useWorld } from '../support/world';
import { dayField, zone } from '../support/zone';

const world = useWorld({ admin: 'zoe', gpus: 0, weeks: 3, keep: true });

interface Row {
  person_id?: string;
  person_name?: string;
  model?: string;
  host_name?: string;
  title?: string;
  reserved_s: number;
  idle_s: number;
}
interface Report {
  closed_until?: string;
  total: Row & { used_by_owner_s: number; used_by_others_s: number };
  rows: Row[];
}

const day = 86_400_000;
/** Monday to Monday of last week. */
function lastWeek(): { name: string; from: number; until: number } {
  const now = new Date();
  const monday = (weeks: number) =>
    new Date(
      now.getFullYear(),
      now.getMonth(),
      now.getDate() - ((now.getDay() + 6) % 7) + 7 * weeks,
    ).getTime();
  const from = monday(-1);
  return { name: dayField(from), from, until: monday(0) };
}
const week = lastWeek();

/** The hours reach the tables some time after a start. */
const report = (by: string, more = ''): Promise<Report> =>
  until('the hours of last week', async () => {
    const got = await world.admin.get<Report>(
      `/api/v1/usage/report?from=${iso(week.from)}&until=${iso(week.until)}&zone=${zone}&by=${by}${more}`,
    );
    return (got.closed_until ?? '') >= iso(week.until).slice(0, 13) && got;
  });

const hours = (seconds: number): string => {
  const value = seconds / 3600;
  return new Intl.NumberFormat('en-GB', { maximumFractionDigits: value < 9.95 ? 1 : 0 }).format(
    value,
  );
};
const figure = (text: string): number => Number(text.replaceAll(/[^\d.]/g, ''));

describe('last week', () => {
  test('sentence, sum and rows equal the report', async () => {
    const { total, rows } = await report('person');
    const zoe = await world.open('zoe', `/usage?from=${week.name}`);
    await zoe.page
      .getByRole('heading', {
        level: 1,
        name: `${hours(total.idle_s)} of ${hours(total.reserved_s)} booked GPU-hours stood idle`,
      })
      .waitFor();
    const sum = zoe.page.getByRole('row', { name: /^All 1?\d people/ });
    expect(await sum.getByRole('cell').nth(0).innerText()).toBe(hours(total.idle_s));
    expect(await sum.getByRole('cell').nth(5).innerText()).toBe(hours(total.reserved_s));
    const people = rows.filter((row) => row.reserved_s > 0);
    expect(people.length).toBeGreaterThan(8);
    for (const row of people) {
      const line = zoe.page
        .getByRole('row')
        .filter({ has: zoe.page.getByRole('link', { name: row.person_name ?? '', exact: true }) });
      expect(await line.getByRole('cell').nth(0).innerText(), row.person_name).toBe(
        hours(row.idle_s),
      );
      expect(await line.getByRole('cell').nth(5).innerText(), row.person_name).toBe(
        hours(row.reserved_s),
      );
    }
    await zoe.page.getByRole('row', { name: /visitor ran \S+ unbooked/ }).waitFor(); // an account without a person
  });

  test('models and hosts have the same sum', async () => {
    const [models, hosts] = [await report('model'), await report('host')];
    const zoe = await world.open('zoe', `/usage?by=model&from=${week.name}`);
    await zoe.page
      .getByRole('row', {
        name: `H100 80 GB ${hours(models.rows.find((row) => row.model?.includes('H100'))?.idle_s ?? 0)}`,
      })
      .waitFor();
    await zoe.page.getByRole('button', { name: 'Host', exact: true }).click();
    await zoe.page
      .getByRole('row', {
        name: `rack2 ${hours(hosts.rows.find((row) => row.host_name === 'rack2')?.idle_s ?? 0)}`,
      })
      .waitFor();
    expect(hosts.total).toEqual(models.total);
  });

  test('row opens into bookings that add up to it', async () => {
    const {
      rows: [worst],
    } = await report('person');
    const bookings = (await report('reservation', `&person=${worst?.person_id}`)).rows.filter(
      (row) => row.reserved_s > 0,
    );
    const zoe = await world.open('zoe', `/usage?from=${week.name}`);
    await zoe.page.getByRole('button', { name: `Bookings of ${worst?.person_name}` }).click();
    for (const booking of bookings)
      await zoe.page.getByRole('row', { name: new RegExp(`^${booking.title} `) }).waitFor();
    expect(bookings.reduce((idle, booking) => idle + booking.idle_s, 0)).toBeCloseTo(
      worst?.idle_s ?? -1,
      1,
    );
  });

  test('days of the map add up to the idle time', async () => {
    const { total } = await report('hour_of_week');
    const zoe = await world.open('zoe', `/usage?from=${week.name}`);
    const map = zoe.page.getByRole('grid', { name: /by weekday and hour/ });
    await map.waitFor();
    const days = await map.locator('tbody tr td:last-child').allInnerTexts();
    expect(days).toHaveLength(7);
    const idle = days.reduce((sum, text) => sum + figure(text), 0);
    expect(Math.abs(idle - total.idle_s / 3600)).toBeLessThan(7 * 0.5);
    expect(await map.locator('td.outside').count()).toBe(0);
  });
});

test('single day is one row, and future days have no idle time', async () => {
  const zoe = await world.open('zoe', `/usage?period=day&from=${week.name}`);
  const rows = zoe.page.getByRole('grid', { name: /by weekday and hour/ }).locator('tbody tr');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
  expect(await rows.first().getByRole('rowheader').innerText()).toBe('Mon');
});

test('day with midnight off the hour excludes the day before', async () => {
  const zoe = await world.open('zoe', `/usage?period=day&from=${week.name}`, {
    timezoneId: 'Asia/Kolkata',
  });
  const rows = zoe.page.getByRole('grid', { name: /by weekday and hour/ }).locator('tbody tr');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
  await zoe.page.getByText('of 192 GPU-h, 8 GPUs').waitFor();
  const asked = new URL(
    (await zoe.page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')) ?? '',
    world.server.origin,
  ).searchParams.get('from');
  expect(asked).toMatch(/T19:00:00.000Z$/);
});

test('shares match their figures, and the bar adds up to 100', async () => {
  const { total, rows } = await report('person');
  const zoe = await world.open('zoe', `/usage?from=${week.name}`);
  const share = (row: Row) => `${Math.max(1, Math.round((100 * row.idle_s) / row.reserved_s))} %`;
  const told = async (line: Locator) =>
    (await line.getByRole('cell').nth(1).innerText()).replaceAll(/\s+/g, ' ');
  expect(await told(zoe.page.getByRole('row', { name: /^All 1?\d people/ }))).toBe(share(total));
  for (const row of rows.filter((one) => one.reserved_s > 0 && one.idle_s > 0)) {
    const line = zoe.page
      .getByRole('row')
      .filter({ has: zoe.page.getByRole('link', { name: row.person_name ?? '', exact: true }) });
    expect(await told(line), row.person_name).toBe(share(row));
  }
  const parts = await zoe.page.locator('header li').allInnerTexts();
  expect(parts.reduce((sum, text) => sum + Number(/(\d+)\s%/.exec(text)?.[1] ?? 0), 0)).toBe(100);
});

test('month after an empty one is compared with nothing', async () => {
  const zoe = await world.open(
    'zoe',
    `/usage?period=custom&from=${dayField(week.from - 21 * day + day / 2)}&until=${dayField(week.until - day / 2)}`,
  );
  const heading = zoe.page.getByRole('heading', { level: 1, name: /stood idle/ });
  await heading.waitFor();
  expect(await heading.innerText()).toMatch(/stood idle\.$/);
  await zoe.page.getByText(/The holders used [\d,]+, others [\d,.]+\./).waitFor();
});

test('person page has last week and thirty days of bookings', async () => {
  const {
    rows: [worst],
  } = await report('person');
  const zoe = await world.open('zoe', `/people/${worst?.person_name}`);
  await zoe.page
    .getByText(
      `Last week ${hours(worst?.idle_s ?? 0)} of ${hours(worst?.reserved_s ?? 0)} booked GPU-hours stood idle.`,
    )
    .waitFor();
  await zoe.page
    .getByRole('region', { name: 'Bookings' })
    .getByText(/\d+\s% idle/)
    .first()
    .waitFor();
});

test('own-only rule hides others’ rows and keeps the sum', async () => {
  const {
    total,
    rows: [worst],
  } = await report('person');
  await world.admin.addPerson('mia');
  await world.admin.expect<Reservation>(
    200,
    'PATCH',
    '/api/v1/rules',
    { usage_visible_to: 'own' },
    { 'If-Match': '*', 'Content-Type': 'application/merge-patch+json' },
  );
  const mia = await world.open('mia', `/usage?from=${week.name}`);
  await mia.page
    .getByRole('heading', {
      level: 1,
      name: `${hours(total.idle_s)} of ${hours(total.reserved_s)} booked GPU-hours stood idle`,
    })
    .waitFor();
  expect(await mia.page.getByRole('button', { name: /^Bookings of/ }).count()).toBe(0);
  expect(
    await mia.page.getByText(/left \d+ of them/).count(),
    'who left the most is not hers to see',
  ).toBe(0);
  expect(await mia.page.getByText('Nothing stood idle.').count()).toBe(0);
  await mia.page
    .getByRole('region', { name: 'Why it stood idle' })
    .getByText(/^None of your bookings stood idle/)
    .waitFor();
  await mia.page
    .getByRole('region', { name: 'Idle by person' })
    .getByText(/^The rules show everybody their own use only/)
    .waitFor();
  expect(
    await mia.page.getByRole('button', { name: 'Host', exact: true }).count(),
    "a host at a time is somebody's booking",
  ).toBe(0);
  mia.expects(/^403 POST \S*\/usage\/report\/query/);
  await mia.go(`/people/${worst?.person_name}`);
  await mia.page.getByText('The rules show you your own use only').first().waitFor();
  expect(await mia.page.getByText(/\d+\s% idle/).count()).toBe(0);
});
