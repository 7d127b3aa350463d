/* A fleet of a thousand GPUs from a stream of the test's own: only the page is tested. */
import { expect, test } from 'vitest';
import { LargeFleet } from '../support/large_fleet';
import { pause, until } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld();
const hosts = 125;

async function open() {
  const fleet = new LargeFleet({ gpus: 1_000, bookings: 2_000, days: 7 });
  const ann = await world.stranger({ viewport: { width: 1440, height: 900 } });
  await fleet.answerFor(ann.page);
  await ann.signIn('ann');
  await ann.go('/fleet?sort=name');
  await ann.live();
  await ann.page.getByRole('article', { name: 'gpu001' }).waitFor();
  ann.expects(/./); // other requests go to a server with another fleet
  return { fleet, ann };
}

test('only visible parts are in the page, and all are reachable', async () => {
  const { ann } = await open();
  const articles = ann.page.getByRole('article');
  const elements = () => ann.page.locator('*').count();
  expect(await articles.first().getAttribute('aria-setsize')).toBe(String(hosts));
  for (const share of [0, 0.3, 0.6, 1]) {
    await ann.page.evaluate(
      (part) => scrollTo(0, part * document.documentElement.scrollHeight),
      share,
    );
    await pause(200);
    expect(await elements(), `elements at ${share}`).toBeLessThanOrEqual(1_500);
    expect(await articles.count()).toBeGreaterThan(3);
  }
  await ann.page.getByRole('article', { name: 'gpu125' }).waitFor();
  await ann.fill(ann.page.getByRole('searchbox', { name: 'Host' }), 'gpu117');
  await until('the filter finds it', async () => (await articles.count()) === 1);
  expect(await articles.first().getAttribute('aria-label')).toBe('gpu117');
});

test('keyboard reaches all hosts', async () => {
  const { ann } = await open();
  const place = () =>
    ann.page.evaluate(() =>
      Number(document.activeElement?.closest('article')?.getAttribute('aria-posinset') ?? NaN),
    );
  await ann.page.getByRole('link', { name: 'gpu001', exact: true }).focus();
  let last = await place();
  for (let i = 0; i < 300 && last <= 12; i++) {
    // each held GPU links to its booking
    await ann.page.keyboard.press('Tab');
    const now = await place();
    expect(now, `after ${i + 1} tabs`).toBeGreaterThanOrEqual(last);
    last = now;
  }
  expect(last).toBeGreaterThan(12); // beyond the first view
  for (let i = 0; i < 20; i++) await ann.page.keyboard.press('PageDown');
  expect(await place()).toBe(last + 20);
  await ann.page.keyboard.press('PageUp');
  expect(await place()).toBe(last + 19);
});

test('changing numbers and processes move nothing', async () => {
  const { fleet, ann } = await open();
  fleet.sample(0);
  await pause(1_000);
  await ann.page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(window, { dibsMoved: moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        for (const { node, previousRect: before, currentRect: now } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          // A right-aligned number with one more digit begins further left: nothing moved.
          if (Math.round(before.right) === Math.round(now.right) && before.top === now.top)
            continue;
          moved.push(
            `${element?.outerHTML.slice(0, 200)}: ${before.x},${before.y},${before.right} to ${now.x},${now.y},${now.right}`,
          );
        }
      }
    }).observe({ type: 'layout-shift' });
  });
  for (let second = 1; second <= 5; second++) {
    fleet.sample(second);
    fleet.run(second % 2 === 0 ? 0 : 6, 0);
    await pause(1_000);
  }
  expect(
    await ann.page.evaluate(() => (window as unknown as { dibsMoved: string[] }).dibsMoved),
  ).toEqual([]);
});
