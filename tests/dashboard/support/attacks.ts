/* Texts that try to become code (attacks.json), and how a page shows that one ran. Each would set
   `xss`, open a dialog, or send a request to 127.0.0.2:9. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

export interface Attack {
  kind: string;
  text: string;
}

export const attacks = JSON.parse(
  readFileSync(join(import.meta.dirname, 'attacks.json'), 'utf8'),
) as Attack[];

/** Runs in the page before anything else: counts each time that `xss` is set, even if it is reset
    later. */
export const hears = `(() => {
  window.ran = 0;
  Object.defineProperty(window, 'xss', { configurable: false, get: () => undefined, set: () => { window.ran += 1; } });
  for (const name of ['alert', 'confirm', 'prompt']) window[name] = () => { window.ran += 1; };
})();`;

export const ran = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { ran: number }).ran);

/** Elements and attributes that Dibs's pages never have: text that became markup, whether or not it
    ran. */
export const foreignMarkup = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const elements = [...document.querySelectorAll('*')];
    for (const element of elements) {
      if (
        element.matches(
          'iframe, object, embed, base, meta[http-equiv=refresh], script:not([src]), math, marquee, foreignObject, animate',
        )
      )
        found.push(element.outerHTML.slice(0, 120));
      for (const { name, value } of element.attributes) {
        const address = [
          'href',
          'src',
          'action',
          'formaction',
          'data',
          'srcdoc',
          'poster',
          'background',
          'ping',
          'xlink:href',
        ].includes(name);
        const away =
          // eslint-disable-next-line no-control-regex -- browsers skip them before a scheme
          /^[\s\x00-\x1f]*(javascript|vbscript|data:text|data:image\/svg|feed|jar|view-source|file)[\s\S]*:?/i.test(
            value,
          ) || value.includes('127.0.0.2');
        if (
          name.startsWith('on') ||
          (address && away) ||
          (name === 'style' && value.includes('127.0.0.2'))
        )
          found.push(element.outerHTML.slice(0, 120));
      }
    }
    return found;
  });

/** Joins texts up to `most` characters; a longer text stays alone and uncut. */
export function packed(texts: readonly string[], most: number): string[] {
  const packs: string[] = [];
  for (const text of texts) {
    const last = packs.at(-1);
    if (last !== undefined && [...last, ...text].length < most)
      packs[packs.length - 1] = `${last} ${text}`;
    else packs.push(text);
  }
  return packs;
}
