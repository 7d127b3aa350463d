import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { boardsOf, chart } from '../support/boards';
import { betweenTurns, until } from '../support/until';
import { restarting } from '../support/visitor';
import { aMomentAgo, useWorld } from '../support/world';

const world = useWorld({ ownFleet: () => {} }); // boards.test.ts runs a job on the shared one

const { make, put } = boardsOf(world);

test('journey 9: any board as a wall in 1 interaction', async () => {
  const board = await make('For everybody', [chart('a', 0, 0)]);
  const ann = await world.open('ann', `/boards/${board.id}`);
  await ann.live();
  ann.begin();
  const opened = ann.context.waitForEvent('page');
  await ann.click(ann.page.getByRole('link', { name: 'Wall view' }));
  const wall = await opened;
  await wall.getByRole('img', { name: /^Utilisation, whole fleet/ }).waitFor();
  expect(ann.count).toBe(1);
  expect((await wall.getByRole('button').count()) + (await wall.getByRole('link').count())).toBe(0);
  // At every shift against burn-in, nothing scrolls.
  expect(
    await wall.evaluate(() =>
      [
        [0, 0],
        [2, 2],
        [-2, -2],
      ].map(([x, y]) => {
        const style = document.querySelector<HTMLElement>('.wall')?.style;
        style?.setProperty('--x', `${x}px`);
        style?.setProperty('--y', `${y}px`);
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
      }),
    ),
  ).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
});

test('wall link is shown once, survives a restart and is read-only', async () => {
  await world.admin.book(world.gpus('gpu01:0'), aMomentAgo(), Date.now() + hour, 'on the wall');
  const board = await make('Lobby', [
    chart('a', 0, 0),
    { id: 'n', kind: 'tile', metric: 'power_w', x: 6, y: 0, w: 3, h: 2 },
    { id: 'r', kind: 'reservations', x: 0, y: 4, w: 6, h: 4 },
  ]);
  const ann = await world.open('ann', `/boards/${board.id}`);
  await ann.page.getByRole('button', { name: 'Show on a wall' }).click();
  await ann.page.getByRole('button', { name: 'Make the link' }).click();
  const link = await ann.page.getByRole('dialog').locator('code').innerText();
  expect(link).toMatch(/\/wall\/brd_\w+#token=dibs_/);
  const token = (await world.admin.list<{ id: string; scopes: string[] }>('/api/v1/tokens')).at(-1);
  expect(token?.scopes).toEqual(['read']);

  ann.expects(/^401 /, ...restarting);
  const wall = await world.stranger();
  wall.expects(/^401 /, ...restarting);
  await wall.page.goto(link);
  await wall.page.getByText('on the wall').waitFor();
  await wall.page.getByRole('img', { name: /^Utilisation, whole fleet/ }).waitFor();
  await wall.page
    .getByRole('article', { name: /^Power/ })
    .getByText(/^\d+\sW$/)
    .waitFor();
  expect(
    (await wall.page.getByRole('button').count()) + (await wall.page.getByRole('link').count()),
  ).toBe(0);
  expect(
    await wall.page.evaluate(
      async (origin) =>
        (
          await fetch(`${origin}/api/v1/boards`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'Dibs-Client': 'tests' },
            body: '{"title":"x"}',
          })
        ).status,
      world.server.origin,
    ),
  ).toBe(403);
  wall.expects(/^403 POST /);

  await wall.page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'));
  await world.server.stop();
  await wall.page.getByText(/^data of \d\d:\d\d:\d\d, \d+\ss old/).waitFor();
  await world.server.start();
  await wall.page.getByText('live', { exact: true }).waitFor();
  await put(board, 'Lobby, second floor', board.panels);
  await wall.page.getByText('Lobby, second floor').first().waitFor({ state: 'attached' });
  expect(await wall.page.locator('body').getAttribute('data-same-page')).toBe('yes');

  // Its session ends: it creates another.
  await wall.context.clearCookies();
  await world.server.stop();
  await world.server.start();
  await wall.page.getByText('live', { exact: true }).waitFor();

  await world.admin.expect(204, 'DELETE', `/api/v1/tokens/${token?.id ?? ''}`);
  await wall.page.getByText('This link no longer works').waitFor();
});

