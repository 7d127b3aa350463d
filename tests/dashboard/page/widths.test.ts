/* Nothing overlaps its neighbour, and related parts stay together: the bar at every width and in
   both languages, figures and their units, hyphens, the squares of a host; in forced colours
   too. */
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { forceColours } from '../support/looks';
import { makeScene, scenePeople, type Scene } from '../support/scene';
import { pause } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld({ people: scenePeople, keep: true, ownFleet: () => {} });
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(world);
});

/** Neighbours in the bar that overlap, or leave it. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('header');
    if (!bar) return ['no bar'];
    const shown = [...bar.querySelectorAll('.brand, nav a, .find, .live, .zone, a.me')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }),
    );
    const boxes = shown.map((one) => ({
      text: one.textContent?.trim() ?? '',
      ...(one.getBoundingClientRect().toJSON() as { left: number; right: number }),
    }));
    const found = boxes
      .slice(1)
      .flatMap((box, i) =>
        box.left < (boxes[i]?.right ?? 0) + 4 ? [`${boxes[i]?.text} | ${box.text}`] : [],
      );
    return (boxes.at(-1)?.right ?? 0) > bar.getBoundingClientRect().right
      ? [...found, 'wider than the bar']
      : found;
  });

for (const locale of ['en-GB', 'pl-PL']) {
  test(`${locale}: bar has no overlap, connected or not`, async () => {
    const ann = await world.open('ann', '/', { locale });
    await ann.page.locator('header .count').waitFor();
    const found: string[] = [];
    const look = async (state: string) => {
      for (const width of [390, 761, 768, 820, 900, 960, 961, 1024, 1160, 1161, 1280, 1440]) {
        await ann.page.setViewportSize({ width, height: 800 });
        await pause(60);
        found.push(...(await overlaps(ann.page)).map((what) => `${state} ${width}: ${what}`));
      }
    };
    await look('live');
    ann.expects(/./);
    await ann.context.setOffline(true);
    await ann.page.locator('header .live.paused, header .live.stale').waitFor();
    await look('not live');
    expect(found).toEqual([]);
  });
}

test('hyphen is narrower than a figure, and figures have one width', async () => {
  const ann = await world.open('ann', '/');
  await ann.page.getByRole('heading').first().waitFor();
  const { hyphen, figures } = await ann.page.evaluate(async () => {
    await document.fonts.ready;
    const one = document.createElement('span');
    one.style.setProperty('position', 'absolute');
    document.body.append(one);
    const of = (text: string): number => {
      one.textContent = text.repeat(20);
      return one.getBoundingClientRect().width / 20;
    };
    const result = { hyphen: of('-'), figures: [...'0123456789'].map(of) };
    one.remove();
    return result;
  });
  expect(Math.max(...figures) - Math.min(...figures)).toBeLessThan(0.01);
  expect(hyphen).toBeLessThan(0.8 * (figures[0] ?? 0));
});

for (const path of ['/fleet', '/fleet/gpu01']) {
  test(`${path}: units are beside their figures`, async () => {
    const ann = await world.open('ann', path);
    await ann.page.locator('dd small').first().waitFor();
    await pause(1_500);
    const gaps = await ann.page.evaluate(() =>
      [...document.querySelectorAll('dd .n')].flatMap((figure) => {
        const unit = figure.parentElement?.querySelector('small');
        if (!unit || unit.textContent === '') return [];
        const text = document.createRange();
        text.selectNodeContents(figure);
        return [Math.round(unit.getBoundingClientRect().left - text.getBoundingClientRect().right)];
      }),
    );
    expect(gaps.length).toBeGreaterThan(1);
    for (const gap of gaps) expect(gap, gaps.join(' ')).toBeGreaterThan(0);
    for (const gap of gaps) expect(gap, gaps.join(' ')).toBeLessThan(30); // a figure with fewer digits than its room allows
  });
}

test('eight GPUs are one line of squares, visible in forced colours', async () => {
  const ann = await world.open('ann', '/', { viewport: { width: 1024, height: 800 } });
  const squares = ann.page.locator('li .squares');
  await squares.first().waitFor();
  expect(
    await squares.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)),
  ).toEqual([14, 14, 14]);
  await forceColours(ann.page);
  const seen = await ann.page
    .locator('li .squares .free')
    .first()
    .evaluate((one) => {
      const page = document.createElement('i');
      page.style.setProperty('color', 'Canvas');
      document.body.append(page);
      const { color } = getComputedStyle(page);
      page.remove();
      return getComputedStyle(one).backgroundColor !== color;
    });
  expect(seen).toBe(true);
});

test('cut text has a title with the whole, whole text has none', async () => {
  const ann = await world.open('ann', `/wall/${scene.board}`, {
    viewport: { width: 768, height: 1024 },
  });
  const line = ann.page.locator('.cut', { hasText: 'zoe runs on what chen booked' });
  await line.hover();
  await expect.poll(() => line.getAttribute('title')).toBe('zoe runs on what chen booked');
  await ann.page.setViewportSize({ width: 1920, height: 1024 });
  await ann.page.mouse.move(0, 0);
  await line.hover();
  await expect.poll(() => line.getAttribute('title')).toBeNull();
});

test('long list fades at its cut edge and not at its end', async () => {
  const ann = await world.open('ann', `/boards/${scene.board}`);
  const list = ann.page.getByRole('group', { name: 'Bookings' });
  await expect.poll(() => list.getAttribute('data-more')).toBe('below');
  expect(await list.evaluate((one) => getComputedStyle(one).maskImage)).toMatch(/gradient/);
  await list.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await expect.poll(() => list.getAttribute('data-more')).toBeNull();
});

test('host’s columns align, and few GPUs leave no gap above processes', async () => {
  const ann = await world.open('ann', '/fleet/gpu03');
  await ann.page.getByRole('heading', { name: 'Processes' }).waitFor();
  await ann.live();
  const heads = await ann.page.locator('.two .head').evaluateAll((all) =>
    all.map((one) => ({
      text: one.querySelector('h2')?.textContent ?? '',
      bottom: one.getBoundingClientRect().bottom,
      top: one.getBoundingClientRect().top,
    })),
  );
  const [gpus, used, processes] = ['GPUs', 'Utilisation', 'Processes'].map((name) =>
    heads.find((head) => head.text === name),
  );
  expect(gpus?.bottom).toBe(used?.bottom);
  expect((processes?.top ?? 999) - (gpus?.bottom ?? 0)).toBeLessThan(28 + 2 * 34 + 48);
});

test('free GPUs are in columns inside the page beside a long note', async () => {
  const ann = await world.open('ann', '/');
  const notes = ann.page.locator('.model li .note');
  await notes.nth(2).waitFor();
  const right = (selector: string) =>
    ann.page
      .locator(selector)
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
  for (const width of [1440, 1024, 768, 390, 320]) {
    await ann.page.setViewportSize({ width, height: 900 });
    await pause(60);
    expect(
      new Set(await right('.model li .count-free')).size,
      `numbers in one column at ${width}`,
    ).toBe(1);
    const [edge = 0] = await right('.model li');
    expect(Math.max(...(await right('.model li .note'))), `notes at ${width}`).toBeLessThanOrEqual(
      edge,
    );
  }
});

/** Words of a line that overlap. */
const collisions = (words: Locator) =>
  words.evaluateAll((all) => {
    const boxes = all
      .map((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return { said: one.textContent?.trim() ?? '', box: text.getBoundingClientRect() };
      })
      .filter(({ said, box }) => said !== '' && box.width > 1)
      .sort((a, b) => a.box.left - b.box.left);
    return boxes
      .slice(1)
      .flatMap(({ said, box }, i) =>
        box.left < (boxes[i]?.box.right ?? 0) ? [`${boxes[i]?.said} | ${said}`] : [],
      );
  });

