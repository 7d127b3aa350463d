/* Names of 20 letters and titles of 113: no overlap, no lost beginning. And the calendar's panel:
   closing its form never cancels the booking, and the clicked block stays visible. */
import { beforeAll, expect, test } from 'vitest';
import { hour, type Reservation } from '../support/api';
import { Calendar } from '../support/calendar';
import { until } from '../support/until';
import type { Visitor } from '../support/visitor';
import { aMomentAgo, useWorld } from '../support/world';

const name = 'Marek Kowalski-Nowak';
const title =
  'Distillation of the large multilingual encoder for the shared task, third run, with the corrected data of October';
const world = useWorld({
  keep: true,
  ownFleet: (fleet) => fleet.wants('gpu03', { gpus: [0], owner: 'bartek', mib: 9_000, busy: 70 }),
});
let made: Reservation;
let theirs: Reservation;

beforeAll(async () => {
  expect([name.length, title.length]).toEqual([20, 113]);
  await world.admin.addPerson('Bartłomiej Zieliński', 'user', 'bartek');
  await world.admin.addPerson(name, 'user', 'marek');
  const people = await world.admin.list<{ id: string; name: string }>('/api/v1/people');
  const owner = { owner_id: people.find((one) => one.name === name)?.id };
  theirs = await world.admin.book(
    world.gpus('gpu03:0-1'),
    aMomentAgo(),
    aMomentAgo() + 9 * hour,
    title,
    owner,
  );
  made = await world.admin.book(
    world.gpus('gpu01:0-1'),
    aMomentAgo(),
    aMomentAgo() + 3 * hour,
    title,
  );
  await until(
    'a violation',
    async () => (await world.admin.list('/api/v1/violations?state=open'))[0],
    30_000,
  );
});

/** Texts that start left of their box, so that their first letters are hidden. */
const beheaded = (visitor: Visitor): Promise<string[]> =>
  visitor.page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.textContent?.trim() || text.parentElement?.closest('.vh')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const left = range.getBoundingClientRect().left;
      if (range.getBoundingClientRect().width === 0) continue;
      for (let box = text.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === 'visible') continue;
        const edge = box.getBoundingClientRect();
        if (edge.width > 1 && edge.height > 1 && left < edge.left - 1)
          found.push(text.textContent.trim());
        break;
      }
    }
    return found;
  });

test.each([
  '/',
  '/calendar',
  '/fleet',
  '/fleet/gpu03',
  '/violations',
  '/history',
  '/usage',
  'reservation',
  'panel',
])('%s', async (screen) => {
  const ann = await world.open(
    'ann',
    screen === 'reservation'
      ? `/reservations/${made.id}`
      : screen === 'panel'
        ? `/calendar?reservation=${made.id}`
        : screen,
  );
  await ann.live();
  for (const width of [1440, 1024, 390]) {
    await ann.page.setViewportSize({ width, height: 900 });
    await ann.page.waitForTimeout(700);
    expect(await beheaded(ann), `${width} px`).toEqual([]);
    expect(
      await ann.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
      `wider than ${width} px`,
    ).toBeLessThanOrEqual(0);
  }
});

test('long title stays in its column of the calendar’s table', async () => {
  const ann = await world.open('ann', '/calendar');
  await new Calendar(ann).shown();
  await ann.page.getByRole('button', { name: 'Table view' }).click();
  await ann.page.getByRole('row').filter({ hasText: title }).first().waitFor();
  expect(
    await ann.page
      .locator('tbody th, tbody td')
      .evaluateAll((cells) =>
        cells.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      ),
  ).toEqual([]);
});

test('fleet tile fits a name of 20 letters', async () => {
  const ann = await world.open('ann', '/fleet');
  const people = ann.page
    .getByRole('article', { name: 'gpu03' })
    .locator('.person')
    .and(ann.page.getByTitle(name));
  await people.first().waitFor();
  expect(
    Math.max(
      ...(await people.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))),
    ),
  ).toBeLessThanOrEqual(0);
});

test('others’ use follows the holder’s on one line on a phone', async () => {
  const ann = await world.open('ann', `/reservations/${theirs.id}`, {
    viewport: { width: 390, height: 844 },
  });
  const others = ann.page
    .getByRole('region', { name: 'GPUs' })
    .getByText(/^, by others/)
    .first();
  await others.waitFor();
  const tops = await others.evaluate((one) => {
    const comma = document.createRange();
    comma.setStart(one.firstChild ?? one, 0);
    comma.setEnd(one.firstChild ?? one, 1);
    const before = document.createRange();
    let words = one.previousSibling;
    while (words && !words.textContent?.trim()) words = words.previousSibling;
    before.selectNode(words ?? one);
    return [before.getBoundingClientRect().bottom, comma.getBoundingClientRect().top];
  });
  expect(tops[1], 'no line begins with a comma').toBeLessThan(tops[0] ?? 0);
});

test('line of now crosses no letter of a block', async () => {
  const ann = await world.open('ann', '/calendar');
  const words = new Calendar(ann).block(title).locator('.words').first();
  await words.waitFor();
  const [own, block] = await words.evaluate((one) =>
    [one, one.parentElement ?? one].map((element) => getComputedStyle(element).backgroundColor),
  );
  expect(own).toBe(block);
  expect(own).not.toMatch(/^(transparent|rgba\(.*, 0\))$/);
});

test('“Cancel” beside “Save” closes the form, never cancels the booking', async () => {
  const ann = await world.open('ann', `/calendar?reservation=${made.id}`);
  const { panel } = new Calendar(ann);
  await panel.getByRole('button', { name: 'Edit' }).click();
  const form = panel.getByRole('form');
  await form.waitFor();
  expect(await panel.getByRole('button', { name: /^(Cancel|Release)/ }).allInnerTexts()).toEqual([
    'Cancel',
  ]);
  await form.getByRole('button', { name: 'Cancel', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  expect((await world.admin.reservation(made.id)).state).toBe('running');
});

test('clicked block is not under the panel', async () => {
  const ahead = await world.admin.book(
    world.gpus('gpu01:5'),
    aMomentAgo() + 38 * hour,
    aMomentAgo() + 41 * hour,
    'at the edge',
  );
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.block('at the edge').waitFor();
  await ann.page.mouse.click(
    ...(Object.values(await calendar.point('gpu01', 5, aMomentAgo() + 39 * hour)) as [
      number,
      number,
    ]),
  );
  await calendar.panel.waitFor();
  await expect
    .poll(async () => {
      const [block, panel] = [
        await calendar.block('at the edge').boundingBox(),
        await calendar.panel.boundingBox(),
      ];
      return block !== null && panel !== null && block.x + block.width <= panel.x + 1;
    })
    .toBe(true);
  await world.admin.cancel(ahead);
});
