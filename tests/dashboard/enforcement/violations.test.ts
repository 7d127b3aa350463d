import { expect, test } from 'vitest';
import { hour, type Reservation, type Violation } from '../support/api';
import { until } from '../support/until';
import type { Page } from 'playwright-core';
import type { Visitor } from '../support/visitor';
import { aMomentAgo, useWorld } from '../support/world';

const world = useWorld({ people: ['chen', 'dana'], ownFleet: () => {} });

interface Excused extends Violation {
  excused?: { reason: string };
  closed_at?: string;
}

const violations = () => world.admin.list<Excused>('/api/v1/violations');
const open = async () => (await violations()).filter((one) => one.state === 'open');
const article = (visitor: Visitor, name: RegExp) => visitor.page.getByRole('article', { name });

/** A person runs a process on a GPU that chen holds. */
async function intrude(who: string, command: string): Promise<Reservation> {
  world.fleet.wants('gpu03', { gpus: [1], owner: who, mib: 9_000, busy: 88, command });
  const booking = await world
    .as('chen')
    .book(world.gpus('gpu03:0-1'), aMomentAgo(), Date.now() + 9 * hour, 'sampling');
  await until('a violation', async () => (await open()).length === 1);
  return booking;
}

async function nobodyIntrudes(): Promise<void> {
  world.fleet.wants('gpu03');
  await until('no violation', async () => (await open()).length === 0);
}

test('violation is seen in 1 interaction, excused in 2, and ends', async () => {
  const booking = await intrude('zoe', 'python3 sample.py --steps 50');
  const chen = await world.open('chen', '/');
  const dana = await world.open('dana', '/violations');
  await chen.live();
  chen.begin();
  await chen.click(
    chen.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Violations/ }),
  );
  const seen = article(chen, /^zoe runs on gpu03:1, which you hold until/);
  await seen.getByText('python3 sample.py …').waitFor();
  await seen.getByText(/^For .*, since \d\d:\d\d/).waitFor();
  await seen.getByText('account zoe, not a Dibs user').waitFor();
  expect(chen.count).toBe(1);
  const evidence = seen.getByRole('img', { name: /^gpu03:1 was used .* since/ });
  await evidence.locator('canvas').waitFor();
  expect(await evidence.locator('.u-axis').count(), 'of times, and of percent').toBe(2);
  expect(await seen.getByRole('link', { name: 'The booking' }).getAttribute('href')).toBe(
    `/reservations/${booking.id}`,
  );
  const others = article(dana, /^zoe runs on gpu03:1, which chen holds/);
  await others.waitFor();
  expect(
    await others.getByRole('button', { name: 'Excuse…' }).count(),
    'dana neither holds it nor is an admin',
  ).toBe(0);

  expect(await seen.getByRole('button').first().innerText(), 'what helps comes first').toBe(
    'Find another GPU',
  );
  chen.begin();
  await chen.click(seen.getByRole('button', { name: 'Excuse…' }));
  await chen.click(seen.getByRole('button', { name: 'We agreed on it' }));
  await seen.getByText(/^Excused by chen/).waitFor();
  expect(chen.count).toBe(2);
  await others.getByText('We agreed on it').waitFor();
  expect((await open())[0]?.excused?.reason).toBe('We agreed on it');

  await nobodyIntrudes();
  await chen.page.getByText('No violations.').waitFor();
  await chen.page
    .getByRole('region', { name: 'Closed' })
    .getByRole('listitem')
    .filter({ hasText: 'zoe ran on gpu03:1, which you held' })
    .first()
    .waitFor();
});