test('heads of the hosts’ table keep apart in Polish', async () => {
  const ann = await world.open('ann', '/system', { locale: 'pl-PL' });
  await ann.page.getByRole('columnheader', { name: 'Utracone pomiary' }).waitFor();
  for (const width of [1440, 1280, 1024, 920]) {
    await ann.page.setViewportSize({ width, height: 800 });
    await pause(60);
    expect(
      await collisions(ann.page.locator('.tbl:has(th:nth-child(8)) thead th')),
      `at ${width}`,
    ).toEqual([]);
  }
});

test('headings break between words on the narrowest phone', async () => {
  const ann = await world.open('ann', '/fleet/gpu03', { viewport: { width: 320, height: 800 } });
  const heading = ann.page.getByRole('heading', { name: 'Processes' });
  await heading.waitFor();
  await ann.page.getByText(/against the rules, \d+\ss ago/).waitFor();
  expect((await heading.boundingBox())?.height).toBeLessThan(30);
  await ann.go('/fleet');
  await ann.page.getByText(/GPU-h in 24/).waitFor();
  const starts = await ann.page
    .locator('dl dd')
    .evaluateAll((all) =>
      all.flatMap((one) =>
        [...one.querySelectorAll('.n, small')]
          .filter((part) => part.textContent !== '')
          .map((part) =>
            Math.round(part.getBoundingClientRect().left - one.getBoundingClientRect().left),
          ),
      ),
    );
  expect(starts.length).toBeGreaterThan(3);
  expect(new Set(starts)).toEqual(new Set([0]));
});

