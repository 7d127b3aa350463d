import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { Calendar } from '../support/calendar';
import { forceColours } from '../support/looks';
import { until } from '../support/until';
import { aMomentAgo, dayAt, useWorld } from '../support/world';
import { zone } from '../support/zone';

const world = useWorld({ people: ['bartek', 'some.long_name_of_a.person'], ownFleet: () => {} });

test('block is as wide as its time at every zoom, without cut words', async () => {
  const at = (i: number) => dayAt(1, 0) + i * 4 * hour;
  const made = await Promise.all(
    [0.5, 1, 2, 3].map((length, i) =>
      world
        .as('some.long_name_of_a.person')
        .book(world.gpus(`gpu01:${i}`), at(i), at(i) + length * hour, 'a title'),
    ),
  );
  for (let i = 0; i < 8; i++)
    await world
      .as('bartek')
      .book(world.gpus('gpu02:0'), at(i), at(i) + 3.5 * hour, 'another title of it');
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  for (const zoom of ['6 h', '1 d', '2 d', '1 w', '4 w'] as const) {
    await calendar.zoom(zoom);
    if (zoom === '6 h' || zoom === '1 d')
      await ann.page.goto(
        `${ann.page.url().split('?')[0]}?zoom=${zoom.replace(' ', '')}&at=${new Date(at(0)).toISOString()}`,
      );
    await ann.live();
    await calendar.grid.waitFor();
    const width = (await calendar.grid.boundingBox())?.width ?? NaN;
    for (const one of made) {
      const px = ((Date.parse(one.until) - Date.parse(one.from)) / calendar.span) * width;
      const box = await ann.page
        .locator(`[data-reservation="${one.id}"]`)
        .boundingBox({ timeout: 500 })
        .catch(() => null);
      if (zoom === '4 w' && px < 2)
        expect(box).toBeNull(); // part of the row's density
      else if (box && box.x > 170 && box.x + box.width < 1400)
        expect(Math.abs(box.width - px)).toBeLessThanOrEqual(2.5);
    }
    const cut = await ann.page.locator('[data-reservation] .words').evaluateAll((all) =>
      all
        .filter((words) => {
          const [inner, outer] = [
            words.getBoundingClientRect(),
            words.parentElement?.getBoundingClientRect(),
          ];
          return (
            !outer || inner.right > outer.right + 0.5 || words.scrollWidth > words.clientWidth + 1
          );
        })
        .map((words) => words.textContent),
    );
    expect(cut).toEqual([]);
  }
  expect(await ann.page.locator('svg[data-density]').count()).toBe(1);
});

test('panel covers the picture without rescaling, split block is read once', async () => {
  const made = await world
    .as('bartek')
    .book(world.gpus('gpu01:0', 'gpu01:2', 'gpu02:1'), dayAt(1, 2), dayAt(1, 8), 'split');
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  const parts = ann.page.locator(`[data-reservation="${made.id}"]`);
  await parts.first().waitFor();
  expect([await parts.count(), await calendar.block('split').count()]).toEqual([3, 1]);
  const before = await calendar.grid.boundingBox();
  await ann.click(await calendar.point('gpu01', 0, dayAt(1, 4)));
  await calendar.panel.waitFor();
  expect(await calendar.grid.boundingBox()).toEqual(before);
});

test('past cell opens no form, and a click leaves no keyboard ring', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await ann.click(await calendar.point('gpu02', 1, Date.now() - 3 * hour));
  await ann.page.locator('[data-notice]', { hasText: 'That is past.' }).waitFor();
  expect(await calendar.newBooking.count()).toBe(0);
  expect(await calendar.grid.evaluate((grid) => getComputedStyle(grid).outlineStyle)).toBe('none');
  expect(await calendar.cell.evaluate((cell) => getComputedStyle(cell).outlineStyle)).toBe('none');
  await ann.press('Home');
  await expect
    .poll(() => calendar.cell.evaluate((cell) => getComputedStyle(cell).outlineStyle))
    .toBe('solid');
});

