/* Who used a GPU, wherever it is shown: others' use of a booking does not count for its holder. And
   the usage screen: its figures are the server's. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { hour, iso, type Reservation } from '../support/api';
import { Calendar } from '../support/calendar';
import { until } from '../support/until';
import { aMomentAgo, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek', 'chen'], keep: true, ownFleet: () => {} });

interface Row {
  reserved_s: number;
  used_by_owner_s: number;
  used_by_others_s: number;
  used_by_unknown_s: number;
  idle_s: number;
  unmeasured_s: number;
  person_name?: string;
}
interface Report {
  total: Row;
  rows: Row[];
}

const report = (query: string): Promise<Report> =>
  world.admin.get<Report>(`/api/v1/usage/report?${query}`);
const from = Date.now() - hour;
let taken: Reservation; // ann's, used by bartek
let worked: Reservation; // ann's, used by ann

/** Her share of `taken`, as the server knows it: a range where seconds are not measured. */
async function herShare(): Promise<string> {
  const { total } = await report(`from=${iso(from)}&by=reservation&reservation=${taken.id}`);
  return total.unmeasured_s > 0 ? String.raw`0(–\d+)?\s%` : String.raw`0\s%`;
}

beforeAll(async () => {
  world.fleet.wants(
    'gpu02',
    { gpus: [1], owner: 'ann', busy: 80 },
    { gpus: [2], owner: 'bartek', busy: 70, command: 'python3 sweep.py' },
  );
  worked = await world.admin.book(
    world.gpus('gpu02:1'),
    aMomentAgo(),
    Date.now() + 2 * hour,
    'my training',
  );
  taken = await world.admin.book(
    world.gpus('gpu02:2'),
    aMomentAgo(),
    Date.now() + hour,
    'for later',
  );
  await until(
    'what bartek used is told as that of others',
    async () => {
      const { total } = await report(`from=${iso(from)}&by=reservation&reservation=${taken.id}`);
      return total.used_by_others_s > 5 && total.used_by_owner_s === 0;
    },
    undefined,
    500,
  );
});

describe('use by an intruder does not count for the owner', () => {
  test('Home separates an intruder’s use', async () => {
    const ann = await world.open('ann', '/');
    // She sees the one that ends first.
    await ann.page
      .getByText(/Used now: 0\s% by you, [1-9]\d?\s% by bartek \(violation\)/)
      .waitFor();
  });

  test('booking page separates an intruder’s use, also per GPU', async () => {
    const ann = await world.open('ann', `/reservations/${taken.id}`);
    await ann.page
      .getByRole('img', { name: /^used by you 0\s%, by others [1-9]\d?\s% \(violation\)/ })
      .waitFor();
    expect(
      await ann.page.locator('header').filter({ hasText: 'Used so far' }).first().innerText(),
    ).toMatch(/Used so far\s+0(–\d)?\s%/);
    await ann.page
      .getByRole('row', {
        name: new RegExp(
          String.raw`gpu02:2.*used by bartek.*\b${await herShare()}, by others [1-9]\d?\s%`,
        ),
      })
      .waitFor();
  });

  test('calendar panel and strip separate an intruder’s use', async () => {
    const ann = await world.open('ann', `/calendar?reservation=${taken.id}`);
    const calendar = new Calendar(ann);
    await calendar.panel
      .getByRole('img', { name: /^used by you 0\s%, by others [1-9]\d?\s% \(violation\)/ })
      .waitFor();
    const line = calendar.panel.getByRole('list', { name: /^Use/ }).getByRole('listitem');
    await until('its strip', async () =>
      (
        await line.locator('i').evaluate((strip) => getComputedStyle(strip).backgroundImage)
      ).startsWith('repeating-linear-gradient('),
    );
    expect(await line.innerText()).toMatch(
      new RegExp(String.raw`gpu02:2\s+${await herShare()}\s*, by others [1-9]\d?\s%`),
    );
    await ann.go(`/calendar?reservation=${worked.id}`);
    await until('the strip of what she used herself', async () =>
      (
        await line.locator('i').evaluate((strip) => getComputedStyle(strip).backgroundImage)
      ).startsWith('linear-gradient('),
    );
  });
});

