/* Statements about a violation of many GPUs are true for all of them, and now: also for an
   unobserved host, hidden owners, or an excused violation. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hour, type Violation } from '../support/api';
import { until } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['bartek', 'chen', 'dana'], ownFleet: () => {} });

const open = () =>
  world.admin.list<Violation & { excused?: unknown }>('/api/v1/violations?state=open');
const setLevel = (level: string) =>
  world.admin.expect(
    200,
    'PATCH',
    '/api/v1/rules',
    { violation_level: level },
    { 'If-Match': '*' },
  );

test('several GPUs have their mean, an unseen host no current values', async () => {
  world.fleet.wants(
    'gpu03',
    ...[10, 90].map((busy, gpu) => ({
      gpus: [gpu],
      owner: 'dana',
      mib: 3_000,
      busy,
      command: `torchrun --rank ${gpu}`,
    })),
  );
  const booking = await world
    .as('chen')
    .book(world.gpus('gpu03:0-1'), Date.now(), Date.now() + 3 * hour, 'two');
  const panels = [
    { id: 'f', kind: 'free', x: 0, y: 0, w: 6, h: 4 },
    { id: 'v', kind: 'violations', x: 0, y: 4, w: 6, h: 3 },
  ];
  const board = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/boards', {
    title: 'The corridor',
    shared: true,
    panels,
  });
  await until('two violations', async () => (await open()).length === 2);
  const chen = await world.open('chen', '/violations');
  const { page } = chen;
  const one = page.getByRole('article', { name: /^dana runs on gpu03:0-1, which you hold/ });
  const percent = async (pattern: RegExp) =>
    Number(pattern.exec(await one.innerText())?.[1] ?? NaN);
  await until(
    'the mean now: one works by some 10 %, the other by some 90 %',
    async () => Math.abs((await percent(/(\d+)\s% used now/)) - 50) < 20,
  );
  await until('the mean since', async () => Math.abs((await percent(/(\d+)\s% since/)) - 50) < 20);
  expect(await one.getByText('no data').count()).toBe(0);

  // On the booking's page it is one row, as it is one violation.
  const record = await world.open('chen', `/reservations/${booking.id}`);
  const happened = record.page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
  await happened.filter({ hasText: 'dana uses gpu03:0-1, which you booked' }).waitFor();
  expect(await happened.filter({ hasText: 'dana uses gpu03:0-1, which' }).count()).toBe(1);

  // Excused, it raises no alarm.
  const corridor = await world.open('chen', `/boards/${board.id}`);
  const row = corridor.page
    .getByRole('group', { name: /Violations/ })
    .getByRole('listitem')
    .filter({ hasText: 'gpu03:0-1' });
  await row.locator('.lucide-triangle-alert').waitFor();
  await one.getByRole('button', { name: 'Excuse…' }).click();
  await one.getByRole('button', { name: 'We agreed on it' }).click();
  await row.getByText(/^excused, running since \d\d:\d\d$/).waitFor();
  expect(await row.locator('.lucide-triangle-alert').count()).toBe(0);
  await happened.filter({ hasText: 'You excused dana on gpu03:0-1' }).waitFor();
  expect(
    await record.page
      .getByRole('region', { name: 'GPUs' })
      .locator('.bad .lucide-triangle-alert, .lucide-triangle-alert')
      .count(),
  ).toBe(0);
  const fleet = await world.open('chen', '/fleet');
  await fleet.live();
  await expect
    .poll(() =>
      fleet.page
        .locator('dl > div')
        .filter({ hasText: 'Violations' })
        .getByRole('definition')
        .innerText(),
    )
    .toBe('0');
  await one.getByRole('button', { name: 'Take the excuse back' }).click();

  const calendar = await world.open('chen', `/calendar?reservation=${booking.id}`);
  const panel = calendar.page.getByRole('complementary', { name: 'Chosen booking' });
  await panel.getByText(/dana has been running on gpu03:0-1 since \d\d:\d\d$/).waitFor();
  world.fleet.freeze('gpu03');
  try {
    await one.getByText(/^Not seen since .*: whether it still runs is not known\.$/).waitFor();
    expect(await one.getByText(/used now/).count()).toBe(0);
    await panel
      .getByText(/dana was seen on gpu03:0-1 from \d\d:\d\d until \d\d:\d\d, no data since$/)
      .waitFor();
    await calendar.page
      .getByRole('img', { name: /^dana ran here without having booked it, / })
      .first()
      .waitFor();
    await record.page
      .getByText(/dana was seen on gpu03:0-1 of this booking until .*, no data since\./)
      .waitFor();
    const free = corridor.page
      .getByRole('group', { name: /^Free now/ })
      .getByRole('listitem')
      .filter({ hasText: 'gpu03' });
    await free.getByText('no data').waitFor();
    await corridor.page.getByText(/2 are unknown/).waitFor();
    await chen.go('/');
    await page.getByText(/Used now: no data\. .* left\./).waitFor();
    await chen.go('/fleet/gpu03');
    await page
      .locator('dl > div')
      .filter({ hasText: /^Unreachable/ })
      .getByText(/\((less than a minute|\d+\smin)\)$/)
      .waitFor();
    await page.locator('dl > div').filter({ hasText: 'GPU driver' }).getByText('no data').waitFor();
  } finally {
    world.fleet.thaw('gpu03');
    world.fleet.wants('gpu03');
  }
});

test('runner on unbooked GPUs is offered exactly their booking', async () => {
  world.fleet.wants('gpu02', {
    gpus: [1],
    owner: 'dana',
    mib: 9_000,
    busy: 60,
    command: 'python3 free.py',
  });
  await setLevel('always');
  try {
    const dana = await world.open('dana', '/violations');
    const one = dana.page.getByRole('article', {
      name: /^You run on gpu02:1, which nobody has booked/,
    });
    await one.getByRole('button', { name: 'Book it' }).click();
    expect(await dana.palette.inputValue()).toBe('book gpu02:1 1h');
    await dana.page
      .getByRole('dialog')
      .getByRole('option', { name: /gpu02:1/ })
      .first()
      .waitFor();
  } finally {
    await setLevel('against_bookings');
    world.fleet.wants('gpu02');
  }
});

test('alarm colour marks forbidden use only, in bars and strips', async () => {
  await setLevel('off');
  world.fleet.wants('gpu02', {
    gpus: [2],
    owner: 'dana',
    mib: 9_000,
    busy: 80,
    command: 'python3 guest.py',
  });
  try {
    const booking = await world
      .as('chen')
      .book(world.gpus('gpu02:2'), Date.now(), Date.now() + 3 * hour, 'lent');
    const chen = await world.open('chen', `/calendar?reservation=${booking.id}`);
    const panel = chen.page.getByRole('complementary', { name: 'Chosen booking' });
    const alarm = 'rgb(213, 94, 0)';
    const drawn = () =>
      panel
        .locator('.used-by i, .narrow i')
        .evaluateAll((all) =>
          all.map((one) => `${one.className} ${getComputedStyle(one).backgroundImage}`).join('\n'),
        );
    await panel
      .getByRole('img', { name: /^used by you 0\s%, by others [1-9]\d?\s%(, (?!.*violation)|$)/ })
      .waitFor();
    await until('others in the bar and the strip', async () =>
      /others .*repeating[^]*repeating/.test(await drawn()),
    );
    expect(await drawn()).not.toContain(alarm);
    await chen.go(`/people/${booking.owner_id}`);
    const person = chen.page.getByRole('region', { name: 'Bookings' }).getByText('used by dana');
    await person.waitFor();
    expect(await chen.page.locator('.status.bad').count()).toBe(0);

    await setLevel('against_bookings');
    await chen.page.locator('.status.bad', { hasText: 'used by dana' }).waitFor();
    await chen.go(`/calendar?reservation=${booking.id}`);
    await panel
      .getByRole('img', { name: /by others [1-9]\d?\s% \(violation\), by others [1-9]/ })
      .waitFor();
    await until(
      'the violated part in the colour of alarms, in both',
      async () => (await drawn()).split('\n').filter((one) => one.includes(alarm)).length === 2,
    );

    // An excused one raises no alarm either.
    const row = chen.page.locator('[data-gpu-row]').getByLabel('violation', { exact: false });
    await row.waitFor();
    const [one] = await open();
    await world
      .as('chen')
      .expect(200, 'POST', `/api/v1/violations/${one?.id}/excuse`, { reason: 'A guest' });
    await row.waitFor({ state: 'detached' });
  } finally {
    await setLevel('against_bookings');
    world.fleet.wants('gpu02');
  }
});

test('use by unknown people is shown beside the holder’s', async () => {
  writeFileSync(join(world.fleet.folder, 'gpu02', 'hidden'), '');
  world.fleet.wants('gpu02', { gpus: [0], owner: 'bartek', mib: 20_000, busy: 80 });
  const booking = await world
    .as('bartek')
    .book(world.gpus('gpu02:0'), Date.now(), Date.now() + 3 * hour, 'hidden');
  const bartek = await world.open('bartek', `/reservations/${booking.id}`);
  await bartek.page
    .getByRole('region', { name: 'GPUs' })
    .getByText(/not known [1-9]\d+\s%/)
    .waitFor();
  const used = () =>
    bartek.page
      .locator('dl > div')
      .filter({ hasText: /^Used (so far|since)/ })
      .getByRole('definition')
      .innerText();
  expect(await used()).toBe('not known'); // and no 0 beside the sentence
  await bartek.go(`/calendar?reservation=${booking.id}`);
  const line = bartek.page
    .getByRole('complementary', { name: 'Chosen booking' })
    .getByRole('list', { name: /^Use/ })
    .getByRole('listitem');
  await line.getByText(/^\?, not known [1-9]\d+\s%/).waitFor();
  await expect.poll(used).toBe('not known');
  await bartek.go(`/people/${booking.owner_id}`);
  await bartek.page.getByText(/^nothing on a GPU, not known on gpu02$/).waitFor();
});
