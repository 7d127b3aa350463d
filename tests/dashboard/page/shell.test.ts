/* Shared by all screens: the navigation keeps its position, the page fits a phone with large enough
   targets. Forced colours keep every edge, and messages cover neither the bar nor floating
   parts. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { findings } from '../support/axe';
import { edgeless, forceColours, targets, vanished, wider } from '../support/looks';
import { makeScene, scenePeople, type Scene } from '../support/scene';
import { shown } from '../support/screens';
import { pause } from '../support/until';
import { dayAt, useWorld } from '../support/world';

const world = useWorld({ people: scenePeople, keep: true, ownFleet: () => {} });
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(world);
});

const inShell = () => shown().filter((screen) => screen.path !== '/wall/:id');
const phone = { width: 390, height: 844 };

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
  await pause(400);
}

test('navigation keeps its position, and pages share an edge', async () => {
  const ann = await world.open('ann', '/');
  const places = new Map<string, string>();
  const edges = new Map<string, number>();
  const wides = new Map<string, number>(); // as wide as the window, from the same margin
  for (const screen of inShell()) {
    await ann.go(screen.address(scene));
    await settled(ann.page);
    await ann.live();
    const seen = await ann.page.evaluate(() => {
      const words = [...document.querySelectorAll('header:has(> nav) :is(nav a, .find, .who)')].map(
        (one) => one.getBoundingClientRect(),
      );
      const start = document
        .querySelector('main .page > :first-child')
        ?.getBoundingClientRect().left;
      // Rows as wide as the page: their text aligns with its title.
      const rows =
        start === undefined
          ? []
          : [...document.querySelectorAll('main .page li, main .page tr')].filter((row) => {
              const box = row.getBoundingClientRect();
              return (
                box.width > 0.9 * (document.querySelector('main .page')?.clientWidth ?? 0) &&
                row.closest('article, form, dialog, details, .panel') === null
              );
            });
      const within = rows.flatMap((row) => {
        const first = [...row.querySelectorAll('*')]
          .map((one) => one.getBoundingClientRect())
          .filter((box) => box.width > 1)
          .map((box) => box.left)
          .sort((a, b) => a - b)[0];
        return first !== undefined && first - (start ?? 0) > 1
          ? [`${Math.round(first - (start ?? 0))} px: ${row.textContent?.trim().slice(0, 40)}`]
          : [];
      });
      const first = (): number =>
        Math.min(
          ...[...document.querySelectorAll('main *:not(.vh, .vh *)')]
            .filter((one) =>
              [...one.childNodes].some(
                (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
              ),
            )
            .map((one) => one.getBoundingClientRect())
            .filter((box) => box.width > 1)
            .map((box) => Math.round(box.left)),
        );
      const wide = document.querySelector('main .page') ? undefined : first();
      return {
        bar: words
          .map((box) =>
            [box.x, box.y, box.width, box.height].map((n) => Math.round(n * 10) / 10).join(' '),
          )
          .join(' | '),
        start,
        within,
        wide,
      };
    });
    places.set(screen.name, seen.bar);
    if (seen.start !== undefined) edges.set(screen.name, seen.start);
    expect(seen.within, screen.name).toEqual([]);
    if (seen.wide !== undefined && screen.path !== '/calendar') wides.set(screen.name, seen.wide);
  }
  // The account is at the window's end, with or without a scroll bar.
  expect(new Set(places.values()).size, JSON.stringify([...places], null, 1)).toBe(1);
  expect(new Set(edges.values()).size, JSON.stringify([...edges])).toBe(1);
  expect(new Set(wides.values()), JSON.stringify([...wides])).toEqual(new Set([24]));
});

describe.each(inShell())('on a phone: $name', (screen) => {
  test('screen fits the width, and targets are 24 px', async () => {
    const ann = await world.open('ann', screen.address(scene), { viewport: phone });
    await settled(ann.page);
    const seen = await targets(ann.page);
    expect(seen.measured).toBeGreaterThan(4);
    expect(await wider(ann.page)).toBe(0);
    expect(seen.small).toEqual([]);
  });
});

test('offline banner fits a phone’s width', async () => {
  const ann = await world.open('ann', '/', { viewport: { width: 320, height: 700 } });
  ann.expects(/.*/);
  await ann.live();
  await ann.context.setOffline(true);
  const banner = ann.page.getByText('Your browser is offline.');
  await banner.waitFor();
  const box = await banner.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
  expect(await wider(ann.page)).toBe(0);
});

// Backgrounds of other elements; the line of now and its time show the same.
const ground: RegExp[] = [/^div\.past$/];