test('keyboard cell begins at now', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.grid.focus();
  await ann.press('ArrowDown');
  const now = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit' }).format(
    Date.now(),
  );
  await expect
    .poll(() => calendar.cell.getAttribute('aria-label'))
    .toMatch(new RegExp(`^gpu01:0, .* ${now}:00, free`));
});

test('violation is at its time, under no word and over no strip', async () => {
  world.fleet.wants('gpu02', {
    gpus: [2],
    owner: 'zoe',
    mib: 4_000,
    busy: 90,
    command: 'python3 sample.py',
  });
  const made = await world
    .as('bartek')
    .book(world.gpus('gpu02:2'), aMomentAgo(), Date.now() + 10 * hour, 'held');
  const found = await until(
    'a violation',
    async () => (await world.admin.list<{ opened_at: string }>('/api/v1/violations?state=open'))[0],
  );
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.zoom('6 h');
  const mark = ann.page.getByRole('img', {
    name: /^zoe runs here without having booked it, since \d\d:\d\d$/,
  });
  await mark.waitFor();
  const [sign, grid] = [await mark.boundingBox(), await calendar.grid.boundingBox()];
  const block = ann.page.locator(`[data-reservation="${made.id}"]`);
  const words = await block.locator('.words').boundingBox();
  if (!sign || !grid || !words) throw new Error('not in the picture');
  expect(
    Math.abs(sign.x - (await calendar.point('gpu02', 2, Date.parse(found.opened_at))).x),
  ).toBeLessThanOrEqual(2);
  expect(words.x >= sign.x + sign.width || words.x + words.width <= sign.x).toBe(true);
  const bottom = await block.boundingBox();
  expect(sign.y + sign.height).toBeLessThanOrEqual((bottom?.y ?? 0) + (bottom?.height ?? 0) - 4);

  // It stays when it is over; a later visitor sees it too, read once the picture is shown.
  world.fleet.wants('gpu02');
  const isOver = /^zoe ran here without having booked it, .*\d\d:\d\d/;
  await mark.waitFor({ state: 'detached' });
  await ann.page.getByRole('img', { name: isOver }).waitFor();
  const later = await world.open('bartek', '/api/v1/session'); // no page yet
  const asked: string[] = [];
  later.page.on('request', (request) => asked.push(request.url()));
  await later.go('/calendar?zoom=6h');
  const seen = later.page.getByRole('img', { name: isOver });
  await seen.waitFor();
  const [late, question] = [
    asked.findIndex((url) => /\/lazy_calendar-\w+\.js$/.test(url)),
    asked.findIndex((url) => url.endsWith('/violations/query')),
  ];
  expect(late).toBeGreaterThan(-1);
  expect(question).toBeGreaterThan(late);
  const picture = await new Calendar(later).shown();
  await picture.zoom('6 h');
  expect(
    Math.abs(
      ((await seen.boundingBox())?.x ?? NaN) -
        (await picture.point('gpu02', 2, Date.parse(found.opened_at))).x,
    ),
  ).toBeLessThanOrEqual(3);
  expect(
    await later.page.getByRole('img', { name: 'Violation', exact: true }).count(),
    'the row says what runs now',
  ).toBe(0);
});

test('blocks, lines, now and marks keep edges in forced colours', async () => {
  await world.as('bartek').book(world.gpus('gpu01:0-1'), dayAt(1, 2), dayAt(1, 8), 'edged');
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.block('edged').waitFor();
  await forceColours(ann.page);
  const widths = (selector: string, side: 'borderTopWidth' | 'borderLeftWidth') =>
    ann.page
      .locator(selector)
      .first()
      .evaluate((element, name) => parseFloat(getComputedStyle(element)[name]), side);
  expect(await widths('[data-reservation]', 'borderTopWidth')).toBeGreaterThanOrEqual(1);
  expect(await widths('.lanes .line', 'borderLeftWidth')).toBeGreaterThanOrEqual(1);
  expect(await widths('.lanes .now', 'borderLeftWidth')).toBeGreaterThanOrEqual(2);
});