test('wall starts with free GPUs, and scrolls on a phone by keyboard', async () => {
  const ann = await world.open('ann', '/boards', { viewport: { width: 390, height: 700 } });
  const { page } = ann;
  await page.getByRole('button', { name: 'New board' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Corridor');
  await page.getByRole('button', { name: 'Make' }).click();
  await page.getByRole('heading', { name: 'Corridor' }).waitFor();
  await ann.go(new URL(page.url()).pathname.replace('/boards/', '/wall/'));
  const sum = page.getByRole('article').first().getByText('of 14 GPUs are free');
  await sum.waitFor();
  const box = await sum.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0), 'seen at once').toBeLessThan(200);
  await page.getByRole('article').first().getByText('gpu01:0-7').waitFor();
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);
  await ann.press('PageDown');
  await until('it scrolled', () => page.evaluate(() => window.scrollY > 100));
  await ann.press('End');
  await until('to its end', () =>
    page.evaluate(
      () => window.scrollY + window.innerHeight > document.documentElement.scrollHeight - 4,
    ),
  );

  await page.setViewportSize({ width: 1920, height: 1080 });
  const last = page.getByRole('article').getByRole('listitem').filter({ hasText: 'gpu03:1' });
  await until('the last square of the last host is seen whole', () =>
    last.evaluate(
      (element) =>
        element.getBoundingClientRect().bottom <=
        (element.closest('article')?.getBoundingClientRect().bottom ?? 0),
    ),
  );
  await page.setViewportSize({ width: 1280, height: 500 }); // lower than the board: pages, turned by the keys
  await betweenTurns(20_000, { after: 2_000, before: 8_000 }); // and by the clock
  const first = page.getByRole('article').first();
  await page.getByText('page 1 of 2').or(page.getByText('page 2 of 2')).waitFor();
  if (await page.getByText('page 2 of 2').isVisible()) await ann.press('ArrowUp');
  await first.getByText('of 14 GPUs are free').waitFor();
  const named = await first.getAttribute('aria-label');
  await ann.press('ArrowDown');
  await until(
    'another page',
    async () => (await page.getByRole('article').first().getAttribute('aria-label')) !== named,
  );
  await ann.press('ArrowUp');
  await until(
    'the first again',
    async () => (await page.getByRole('article').first().getAttribute('aria-label')) === named,
  );
});

test('many charts share one request and a crosshair', async () => {
  const gpus = world.gpus('gpu01:0-7', 'gpu02:0-3', 'gpu03:0-1');
  const board = await make(
    'Many',
    Array.from({ length: 28 }, (_, i) =>
      chart(`c${i}`, (i % 4) * 3, Math.floor(i / 4) * 3, {
        w: 3,
        h: 3,
        gpus: [gpus[i % gpus.length] ?? ''],
        ...(i >= 14 ? { metric: 'power_w' } : {}),
      }),
    ),
  );
  const ann = await world.stranger();
  const asked: string[] = [];
  ann.page.on('request', (request) => {
    if (request.url().includes('/api/v1/usage')) asked.push(request.url());
  });
  await ann.signIn('ann');
  await ann.go(`/boards/${board.id}`);
  const first = ann.page.getByRole('slider').first();
  await first.waitFor();
  await ann.page.waitForTimeout(1500);
  expect(asked.length).toBe(1);
  await until(
    'those in view are drawn',
    async () => (await ann.page.locator('canvas').count()) > 8,
  );
  const drawn = await ann.page.locator('canvas').count();
  expect(drawn).toBeLessThan(28); // those below are drawn when they come into view
  await first.hover();
  const lines = ann.page.locator('.u-cursor-x:not(.u-off)');
  await until('a crosshair in each', async () => (await lines.count()) >= drawn);
});