describe.each(inShell())('in forced colours: $name', (screen) => {
  test('controls keep edges, marks are visible, axe finds nothing', async () => {
    const ann = await world.open('ann', screen.address(scene));
    await settled(ann.page);
    expect(
      (await vanished(ann.page)).filter((what) => !ground.some((one) => one.test(what))),
    ).toEqual([]);
    expect(await edgeless(ann.page)).toEqual([]);
    const marked = await ann.page.evaluate(() => {
      const here = document.querySelector('header nav a[aria-current]');
      return here === null ? 'none' : getComputedStyle(here, '::after').borderBottomWidth;
    });
    expect(['none', '2px']).toContain(marked);
    await ann.page.keyboard.press('Tab');
    await ann.page.keyboard.press('Tab');
    const focus = await ann.page.evaluate(
      () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
    );
    expect(focus).toBe('solid');
    expect(await findings(ann.page)).toEqual([]);
  });
});

test.each(['dark', 'light'] as const)(
  'chart figures use the system’s colour in forced colours: %s',
  async (colorScheme) => {
    const ann = await world.open('ann', '/fleet/gpu01', { forcedColors: 'active', colorScheme });
    const canvas = ann.page.getByRole('slider').locator('canvas');
    await canvas.waitFor();
    // Left of the plot only the labels are drawn. Checks for any pixel in that colour.
    await expect
      .poll(() =>
        canvas.evaluate((drawn: HTMLCanvasElement) => {
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = 'CanvasText';
          const wanted = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number);
          probe.remove();
          const [wide, high] = [36 * devicePixelRatio, drawn.height];
          const copy = new OffscreenCanvas(wide, high).getContext('2d', {
            willReadFrequently: true,
          });
          copy?.drawImage(drawn, 0, 0);
          const data = copy?.getImageData(0, 0, wide, high).data ?? [];
          for (let i = 0; i < data.length; i += 4)
            if (
              (data[i + 3] ?? 0) > 240 &&
              wanted.every((value, at) => Math.abs((data[i + at] ?? 0) - value) < 12)
            )
              return true;
          return false;
        }),
      )
      .toBe(true);
  },
);

test('search matches are visible in forced colours', async () => {
  const ann = await world.open('ann', '/', { forcedColors: 'active' });
  await settled(ann.page);
  await ann.page.keyboard.press('Control+k');
  await ann.palette.fill('gpu0');
  const mark = ann.page.getByRole('dialog').locator('mark').first();
  await mark.waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await forceColours(ann.page, { colorScheme });
    const [found, around] = await mark.evaluate((one) =>
      [one, one.parentElement ?? one].map((element) => getComputedStyle(element).color),
    );
    expect(found, colorScheme).toBe(around);
  }
});

describe('messages', () => {
  const boxOf = async (page: Page, name: string) =>
    page
      .locator(name)
      .first()
      .evaluate((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return { left, top, right, bottom };
      });

  test('messages are above the bar at a phone’s foot', async () => {
    const own = await world
      .as('ann')
      .book(world.gpus('gpu02:1'), dayAt(3, 9), dayAt(3, 10), 'to be cancelled');
    const ann = await world.open('ann', `/reservations/${own.id}`, { viewport: phone });
    await settled(ann.page);
    await ann.page.getByRole('button', { name: 'Cancel it' }).click();
    await ann.page.getByText('Cancelled your booking “to be cancelled”').waitFor();
    const [toast, bar] = [
      await boxOf(ann.page, '.toast'),
      await boxOf(ann.page, 'nav:has(> [popovertarget])'),
    ];
    expect(toast.bottom).toBeLessThanOrEqual(bar.top);
  });

  test('messages move aside for floating boxes', async () => {
    const own = await world
      .as('ann')
      .book(world.gpus('gpu02:1'), dayAt(3, 11), dayAt(3, 12), 'to be cancelled too');
    const ann = await world.open('ann', `/reservations/${own.id}`);
    await settled(ann.page);
    await ann.page.getByRole('button', { name: 'Cancel it' }).click();
    await ann.page.getByText('Cancelled your booking “to be cancelled too”').waitFor();
    await ann.page.getByText('What happened').first().hover(); // not on the message
    // A stand-in for a popover, at the message's position.
    await ann.page.evaluate(() => {
      const box = document.createElement('div');
      box.className = 'panel';
      box.style.setProperty('position', 'fixed');
      box.style.setProperty('inset', 'auto 600px 10px 600px');
      box.style.setProperty('block-size', '200px');
      document.body.append(box);
    });
    const floating = await boxOf(ann.page, 'body > .panel:last-child');
    await expect
      .poll(async () => {
        const toast = await boxOf(ann.page, '.toast');
        return (
          toast.right <= floating.left ||
          toast.left >= floating.right ||
          toast.bottom <= floating.top
        );
      })
      .toBe(true);
  });
});
