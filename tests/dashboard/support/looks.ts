/* Layout rules for any page: no wider than its window, targets large enough for a finger, edges in
   forced colours. Each function returns the faults, in words. */
import type { Page } from 'playwright-core';

/** Pixels by which the page is wider than its window. */
export const wider = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export interface Targets {
  measured: number;
  small: string[];
}

/** All targets, and those lower or narrower than 24 px (WCAG 2.2, 2.5.8). */
export const targets = (page: Page): Promise<Targets> =>
  page.evaluate(() => {
    const all = [
      ...document.querySelectorAll(
        'a, button, input, select, textarea, summary, [role="button"], [role="option"], [role="listitem"][tabindex]',
      ),
    ];
    const pressed = all.filter((one) => {
      const box = one.getBoundingClientRect();
      return (
        box.width > 1 &&
        box.height > 1 &&
        !one.classList.contains('vh') &&
        !one.classList.contains('skip') &&
        one.checkVisibility({ visibilityProperty: true })
      );
    });
    // Pressing a label presses its box.
    const area = (one: Element): Element =>
      one instanceof HTMLInputElement && /checkbox|radio/.test(one.type)
        ? (one.closest('label') ?? one)
        : one;
    const small = pressed.filter((one) => {
      const { width, height } = area(one).getBoundingClientRect();
      return width < 23.9 || height < 23.9;
    });
    const said = (one: Element): string => {
      const { width, height } = area(one).getBoundingClientRect();
      return `${one.tagName.toLowerCase()} “${one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 30) ?? ''}” ${width.toFixed(1)} x ${height.toFixed(1)}`;
    };
    return { measured: pressed.length, small: small.map(said) };
  });

/** In forced colours the browser removes backgrounds and shadows: only borders and outlines remain
    visible. */
export const edgeless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = (colour: string): boolean =>
      !/^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/.test(colour);
    const edged = (one: Element): boolean => {
      const style = getComputedStyle(one);
      const border =
        parseFloat(style.borderTopWidth) > 0 &&
        style.borderTopStyle !== 'none' &&
        seen(style.borderTopColor);
      return border || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0);
    };
    const must =
      '.btn:not(.btn-quiet):not(:disabled), .chip, .field, select:not(.field *), .seg > [aria-pressed="true"], .count, .who, kbd, dialog[open], .panel, [role="listitem"][data-reservation]';
    return [...document.querySelectorAll(must)]
      .filter(
        (one) =>
          one.getBoundingClientRect().width > 1 && !one.classList.contains('skip') && !edged(one),
      )
      .map(
        (one) => `${one.tagName}.${one.className} ${one.textContent?.trim().slice(0, 20) ?? ''}`,
      );
  });

/** Waits for the final state: all transitions, of a theme change too, are over. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map((one) => one.finished));
  });
}

/** Turns forced colours on, and waits until they have replaced those of the style sheets. */
export async function forceColours(
  page: Page,
  media: { colorScheme?: 'light' | 'dark' } = {},
): Promise<void> {
  await page.emulateMedia({ ...media, forcedColors: 'active' });
  await page.waitForFunction(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'rgb(1, 2, 3)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color !== 'rgb(1, 2, 3)';
  });
}

/** Shapes drawn by a fill alone, without words, that are missing in forced colours: marks, bars,
    dots. The page has normal colours at the call, and forced ones afterwards. */
export async function vanished(page: Page): Promise<string[]> {
  const pseudos = ['', '::before', '::after'] as const;
  await page.evaluate((parts) => {
    const filled = (style: CSSStyleDeclaration): boolean =>
      !/^rgba\(\d+, \d+, \d+, 0\)$/.test(style.backgroundColor) ||
      /gradient/.test(style.backgroundImage);
    for (const one of document.querySelectorAll('body *:not(svg *)')) {
      const found = parts.filter((part) => {
        const style = getComputedStyle(one, part === '' ? null : part);
        if (!filled(style) || style.display === 'none' || style.visibility === 'hidden')
          return false;
        const alone =
          part === ''
            ? one.childElementCount === 0 && (one.textContent ?? '').trim() === ''
            : style.content === '""';
        const { width, height } =
          part === ''
            ? one.getBoundingClientRect()
            : { width: parseFloat(style.width), height: parseFloat(style.height) };
        return (
          alone &&
          width > 0 &&
          height > 0 &&
          !/^(input|select|button|canvas|img|option)$/i.test(one.tagName)
        );
      });
      if (found.length > 0)
        one.setAttribute('data-filled', found.join(' ') === '' ? 'itself' : found.join(' '));
    }
  }, pseudos);
  await forceColours(page);
  await still(page);
  const gone = await page.evaluate(() => {
    const edged = (style: CSSStyleDeclaration): boolean =>
      ['Top', 'Bottom', 'Left', 'Right'].some(
        (side) => parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) > 0,
      ) ||
      (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0);
    const probe = document.createElement('i');
    probe.style.setProperty('background-color', 'Canvas');
    document.body.append(probe);
    const canvas = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return [...document.querySelectorAll('[data-filled]')].flatMap((one) => {
      const parts = (one.getAttribute('data-filled') ?? '')
        .split(' ')
        .map((part) => (part === 'itself' || part === '' ? null : part));
      return parts
        .filter((part) => {
          const style = getComputedStyle(one, part);
          const filled =
            style.backgroundColor !== canvas &&
            !/^rgba\(\d+, \d+, \d+, 0\)$/.test(style.backgroundColor);
          return style.forcedColorAdjust !== 'none' && !filled && !edged(style);
        })
        .map(
          (part) =>
            `${one.tagName.toLowerCase()}.${(one.getAttribute('class') ?? '').replaceAll(/ ?svelte-\w+/g, '')}${part ?? ''}`,
        );
    });
  });
  return [...new Set(gone)];
}