describe('usage screen', () => {
  test('figures equal the server’s, and rows add up', async () => {
    const ann = await world.open('ann', '/usage');
    const row = ann.page
      .getByRole('row')
      .filter({ has: ann.page.getByRole('link', { name: 'you', exact: true }) });
    await row.waitFor();
    const label = await row.getByRole('img').getAttribute('aria-label');
    expect(label).toMatch(/^idle \S.*, used by the holder \S.*, by others \S.* GPU-hours$/);
    const { rows, total } = await report(`from=${iso(from)}&by=person`);
    for (const one of [...rows, total])
      expect(
        one.used_by_owner_s +
          one.used_by_others_s +
          one.used_by_unknown_s +
          one.idle_s +
          one.unmeasured_s,
      ).toBeCloseTo(one.reserved_s, 1);
    await ann.page.getByRole('row', { name: /bartek/ }).waitFor(); // reserved nothing, used others'
  });

  test('row opens its bookings, name links to its person, Back returns', async () => {
    const ann = await world.open('ann', '/usage');
    ann.begin();
    await ann.click(ann.page.getByRole('button', { name: /^Bookings of/ }).first());
    const booking = ann.page.getByRole('link', { name: /^for later/ });
    await booking.waitFor();
    await ann.click(booking);
    await ann.page.getByRole('heading', { name: 'for later' }).waitFor();
    expect(ann.count).toBe(2);
    await ann.page.goBack();
    await booking.waitFor();
    await ann.page.goBack();
    await booking.waitFor({ state: 'detached' });
    await ann.click(
      ann.page.getByRole('row', { name: /bartek/ }).getByRole('link', { name: 'bartek' }),
    );
    await ann.page.getByRole('heading', { name: 'bartek has no booking now.' }).waitFor();
  });

  test('address has the grouping and the period', async () => {
    const ann = await world.open('ann', '/usage');
    await ann.page.getByRole('button', { name: 'Host', exact: true }).click();
    await ann.page.getByRole('row', { name: /^gpu02/ }).waitFor();
    await ann.page.getByRole('button', { name: 'Day', exact: true }).click();
    await expect.poll(() => new URL(ann.page.url()).search).toBe('?by=host&period=day');
    await ann.page.getByRole('button', { name: 'A day earlier' }).click();
    await ann.page.getByText('Nothing was booked on this day.').waitFor();
    await ann.page.goBack();
    await ann.page.getByRole('row', { name: /^gpu02/ }).waitFor();
    await ann.page.reload();
    await ann.page.getByRole('row', { name: /^gpu02/ }).waitFor();
  });

  test('group rows have their people, and a member of two counts in both', async () => {
    const ids = new Map(
      (await world.admin.list<{ id: string; unix_name: string }>('/api/v1/people')).map((one) => [
        one.unix_name,
        one.id,
      ]),
    );
    for (const [name, people] of [
      ['vision', ['ann', 'bartek']],
      ['language', ['ann']],
    ] as const) {
      const { id } = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/groups', {
        name,
      });
      for (const one of people)
        await world.admin.expect(204, 'PUT', `/api/v1/groups/${id}/members/${ids.get(one)}`, {});
    }
    const ann = await world.open('ann', '/usage');
    await ann.page.getByRole('button', { name: 'Group', exact: true }).click();
    await ann.page.getByRole('row', { name: /language/ }).waitFor();
    await ann.page.getByRole('row', { name: /^All 2 groups/ }).waitFor();
    await ann.page.getByText(/^By the groups as they are now\./).waitFor();
    await ann.page.getByRole('button', { name: 'People of vision' }).click();
    await ann.page
      .getByRole('row')
      .filter({ hasNot: ann.page.getByRole('button') })
      .getByRole('link', { name: 'you', exact: true })
      .waitFor();
    await ann.page.getByRole('link', { name: 'vision', exact: true }).click();
    await ann.page.getByRole('list', { name: 'Members of vision' }).waitFor();
  });

  test('file has the shown rows', async () => {
    const ann = await world.open('ann', '/usage');
    const link = ann.page.getByRole('link', { name: 'Export CSV' });
    await link.waitFor();
    const [download] = await Promise.all([ann.page.waitForEvent('download'), link.click()]);
    const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(head.split(',')).toContain('used_by_others_s');
    expect(lines.some((line) => line.includes('ann'))).toBe(true);
  });

  test('map of hours is readable by arrows, not by colour alone', async () => {
    const ann = await world.open('ann', '/usage');
    const map = ann.page.getByRole('grid', { name: /by weekday and hour/ });
    await map.waitFor();
    expect(await map.locator('[data-at]').count()).toBe(7 * 24);
    await map.locator('[tabindex="0"]').focus();
    for (let row = 1; row < 7; row += 1) await ann.press('ArrowUp');
    await ann.press('Home');
    await ann.page.getByText('Monday 00:00 – 01:00').waitFor();
    await ann.press('ArrowRight');
    await ann.page.getByText('Monday 01:00 – 02:00').waitFor();
  });
});

test('person’s week is on Home and links to the usage screen', async () => {
  const { total: before } = await report(`from=${iso(from)}&by=person&person=me`); // the page asks once
  const ann = await world.open('ann', '/');
  if (before.reserved_s >= 180) await ann.page.getByText(/^This week so far/).waitFor();
  const chen = await world.open('chen', '/');
  await chen.live();
  expect(await chen.page.getByText(/^This week so far/).count()).toBe(0); // no use: no text
});
