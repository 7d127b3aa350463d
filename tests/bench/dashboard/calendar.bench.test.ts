/* The calendar's figures, compared with bare pages on the same machine. */
import { test } from 'vitest';
import type { Page } from 'playwright-core';
import { useWorld } from '../../dashboard/support/world';
import { makeRows, paintBoxes } from './bare';
import { LargeFleet } from '../../dashboard/support/large_fleet';
import { line, median, meterOf, ms, percentile, scrollFrames, workOf } from './measure';

const world = useWorld({ keep: true });

/** The time from the click on Calendar until its blocks are painted. */
function openCalendar(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const link = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find((one) =>
      /\/calendar$/.test(one.pathname),
    );
    if (!link) throw new Error('no way to the calendar');
    link.search = '?zoom=1w';
    const begun = performance.now();
    link.click();
    for (;;) {
      await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0)));
      if (document.querySelectorAll('[data-reservation]').length > 20)
        return performance.now() - begun;
      if (performance.now() - begun > 20_000) throw new Error('no blocks');
    }
  });
}

async function fleetOf(gpus: number, bookings: number) {
  const fleet = new LargeFleet({ gpus, bookings, days: 7 });
  const ann = await world.stranger();
  await fleet.answerFor(ann.page);
  await ann.signIn('ann');
  await ann.go('/');
  await ann.live();
  await ann.page.getByText(`of ${gpus.toLocaleString('en')} GPUs`).waitFor();
  ann.expects(/./);
  return { fleet, ann };
}

test('first load', async () => {
  const ann = await world.stranger();
  const scripts: string[] = [];
  ann.page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) scripts.push(response.url());
  });
  await ann.signIn('ann');
  for (const path of ['/', '/calendar']) {
    scripts.length = 0;
    await ann.go('about:blank').catch(() => null);
    const begun = performance.now();
    await ann.page.goto(world.server.address(path));
    await ann.live();
    const took = performance.now() - begun;
    const sizes = { js: 0, css: 0 };
    for (const url of new Set(scripts)) {
      const answer = await ann.context.request.get(url, { headers: { 'Accept-Encoding': 'gzip' } });
      const length = Number(answer.headers()['content-length'] ?? '0');
      sizes[url.endsWith('.js') ? 'js' : 'css'] += length;
    }
    line(
      `first load of ${path}: JavaScript, gzipped`,
      `${(sizes.js / 1024).toFixed(1)} KB`,
      '100 KB',
      `and ${(sizes.css / 1024).toFixed(1)} KB of CSS; live after ${took.toFixed(0)} ms`,
    );
  }
});

test('the calendar of 200 GPUs, 7 days, 2,000 bookings', async () => {
  const { fleet, ann } = await fleetOf(200, 2_000);
  const first = await openCalendar(ann.page);
  const again: number[] = [];
  for (let i = 0; i < 5; i++) {
    await ann.page.getByRole('link', { name: 'Home' }).first().click();
    await ann.page.getByText('of 200 GPUs').waitFor();
    again.push(await openCalendar(ann.page));
  }
  const shown = await ann.page.locator('[data-reservation]').count();
  const nodes = await ann.page.locator('*').count();
  const bare = await world.stranger();
  const [same, all] = [[], []] as [number[], number[]];
  for (let i = 0; i < 5; i++) {
    same.push(await paintBoxes(bare.page, shown));
    all.push(await paintBoxes(bare.page, 2_000));
  }
  const beside = `bare page: ${shown} boxes ${ms(median(same))}, 2,000 boxes ${ms(median(all))}`;
  line(
    'calendar 200 GPUs x 7 days x 2,000: painted, first time',
    ms(first),
    '350 ms',
    'with its code fetched',
  );
  line('calendar 200 GPUs x 7 days x 2,000: painted, again', ms(median(again)), '200 ms', beside);
  line('elements in the page then', String(nodes), '1,500', `${shown} blocks`);

  const cdp = await meterOf(ann.page);
  const turns = 100;
  const wait = (count: number) =>
    ann.page.evaluate(
      (frames) =>
        new Promise<void>((done) => {
          let left = frames;
          const turn = () => (--left > 0 ? requestAnimationFrame(turn) : done());
          requestAnimationFrame(turn);
        }),
      count,
    );
  const idle = await workOf(cdp, async () => {
    for (let i = 0; i < turns; i++) await wait(3);
  });
  const visible = fleet.bookings.filter((one) => one.state === 'upcoming').slice(0, 20);
  const busy = await workOf(cdp, async () => {
    for (let i = 0; i < turns; i++) {
      const booking = visible[i % visible.length];
      if (booking) fleet.change(booking, (i % 2 === 0 ? 1 : -1) * 600_000);
      await wait(3);
    }
  });
  const each = (busy.task - idle.task) / turns;
  line(
    'one live update of a booking',
    ms(each),
    '6 ms',
    `script ${ms((busy.script - idle.script) / turns)}, style and layout ${ms((busy.style + busy.layout - idle.style - idle.layout) / turns)}`,
  );
});

