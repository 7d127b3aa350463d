/* The screen reader's view of a page: Chromium's accessibility tree, and the announcements of live
   regions. */
import type { Page } from 'playwright-core';

interface Told {
  ignored: boolean;
  role?: { value: string };
  name?: { value?: string };
  properties?: { name: string; value: { value: unknown } }[];
}

export interface Read {
  images: number;
  /** Exposed images without a name. */
  nameless: string[];
  /** The levels of the headings, in order. */
  levels: number[];
}

const isImage = (role: string): boolean => /^(image|img|graphics-|SvgRoot|Canvas)/.test(role);

export async function readAloud(page: Page): Promise<Read> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Told[] };
  await session.detach();
  const told = nodes.filter((node) => !node.ignored);
  const images = told.filter((node) => isImage(node.role?.value ?? ''));
  const level = (node: Told): number =>
    Number(node.properties?.find((one) => one.name === 'level')?.value.value ?? 0);
  return {
    images: images.length,
    nameless: images
      .filter((node) => (node.name?.value ?? '').trim() === '')
      .map((node) => node.role?.value ?? ''),
    levels: told.filter((node) => node.role?.value === 'heading').map(level),
  };
}

/** Missing levels on the way down: a third-level heading below a first-level one. */
export const skipped = (levels: readonly number[]): number[] =>
  levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1);

/** From now on `window.told` has the announcements of live regions, `window.moved` the elements
    that moved. */
export const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = Object.assign(globalThis, { told: [] as string[], moved: [] as string[] });
    const named = (node: Node | null): string => {
      const one = node instanceof Element ? node : node?.parentElement;
      return one
        ? `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''} “${one.textContent?.trim().slice(0, 40) ?? ''}”`
        : '?';
    };
    const live =
      '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"], output';
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const one = target instanceof Element ? target : target.parentElement;
        const around = one?.closest(live);
        if (around && !one?.closest('[aria-hidden="true"]')) seen.told.push(named(around));
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[]) {
        seen.moved.push(
          `${entry.value.toFixed(4)} ${entry.sources.map((source) => named(source.node)).join(', ')}`,
        );
      }
    }).observe({ type: 'layout-shift' });
  });

export const watched = (page: Page): Promise<{ told: string[]; moved: string[] }> =>
  page.evaluate(() => {
    const { told, moved } = globalThis as unknown as { told: string[]; moved: string[] };
    return { told, moved };
  });