test('training of many processes is one row, one count and one excuse', async () => {
  world.fleet.wants(
    'gpu03',
    ...[1, 2, 3].map((rank) => ({
      gpus: [1],
      owner: 'dana',
      mib: 3_000,
      busy: 30,
      command: `python3 train.py --rank ${rank}`,
    })),
  );
  await world
    .as('chen')
    .book(world.gpus('gpu03:0-1'), aMomentAgo(), Date.now() + 9 * hour, 'sampling');
  await until('three violations', async () => (await open()).length === 3);
  try {
    const chen = await world.open('chen', '/violations');
    const { page } = chen;
    const seen = article(chen, /^dana runs on gpu03:1, which you hold/);
    await seen.waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    await page.getByRole('navigation', { name: 'Main' }).getByLabel('1 open violation').waitFor();
    expect(
      await seen.getByRole('heading').getByRole('link', { name: 'dana' }).getAttribute('href'),
    ).toMatch(/^\/people\/per_/);
    const ann = await world.open('ann', '/'); // Home counts the same
    const need = ann.page
      .getByRole('listitem')
      .filter({ hasText: '1 open violation between others' });
    await need.getByRole('link', { name: /^Open/ }).click();
    await article(ann, /^dana runs on gpu03:1, which chen holds/).waitFor();
    await ann.go('/fleet'); // and so does the fleet
    await ann.live();
    await expect
      .poll(() =>
        ann.page
          .locator('dl > div')
          .filter({ hasText: 'Violations' })
          .getByRole('definition')
          .innerText(),
      )
      .toBe('1');
    await seen.getByText(/^For (less than a minute|\d+\smin), since \d\d:\d\d/).waitFor();
    await seen.getByRole('button', { name: 'Copy message' }).click();
    await seen
      .getByText(
        /^Hello dana, your work \(3 processes\) has been running on gpu03:1 since \d\d:\d\d\. I have booked this GPU until .* Thank you, chen$/,
      )
      .waitFor();
    await seen.getByRole('button', { name: 'Find another GPU' }).click();
    const field = page.getByRole('dialog').getByRole('combobox');
    expect(await field.inputValue()).toMatch(/^book 1xGeForce RTX 4080 SUPER 9h$/);
    await chen.press('Escape');

    await seen.getByRole('button', { name: 'Excuse…' }).click();
    await seen.getByRole('button', { name: 'It is nearly done' }).click();
    await until('all are excused', async () =>
      (await open()).every((one) => one.excused?.reason === 'It is nearly done'),
    );
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByLabel('1 open violation')
      .waitFor({ state: 'detached' });
    await page
      .getByRole('region', { name: 'Messages' })
      .getByRole('button', { name: 'Undo' })
      .hover(); // it stays meanwhile
    world.fleet.wants(
      'gpu03',
      ...[1, 2, 3, 4].map((rank) => ({
        gpus: [1],
        owner: 'dana',
        mib: 3_000,
        busy: 30,
        command: `python3 train.py --rank ${rank}`,
      })),
    );
    await until('who joins is excused too', async () => {
      const now = await open();
      return now.length === 4 && now.every((one) => one.excused !== undefined);
    });
    await page
      .getByRole('region', { name: 'Messages' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await until('none is excused', async () =>
      (await open()).every((one) => one.excused === undefined),
    );
    await seen.getByRole('button', { name: 'Excuse…' }).click();
    await seen.getByRole('button', { name: 'We agreed on it' }).click();
    await seen.getByRole('button', { name: 'Take the excuse back' }).click();
    await until('none is excused again', async () =>
      (await open()).every((one) => one.excused === undefined),
    );
  } finally {
    await nobodyIntrudes();
  }
  // A later visitor sees its time.
  const ann = await world.open('ann', '/fleet/gpu03');
  const held = ann.page.getByRole('list', { name: 'Held by' });
  await held.locator('b').first().waitFor();
  await held
    .getByRole('link', { name: /^chen, GPU 0-1/ })
    .first()
    .waitFor(); // whole for screen readers, however short it is
  const widths = await held
    .locator('a > span:not(.vh)')
    .evaluateAll((spans) => spans.map((span) => [span.clientWidth, span.scrollWidth]));
  expect(
    widths.filter(([seen = 0, whole = 0]) => seen > 0 && seen < whole),
    'what stands on a bar stands there whole',
  ).toEqual([]);
  const chart = ann.page.getByRole('slider').first();
  await chart.focus();
  await ann.press('End');
  await until('the line says so', async () => {
    await ann.press('ArrowLeft');
    return /GPU 1, dana, against the rules/.test(
      (await chart.getAttribute('aria-valuetext')) ?? '',
    );
  });
});

test('violation has its actions on Home, booking page and calendar', async () => {
  const booking = await intrude('dana', 'python3 eval.py');
  try {
    for (const [path, where] of [
      ['/', (page: Page) => page.getByRole('listitem').filter({ hasText: 'dana runs on gpu03:1' })],
      [`/reservations/${booking.id}`, (page: Page) => page.getByRole('main')],
      [
        `/calendar?reservation=${booking.id}`,
        (page: Page) => page.getByRole('complementary', { name: 'Chosen booking' }),
      ],
    ] as const) {
      const chen = await world.open('chen', path);
      await chen.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const box = where(chen.page);
      await box
        .getByText(/dana (runs|has been running) on gpu03:1/)
        .first()
        .waitFor();
      expect(await box.getByRole('button', { name: 'Find another GPU' }).count(), path).toBe(1);
      await box.getByRole('button', { name: 'Copy message' }).click();
      await box.getByText('Copied: paste it where dana reads it.').waitFor();
      expect(await chen.page.evaluate(() => navigator.clipboard.readText()), path).toMatch(
        /^Hello dana, your work \(python3 eval\.py\) has been running on gpu03:1 since .*\d\d:\d\d\. I have booked this GPU until .*\d\d:\d\d\. Could you stop it, .*\/violations\?violation=vio_\S+ Thank you, chen$/,
      );
      await chen.leave();
    }
    const dana = await world.open('dana', `/calendar?reservation=${booking.id}`);
    const panel = dana.page.getByRole('complementary', { name: 'Chosen booking' });
    await panel.getByRole('button', { name: 'Find another GPU' }).waitFor();
    expect(
      await panel.getByRole('button', { name: 'Copy message' }).count(),
      'she runs it herself',
    ).toBe(0);
  } finally {
    await nobodyIntrudes();
  }
});

test('intruder sees a notice, keyboard excuses, closed ones are found', async () => {
  await intrude('dana', 'python3 eval.py');
  try {
    const dana = await world.open('dana', '/violations');
    const own = article(dana, /^You run on gpu03:1, which chen holds/);
    await own.getByText('Stop it, or ask chen to excuse it.').waitFor();
    expect(await own.getByRole('button', { name: 'Excuse…' }).count()).toBe(0);
    const chen = await world.open('chen', '/violations');
    const excuse = article(chen, /^dana runs on gpu03:1, which you hold/).getByRole('button', {
      name: 'Excuse…',
    });
    await excuse.focus();
    await chen.press('Enter');
    const field = chen.page.getByLabel('Why is it all right?');
    await until('the field has the focus', () =>
      field.evaluate((node) => node === document.activeElement),
    );
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
  const choose = (field: string, label: string) =>
    page.getByRole('combobox', { name: field, exact: true }).selectOption({ label });
  await choose('Person', 'dana');
  await until('only those of dana', async () => {
    const texts = await rows.allInnerTexts();
    return (
      texts.length > 0 &&
      texts.every((text) => text.includes('dana ran on gpu03:1, which chen held'))
    );
  });
  expect(page.url()).toContain('person=per_');
  await choose('GPU', 'gpu01:0');
  await page.getByText('None that fits the filters.').waitFor();
  await page.reload();
  await page.getByText('None that fits the filters.').waitFor();
  await choose('GPU', 'gpu03:1');
  await rows.first().getByText('dana ran on gpu03:1').waitFor();
});