test('scrolling 1,000 rows', async () => {
  const { ann } = await fleetOf(1_000, 2_000);
  await openCalendar(ann.page);
  await ann.page.evaluate(() => {
    let element: Element | null = document.querySelector('[data-calendar-grid]');
    while (element && getComputedStyle(element).overflowY !== 'auto')
      element = element.parentElement;
    element?.setAttribute('data-scroller', '');
  });
  const times = await scrollFrames(ann.page, '[data-scroller]', 90, 240);
  const bare = await world.stranger();
  await makeRows(bare.page, 1_000);
  const plain = await scrollFrames(bare.page, '#s', 90, 240);
  line(
    'scrolling 1,000 GPUs, 2,000 bookings: frame, p95',
    ms(percentile(times, 0.95)),
    '35 ms',
    `median ${ms(median(times))}; bare list of 1,000 rows p95 ${ms(percentile(plain, 0.95))}`,
  );
});

test('the calendar of 1,000 GPUs and 10,000 bookings: painted, moved, drawn in', async () => {
  const { ann } = await fleetOf(1_000, 10_000);
  const { page } = ann;
  await openCalendar(page);
  const cdp = await meterOf(page);
  const [again, worked] = [[], []] as [number[], number[]];
  for (let i = 0; i < 3; i++) {
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByText('of 1,000 GPUs').waitFor();
    worked.push((await workOf(cdp, async () => void again.push(await openCalendar(page)))).task);
  }
  const shown = await page.locator('[data-reservation]').count();
  const bare = await world.stranger();
  line(
    'calendar 1,000 GPUs x 10,000 bookings: painted, again',
    ms(median(again)),
    '200 ms',
    `main thread ${ms(median(worked))}; bare page: ${shown} boxes ${ms(await paintBoxes(bare.page, shown))}`,
  );

  const turns = 24;
  const rest = () =>
    page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0))),
    );
  const each = async (what: (turn: number) => Promise<void>): Promise<number> => {
    const { task } = await workOf(cdp, async () => {
      for (let i = 0; i < turns; i++) {
        await what(i);
        await rest();
      }
    });
    return task / turns;
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const grid = await page.locator('[data-calendar-grid]').boundingBox();
  if (!grid) throw new Error('no grid');
  const at = (x: number, y: number) => [grid.x + grid.width * x, 160 + y * 500] as const;
  line(
    '1,000 GPUs x 10,000: a step of the wheel, main thread',
    ms(
      await each(async (i) => {
        await page.mouse.move(...at(0.5, 0.5));
        await page.mouse.wheel(0, i % 12 < 6 ? 240 : -240);
      }),
    ),
    '20 ms',
  );
  line(
    '1,000 GPUs x 10,000: half a width on, main thread',
    ms(await each((i) => button(i % 8 < 4 ? 'Later' : 'Earlier').click())),
    '60 ms',
  );
  const zooms = ['2 d', '1 d', '6 h', '1 d', '2 d', '1 w', '4 w', '1 w'];
  line(
    '1,000 GPUs x 10,000: another zoom, main thread',
    ms(await each((i) => button(zooms[i % zooms.length] ?? '1 w').click())),
    '60 ms',
  );
  await button('2 d').click();
  await page.mouse.move(...at(0.3, 0.2));
  await page.mouse.down();
  line(
    '1,000 GPUs x 10,000: a step of a drag, main thread',
    ms(await each((i) => page.mouse.move(...at(0.3 + 0.02 * i, 0.2 + 0.02 * i)))),
    '8 ms',
  );
  await page.keyboard.press('Escape');
  await page.mouse.up();
}, 240_000);
