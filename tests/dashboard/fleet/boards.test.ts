import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { boardsOf, chart } from '../support/boards';
import { pause, until } from '../support/until';
import type { Point, Visitor } from '../support/visitor';
import { aMomentAgo, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });

const { make, put, read } = boardsOf(world);

const edit = (visitor: Visitor) =>
  visitor.page.getByRole('button', { name: 'Edit', exact: true }).click();
const done = (visitor: Visitor) => visitor.page.getByRole('button', { name: 'Done' }).click();

test('new board begins with the number of free GPUs', async () => {
  await world.admin.expect(201, 'POST', '/api/v1/reservations', {
    gpus: world.gpus('gpu03:0-1'),
    from: new Date(aMomentAgo()).toISOString(),
    until: new Date(Date.now() + 3_600_000).toISOString(),
    title: 'full',
  });
  const board = await make('Corridor', [{ id: 'a', kind: 'free', x: 0, y: 0, w: 6, h: 4 }]);
  const ann = await world.open('ann', `/boards/${board.id}`);
  const panel = ann.page.getByRole('article', { name: /^Free now/ });
  await panel.getByText(/of 14 GPUs are free/).waitFor();
  expect(await panel.locator('.number').textContent()).toBe('12');
  expect(await panel.getByRole('listitem').allInnerTexts()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^gpu01:0-7/),
      expect.stringMatching(/^gpu03[^:].*free from/s),
    ]),
  );
  const colours = await Promise.all(
    [
      panel.locator('.number'),
      panel.getByRole('heading', { name: 'Free now' }),
      panel.getByText(/^free from/),
    ].map((what) => what.evaluate((element) => getComputedStyle(element).color)),
  );
  expect(
    colours.lastIndexOf(colours[0] ?? ''),
    'green is the number of what is free, not the words around it',
  ).toBe(0);
});

test('panel of bookings shows and scrolls whole rows', async () => {
  for (let i = 0; i < 30; i++)
    await world.admin.book(
      world.gpus(`gpu01:${i % 8}`),
      Date.now() + (2 + 2 * Math.floor(i / 8)) * hour,
      Date.now() + (3 + 2 * Math.floor(i / 8)) * hour,
      `job ${i}`,
    );
  const board = await make('Bookings', [
    { id: 'a', kind: 'reservations', x: 0, y: 0, w: 6, h: 4 },
    { id: 'b', kind: 'reservations', x: 6, y: 0, w: 6, h: 5 },
  ]);
  const cut = (list: Element) => {
    const box = list.getBoundingClientRect();
    return [...list.querySelectorAll('li, h3, p')]
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return [box.top, box.bottom].some((edge) => top < edge - 1 && bottom > edge + 1);
      })
      .map((row) => row.textContent?.trim());
  };
  for (const width of [1440, 390]) {
    const ann = await world.open('ann', `/boards/${board.id}`, {
      viewport: { width, height: 900 },
    });
    for (const list of await ann.page.getByRole('group', { name: /^Bookings/ }).all()) {
      await list.getByText('job 29').waitFor({ state: 'attached' });
      expect(
        await list.evaluate((one) => one.scrollHeight > one.clientHeight + 20),
        'it scrolls',
      ).toBe(true);
      expect(await list.evaluate(cut)).toEqual([]);
      await list.hover();
      for (const by of [100, 5_000]) {
        await ann.page.mouse.wheel(0, by);
        await expect.poll(() => list.evaluate(cut)).toEqual([]);
      }
    }
    await ann.leave();
  }
});

