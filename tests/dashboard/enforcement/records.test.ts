import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { until } from '../support/until';
import { aMomentAgo, dayAt, useWorld } from '../support/world';

const world = useWorld({ people: ['chen', 'dana'], ownFleet: () => {} });

test('booking page shows events, changes, undo and others’ actions', async () => {
  const booked = await world
    .as('dana')
    .book(world.gpus('gpu01:0-1'), dayAt(1, 9), dayAt(1, 12), 'figures');
  const dana = await world.open('dana', `/reservations/${booked.id}`);
  const { page } = dana;
  await page.getByRole('heading', { name: 'figures', level: 1 }).waitFor();
  const happened = page.getByRole('region', { name: 'What happened' });
  await happened.getByText('You booked gpu01:0-1').waitFor();
  await page.getByRole('button', { name: 'Extend by 2 h' }).click();
  await happened.getByText(/^ends 2\sh later, tomorrow 14:00/).waitFor();
  expect(Date.parse((await world.admin.reservation(booked.id)).until)).toBe(dayAt(1, 14));
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await happened.getByText(/^ends 2\sh earlier, tomorrow 12:00/).waitFor();

  const chen = await world.open('chen', `/reservations/${booked.id}`);
  await chen.page.getByText('of dana', { exact: true }).waitFor();
  expect(await chen.page.getByRole('button', { name: /Extend|Cancel|Release/ }).count()).toBe(0);
  await chen.page.getByText('dana’s booking: ask dana or an admin.').waitFor();
  await world.admin.change(await world.admin.reservation(booked.id), {
    title: 'figures, <i>all</i>',
  });
  await chen.page.getByRole('heading', { name: 'figures, <i>all</i>', level: 1 }).waitFor();
  await chen.page.getByText('ann changed the booking of gpu01:0-1').waitFor();

  await page.getByRole('heading', { name: 'figures, <i>all</i>', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Cancel it' }).click();
  await page
    .getByText(/^You cancelled the booking of gpu01:0-1, .*The GPUs are not booked/)
    .waitFor();
  await chen.page
    .getByText(/^dana cancelled the booking of gpu01:0-1, .*The GPUs are not booked/)
    .waitFor();
  await page.getByRole('button', { name: 'Bring back' }).click();
  await happened.getByText('You brought back the booking of gpu01:0-1').waitFor();
  expect((await world.admin.reservation(booked.id)).state).toBe('upcoming');
  await page.getByRole('link', { name: 'Move' }).click();
  await page.waitForURL(/\/calendar\?reservation=/);
});

test('admin confirms another’s change, and the owner is notified', async () => {
  const booked = await world
    .as('dana')
    .book(world.gpus('gpu02:2-3'), dayAt(1, 9), dayAt(1, 12), 'theirs');
  const { page } = await world.open('ann', `/reservations/${booked.id}`);
  await page.getByRole('button', { name: 'Cancel it' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel dana’s booking?' });
  await question.getByText('gpu02:2-3').waitFor();
  await question.getByRole('button', { name: 'Leave it as it is' }).click();
  expect((await world.admin.reservation(booked.id)).state).toBe('upcoming');
  await page.getByRole('button', { name: 'Extend by 2 h' }).click();
  await page
    .getByRole('dialog', { name: 'Change dana’s booking?' })
    .getByRole('button', { name: 'Change it' })
    .click();
  await page.getByText('Extended dana’s booking “theirs” by 2 h, until tomorrow 14:00').waitFor();
  expect(Date.parse((await world.admin.reservation(booked.id)).until)).toBe(dayAt(1, 14));
});

test('running booking shows its GPUs and is released', async () => {
  world.fleet.wants('gpu01', { gpus: [0], owner: 'dana', mib: 40_960, busy: 70 });
  const booked = await world
    .as('dana')
    .book(world.gpus('gpu01:0'), aMomentAgo(), Date.now() + 3 * hour, 'training');
  const dana = await world.open('dana', `/reservations/${booked.id}`);
  const gpus = dana.page.getByRole('region', { name: 'GPUs' });
  await gpus
    .getByText(/^\d+\s%$/)
    .first()
    .waitFor();
  await gpus.getByText(/GiB$/).first().waitFor();
  const chart = dana.page.getByRole('slider', { name: 'Utilisation of training' });
  await until('the chart has values', async () =>
    /gpu01:0: last \d+\s%/.test((await chart.getAttribute('aria-valuetext')) ?? ''),
  );
  await dana.page.getByRole('button', { name: 'Release now' }).click();
  await dana.page.getByText('Released early', { exact: true }).waitFor();
  await dana.page.getByText(/^Released (3\sh|2\sh 59\smin) before its end\.$/).waitFor();
  expect((await world.admin.reservation(booked.id)).state).toBe('released');
  world.fleet.wants('gpu01');
});

test('lost race for a slot names the holder', async () => {
  const mine = await world
    .as('dana')
    .book(world.gpus('gpu02:0'), dayAt(1, 9), dayAt(1, 12), 'mine');
  await world.as('chen').book(world.gpus('gpu02:0'), dayAt(1, 12), dayAt(1, 15), 'theirs');
  const dana = await world.open('dana', `/reservations/${mine.id}`);
  dana.expects(/^409 PATCH /);
  await dana.page.getByRole('button', { name: 'Extend by 2 h' }).click();
  await dana.page.getByRole('alert').getByText('chen holds gpu02:0 until 15:00.').waitFor();
  expect(Date.parse((await world.admin.reservation(mine.id)).until)).toBe(dayAt(1, 12));
});

test('cancelled booking keeps its page, an unknown one is reported', async () => {
  const booked = await world
    .as('dana')
    .book(world.gpus('gpu01:3'), dayAt(1, 9), dayAt(1, 12), 'not needed');
  await world.as('dana').cancel(booked);
  const chen = await world.open('chen', `/reservations/${booked.id}`);
  await chen.page.getByRole('heading', { name: 'not needed', level: 1 }).waitFor();
  await chen.page
    .getByText(/^dana cancelled the booking of gpu01:3, \d\d:\d\d\. The GPUs are not booked\.$/)
    .waitFor();
  expect(
    await chen.page.getByRole('button', { name: 'Bring back' }).count(),
    'it is not chen’s',
  ).toBe(0);
  chen.expects(/^(404|422|400) GET \/api\/v1\/reservations\//);
  await chen.go(`/reservations/${booked.id.slice(0, -3)}ZZZ`);
  await chen.page.getByText('Not found in the history: it never existed.').waitFor();
  await chen.go('/reservations/nonsense');
  await chen.page.getByText('Not found in the history: it never existed.').waitFor();
});

test('history filters by person and kind, holds back new, links events', async () => {
  await world.as('dana').book(world.gpus('gpu01:4'), dayAt(1, 9), dayAt(1, 12), 'first');
  const ann = await world.open('ann', '/history');
  const { page } = ann;
  const list = page.getByRole('region', { name: 'Events' });
  await list.getByText('dana booked gpu01:4').first().waitFor();
  await page.getByLabel('Person').selectOption({ label: 'dana' });
  await page.getByRole('button', { name: 'Bookings', exact: true }).click();
  await until('only bookings of dana', async () => {
    const texts = await list.getByRole('listitem').allInnerTexts();
    return (
      texts.length > 0 &&
      texts.every((text) =>
        /dana (booked|changed|cancelled|reinstated|released)|booking/.test(text),
      )
    );
  });
  expect(page.url()).toMatch(/person=per_.*kind=bookings|kind=bookings.*person=per_/);
  await page.reload();
  await list.getByText('dana booked gpu01:4').first().waitFor();

  const before = await list.getByRole('listitem').count();
  await world.as('chen').book(world.gpus('gpu01:5'), dayAt(1, 9), dayAt(1, 12), 'not asked for');
  await world.as('dana').book(world.gpus('gpu01:6'), dayAt(1, 9), dayAt(1, 12), 'second');
  await page.getByRole('button', { name: '1 new' }).waitFor();
  expect(await list.getByRole('listitem').count(), 'the list has not moved').toBe(before);
  await page.keyboard.press('n');
  await list.getByText('dana booked gpu01:6').waitFor();
  expect(await list.getByText('chen booked').count()).toBe(0);

  const row = list.getByRole('listitem').filter({ hasText: 'dana booked gpu01:4' }).first();
  await row.getByRole('link', { name: /link to it$/ }).click();
  await page.waitForURL(/event=\d+$/);
  const marked = list.locator('[aria-current="true"]');
  await marked.getByText('dana booked gpu01:4').waitFor();
  await until('it is in view', () =>
    marked.evaluate(
      (node) =>
        node.getBoundingClientRect().top > 0 && node.getBoundingClientRect().bottom < innerHeight,
    ),
  );
  await marked.getByRole('button', { name: /^Details of event/ }).click();
  await marked.getByText('As recorded').first().click();
  await marked.getByText('reservation.booked.v1').waitFor();
  await marked.getByRole('link', { name: 'Booking' }).click();
  await page.getByRole('heading', { name: 'first', level: 1 }).waitFor();
});

test('history pages to its beginning, and an unknown event is reported', async () => {
  for (let i = 0; i < 60; i += 1)
    await world
      .as('dana')
      .book(world.gpus('gpu02:1'), dayAt(2 + i, 9), dayAt(2 + i, 10), `day ${i}`);
  const ann = await world.open('ann', '/history');
  const { page } = ann;
  const rows = page.getByRole('region', { name: 'Events' }).getByRole('listitem');
  await until('the first page', async () => (await rows.count()) === 50);
  const older = page.getByRole('button', { name: 'Older' });
  for (let turn = 0; (await older.count()) > 0 && turn < 40; turn += 1) {
    const shown = await rows.count();
    await older.click();
    await until('more', async () => (await rows.count()) > shown || (await older.count()) === 0);
  }
  await page.getByText('This is where the history begins.').waitFor();
  await page.getByText('You completed the setup').waitFor();
  const positions = await rows.evaluateAll((all) =>
    all.map((row) => Number(row.getAttribute('data-event'))),
  );
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => b - a));
  await ann.go('/history?event=99999999');
  await page.getByText('There is no event 99999999 for you to see.').waitFor();
});

test('history shows people first, reverts an event or says why not', async () => {
  const booked = await world
    .as('dana')
    .book(world.gpus('gpu01:0'), dayAt(3, 9), dayAt(3, 12), 'to and fro');
  await world.as('dana').change(booked, { until: new Date(dayAt(3, 15)).toISOString() });
  const dana = await world.open('dana', '/history');
  const { page } = dana;
  const list = page.getByRole('region', { name: 'Events' });
  const row = (text: RegExp) => list.getByRole('listitem').filter({ hasText: text }).first();
  expect(
    await row(/You booked gpu01:0/)
      .getByRole('link', { name: 'You' })
      .getAttribute('href'),
  ).toMatch(/^\/people\/per_/);
  await row(/You changed the booking of gpu01:0.*ends 3\sh later/s).waitFor();
  expect(await list.getByText(/signed in|was found|runs process/).count()).toBe(0);

  await row(/You changed the booking of gpu01:0/)
    .getByRole('button', { name: /^Revert/ })
    .click();
  await page.getByText('Taken back: You changed the booking of gpu01:0').waitFor();
  expect(Date.parse((await world.admin.reservation(booked.id)).until)).toBe(dayAt(3, 12));
  await row(/You changed the booking of gpu01:0/)
    .getByRole('button', { name: /^Revert/ })
    .click();
  await page.getByText('Cannot be taken back: it is so already.').waitFor();

  await world.as('dana').cancel(await world.admin.reservation(booked.id));
  const other = await world
    .as('chen')
    .book(world.gpus('gpu01:0'), dayAt(3, 11), dayAt(3, 14), 'came between');
  await page.getByRole('button', { name: /3 new$/ }).click(); // the reverted, cancelled and booked events between
  dana.expects(/^409 POST /);
  await row(/You cancelled the booking of gpu01:0/)
    .getByRole('button', { name: /^Revert/ })
    .click();
  await page.getByText(/^Cannot be taken back: chen holds gpu01:0/).waitFor();

  const ann = await world.open('ann', '/history');
  const theirs = ann.page
    .getByRole('region', { name: 'Events' })
    .getByRole('listitem')
    .filter({ hasText: 'chen booked gpu01:0' })
    .first();
  await theirs.getByRole('button', { name: /^Revert/ }).click();
  const question = ann.page.getByRole('dialog', { name: 'Give up this booking?' });
  await question.getByText('It is chen’s, not yours.').waitFor();
  await question.getByRole('button', { name: 'Revert' }).click();
  await until(
    'it is cancelled',
    async () => (await world.admin.reservation(other.id)).state === 'cancelled',
  );

  await page.getByRole('button', { name: 'Signing in', exact: true }).click();
  await list.getByText('dana signed in').or(list.getByText('You signed in')).first().waitFor();
  expect(page.url()).toContain('kind=sessions');
});

test('revert of an older change asks before later ones are lost', async () => {
  const booked = await world
    .as('dana')
    .book(world.gpus('gpu01:1'), dayAt(4, 9), dayAt(4, 12), 'first words');
  for (const title of ['other words', 'third words'])
    await world.as('dana').change(await world.admin.reservation(booked.id), { title });
  const { page } = await world.open('dana', '/history');
  const older = page
    .getByRole('region', { name: 'Events' })
    .getByRole('listitem')
    .filter({ hasText: 'named “other words” instead of “first words”' });
  await older.getByRole('button', { name: /^Revert/ }).click();
  const question = page.getByRole('dialog', { name: 'Change this booking back?' });
  await question.getByText('It was changed again since').waitFor();
  await question.getByRole('button', { name: 'Leave it as it is' }).click();
  expect((await world.admin.reservation(booked.id)).title).toBe('third words');
  await older.getByRole('button', { name: /^Revert/ }).click();
  await question.getByRole('button', { name: 'Revert' }).click();
  await until(
    'it is taken back',
    async () => (await world.admin.reservation(booked.id)).title === 'first words',
  );
});