for (const width of [1280, 1920]) {
  test(`double letters at ${width} px: nothing overlaps or exceeds the window`, async () => {
    const ann = await world.open('ann', '/', { viewport: { width, height: 900 } });
    const session = await ann.page.context().newCDPSession(ann.page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    const found: string[] = [];
    for (const path of [
      '/',
      '/fleet',
      '/fleet/gpu01',
      '/violations',
      '/usage',
      '/history',
      '/people/chen',
      '/me',
      '/system',
    ]) {
      await ann.go(path);
      await ann.live();
      await expect.poll(() => ann.page.getByText('Loading…').count()).toBe(0);
      found.push(...(await overlaps(ann.page)).map((what) => `${path}, bar: ${what}`));
      found.push(
        ...(
          await collisions(
            ann.page.getByRole('article').first().locator('li').first().locator('.use-text, .more'),
          )
        ).map((what) => `${path}: ${what}`),
      );
      const heads = ann.page.locator(
        'main thead:not(.vh *):has(th:nth-child(3)):not(:has(th:nth-child(12)))',
      ); // not the hours of a week, which have little text
      for (let i = 0; i < (await heads.count()); i += 1) {
        if ((await heads.nth(i).boundingBox())?.width === 1) continue; // for screen readers, not visible: on a phone each value has its name
        found.push(
          ...(await collisions(heads.nth(i).locator('th'))).map((what) => `${path}: ${what}`),
        );
      }
      const beyond = await ann.page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        const over = [...document.querySelectorAll('main *')].filter(
          (one) => one.getBoundingClientRect().right > clientWidth + 1,
        );
        return scrollWidth > clientWidth
          ? [
              `${scrollWidth - clientWidth} px wider`,
              ...over.slice(0, 3).map((one) => one.textContent?.trim().slice(0, 40) ?? ''),
            ].join(', ')
          : '';
      });
      if (beyond !== '') found.push(`${path}: ${beyond}`);
    }
    expect(found).toEqual([]);
  });
}

test('words of a person’s chart keep their size on a phone', async () => {
  const ann = await world.open('ann', '/people/chen');
  const words = ann.page.locator('main svg[role="img"] text').first();
  await words.waitFor();
  const height = async () => Math.round((await words.boundingBox())?.height ?? 0);
  const wide = await height();
  await ann.page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(height).toBe(wide);
});

test('fleet tile’s GPU numbers fit, and the command has the rest', async () => {
  const ann = await world.open('ann', '/fleet');
  const list = ann.page.getByRole('list', { name: /on gpu03/ }).filter({ hasText: 'sample.py' });
  await list.waitFor();
  const spare = () =>
    list.evaluate((one) =>
      Math.min(
        ...[...one.querySelectorAll('.gpus')].map((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return cell.getBoundingClientRect().width - text.getBoundingClientRect().width;
        }),
      ),
    );
  await expect.poll(spare).toBeLessThan(6);
  expect(await spare()).toBeGreaterThanOrEqual(0); // and none is cut
});