test('board is created, gets live panels, and survives a reload', async () => {
  world.fleet.wants('gpu01', { gpus: [0], owner: 'ann', mib: 40_960, busy: 70 });
  const ann = await world.open('ann', '/boards');
  const { page } = ann;
  await page.getByRole('button', { name: 'New board' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Training');
  await page.getByRole('radio', { name: 'an empty board' }).check();
  await page.getByRole('button', { name: 'Make' }).click();
  await page.getByText('No panels yet: add the first.').waitFor();

  await page.getByRole('button', { name: 'Add panel' }).click();
  await page.getByRole('button', { name: 'A host' }).click();
  await page.getByRole('dialog').getByLabel('A host').selectOption({ label: 'gpu02' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();

  await page.getByRole('button', { name: 'Add panel' }).click();
  await page.getByRole('radio', { name: 'Number' }).check();
  await page.getByLabel('Measure').selectOption({ label: 'Memory' });
  await page.getByRole('button', { name: 'Some GPUs' }).click();
  await page.getByLabel('Find by host or model').fill('gpu01');
  await page.getByRole('checkbox', { name: 'gpu01:0', exact: true }).check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();

  await page.getByRole('button', { name: 'Add panel' }).click();
  await page.getByRole('radio', { name: 'Text' }).check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('alert').getByText('Write something.').waitFor();
  await page.getByRole('dialog').getByLabel('Text', { exact: true }).last().fill('<b>Ours</b>');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await done(ann);
  await page.getByText('Saved the board “Training”').waitFor();

  const id = page.url().split('/').at(-1)?.split('?')[0] ?? '';
  const board = await read(id);
  expect(board.panels.map(({ kind }) => kind).sort()).toEqual(['chart', 'text', 'tile']);
  expect(board.panels.find(({ kind }) => kind === 'tile')).toMatchObject({
    metric: 'memory_used_mib',
    gpus: world.gpus('gpu01:0'),
  });

  await page.reload();
  await page
    .getByRole('article', { name: 'Memory, gpu01:0' })
    .getByText(/^\d+(\.\d)?\sGiB$/)
    .waitFor();
  await page.getByRole('article', { name: 'Utilisation, gpu02' }).getByRole('slider').waitFor();
  await page.getByText('<b>Ours</b>').waitFor();
  const cursor = page.getByRole('slider', { name: 'Utilisation, gpu02, last 10 min' });
  await until(
    'the chart has the past and goes on',
    async () =>
      /gpu02:\d \d+\s%/.test((await cursor.getAttribute('aria-valuetext')) ?? '') ||
      /last \d+\s%/.test((await cursor.getAttribute('aria-valuetext')) ?? ''),
  );
  world.fleet.wants('gpu01');
});

test('arrows move and Shift resizes a panel without a mouse, and undo works', async () => {
  const board = await make('By keys', [chart('a', 0, 0), chart('b', 6, 0, { metric: 'power_w' })]);
  const ann = await world.open('ann', `/boards/${board.id}`);
  const { page } = ann;
  await page.getByRole('slider').first().waitFor();
  await page.route(/\/assets\/gridstack-/, async (route) => {
    await pause(500); // the first key does not wait for it
    await route.continue();
  });
  await page.keyboard.press('e');
  const first = page.getByRole('group', { name: /^Utilisation, whole fleet; column 1/ });
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('status').getByText('Utilisation: column 1, row 2').waitFor();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.getByRole('status').getByText('Utilisation: 4 wide, 4 high').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('status').getByText('It cannot go further.').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('status').getByText('Utilisation: column 2, row 2').waitFor();
  expect(await read(board.id)).toMatchObject({ version: 1 }); // nothing is saved yet
  await done(ann);
  await until('saved', async () => (await read(board.id)).version === 2);
  expect((await read(board.id)).panels.find(({ id }) => id === 'a')).toMatchObject({
    x: 1,
    y: 1,
    w: 4,
    h: 4,
  });
  await page.keyboard.press('Control+z');
  await until(
    'put back',
    async () => (await read(board.id)).panels.find(({ id }) => id === 'a')?.w === 6,
  );
});

/** At the speed of a person. */
async function pull(visitor: Visitor, from: Point, right: number, down: number): Promise<void> {
  const { mouse } = visitor.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x + 6, from.y);
  await mouse.move(from.x + right, from.y + down, { steps: 20 });
  await mouse.up();
}

test('panel is dragged by its handle and resized at its corner', async () => {
  const board = await make('By hand', [
    chart('a', 0, 0, { w: 4 }),
    { id: 'b', kind: 'violations', x: 0, y: 4, w: 4, h: 3 },
  ]);
  const ann = await world.open('ann', `/boards/${board.id}`);
  const { page } = ann;
  await edit(ann);
  const panel = page.locator('[data-panel="a"]');
  await panel.locator('.ui-resizable-se').waitFor(); // the grid is ready to drag it
  const grip = await panel.locator('.grip').boundingBox();
  const root = await page.locator('.grid-stack').boundingBox();
  if (!grip || !root) throw new Error('nothing to drag');
  const column = root.width / 12;
  await pull(ann, { x: grip.x + 8, y: grip.y + 8 }, 6 * column + 12, 4);
  await page.getByRole('group', { name: /^Utilisation, whole fleet; column 7, row 1/ }).waitFor();
  const corner = await panel.locator('.ui-resizable-se').boundingBox();
  if (!corner) throw new Error('no corner');
  await pull(ann, { x: corner.x + 10, y: corner.y + 10 }, 2 * column + 12, 62);
  await page.getByRole('group', { name: /column 7, row 1, 6 wide, 5 high/ }).waitFor();
  await done(ann);
  await until(
    'saved',
    async () => (await read(board.id)).panels.find(({ id }) => id === 'a')?.h === 5,
  );
});

test('other window sees a change and a removal at once', async () => {
  const board = await make('Shared', [chart('a', 0, 0)], true);
  const bartek = await world.open('bartek', `/boards/${board.id}`);
  await bartek.page.getByText('Shared by ann').waitFor();
  expect(await bartek.page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0); // it is ann's
  const list = await world.open('bartek', '/boards');
  await list.page.getByRole('link', { name: 'Shared', exact: true }).waitFor();
  await put(board, 'Renamed', [
    chart('a', 0, 0),
    { id: 't', kind: 'text', text: 'hello', x: 0, y: 4, w: 12, h: 1 },
  ]);
  await bartek.page.getByRole('heading', { name: 'Renamed' }).waitFor();
  await bartek.page.getByText('hello').waitFor();
  await list.page.getByRole('link', { name: 'Renamed' }).waitFor();
  bartek.expects(/^404 GET \S*\/boards\//);
  list.expects(/^404 GET \S*\/boards\//);
  await put(board, 'Renamed', [], false);
  await bartek.page
    .getByRole('heading', { name: 'This board does not exist, or is not shared with you' })
    .waitFor();
  await list.page.getByRole('link', { name: 'Renamed' }).waitFor({ state: 'detached' });
});

test('removed board names its remover, and unsaved edits are restored', async () => {
  const board = await make('To be removed', [chart('a', 0, 0)]);
  const ann = await world.open('ann', `/boards/${board.id}`);
  const { page } = ann;
  await edit(ann);
  await page.getByRole('group', { name: /^Utilisation, whole fleet; column 1/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+z');
  await page.getByRole('group', { name: /column 2, row 1/ }).waitFor();
  await page.getByRole('link', { name: 'Fleet', exact: true }).first().click();
  await page.getByRole('article', { name: 'gpu01' }).waitFor();
  await page.goBack();
  await page.getByRole('group', { name: /column 2, row 1/ }).waitFor(); // as it was left
  await page.getByRole('button', { name: 'Cancel' }).click();
  ann.expects(/^404 GET \S*\/boards\//);
  await world.admin.expect(204, 'DELETE', `/api/v1/boards/${board.id}`, undefined, {
    'If-Match': '*',
  });
  await page.getByRole('heading', { name: 'This board was removed' }).waitFor();
  await page.getByText(/^You removed a board, /).waitFor();
});

test('conflicting save offers both versions', async () => {
  const board = await make('Both', [chart('a', 0, 0)]);
  const ann = await world.open('ann', `/boards/${board.id}`);
  const { page } = ann;
  await edit(ann);
  await page.getByRole('toolbar', { name: 'Editing' }).getByLabel('Title').fill('Mine');
  await put(board, 'Theirs', [chart('a', 0, 0), chart('b', 6, 0)]);
  await page
    .getByRole('alert')
    .getByText(/^Somebody saved this board at \d\d:\d\d/)
    .waitFor();
  await page.getByText('“Theirs”, 2 panels').waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await done(ann);
  await until('mine', async () => (await read(board.id)).title === 'Mine');

  await edit(ann);
  await page.getByRole('toolbar', { name: 'Editing' }).getByLabel('Title').fill('Mine again');
  await put(board, 'Theirs again', []);
  await page.getByRole('button', { name: 'Take theirs' }).click();
  expect(
    await page.getByRole('toolbar', { name: 'Editing' }).getByLabel('Title').inputValue(),
  ).toBe('Theirs again');
});

test('412 is handled before the stream reports the change', async () => {
  const board = await make('Race', [chart('a', 0, 0)]);
  const ann = await world.stranger();
  // This page gets no news of boards: it learns of the other version from a refusal.
  await ann.page.routeWebSocket(/\/api\/v1\/stream\?/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!String(message).includes('"topic":"boards"')) socket.send(message);
    });
  });
  await ann.signIn('ann');
  await ann.go(`/boards/${board.id}`);
  ann.expects(/^412 PUT /);
  await edit(ann);
  await ann.page.getByRole('toolbar', { name: 'Editing' }).getByLabel('Title').fill('Mine');
  await put(board, 'Theirs', []);
  await done(ann);
  await ann.page
    .getByRole('alert')
    .getByText(/^Somebody saved this board/)
    .waitFor();
  expect((await read(board.id)).title).toBe('Theirs');
  await ann.page.getByRole('button', { name: 'Keep mine' }).click();
  await done(ann);
  await until('mine', async () => (await read(board.id)).title === 'Mine');
});

test('undo creates a removed board again', async () => {
  await make('Not for long', [chart('a', 0, 0)]);
  const ann = await world.open('ann', '/boards');
  await ann.page.getByRole('button', { name: 'Remove Not for long' }).click();
  await ann.page.getByRole('link', { name: 'Not for long' }).waitFor({ state: 'detached' });
  await ann.page.getByRole('button', { name: /^Undo/ }).click();
  await ann.page.getByRole('link', { name: 'Not for long' }).waitFor();
  const back = (
    await world.admin.list<{ title: string; panel_count: number }>('/api/v1/boards')
  ).find(({ title }) => title === 'Not for long');
  expect(back).toMatchObject({ panel_count: 1 });
});
