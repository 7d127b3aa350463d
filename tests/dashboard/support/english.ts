/* Finds English on a page in another language: texts of the page's English catalogue, and sentences
   of the server. Texts equal in both languages do not count. */
import type { Page } from 'playwright-core';
import rows from '../../../api/sentences/server/pl.json';
import { en, sentences } from '../../../api/dashboard/src/language/en';
import type { Message } from '../../../api/dashboard/src/language/message';
import { pl, sentences as polish } from '../../../api/dashboard/src/language/pl';

const textsOf = (message: Message): string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

/** The pattern of a text with {places}; null: it has no word of its own. */
function patternOf(text: string): RegExp | null {
  const parts = text.split(/\{\w+\}/);
  if (!/[a-z]{3}/.test(parts.join(' '))) return null;
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`,
    's',
  );
}

const foreign = new Set([...Object.values(pl).flatMap(textsOf), ...Object.values(polish)]);
const english = [
  ...Object.values(en).flatMap(textsOf),
  ...Object.values(sentences),
  ...Object.keys(rows).filter((key) => key.includes(' ')),
].filter((text) => !foreign.has(text));
const patterns = [...new Set(english)].flatMap((text) => patternOf(text) ?? []);
// A sentence of the server may be among other words: its longest part without a place.
const pieces = Object.keys(rows)
  .flatMap((text) =>
    text
      .split(/\{\w+\}/)
      .sort((a, b) => b.length - a.length)
      .slice(0, 1),
  )
  .filter((piece) => / .* /.test(piece.trim()));

/** All text of the page, and the names and hints of elements without text. */
async function said(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('script, style, [lang]:not(html)'))
        found.add(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll(
      '[aria-label], [title], [placeholder], [alt]',
    )) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        found.add(element.getAttribute(name) ?? '');
    }
    return [...found].map((text) => text.trim()).filter((text) => text !== '');
  });
}

/** English texts of the page; `names` are people's own words. */
export async function englishOn(page: Page, names: readonly string[] = []): Promise<string[]> {
  const texts = await said(page);
  return texts.filter(
    (text) =>
      !names.includes(text) &&
      (patterns.some((pattern) => pattern.test(text)) ||
        pieces.some((piece) => text.includes(piece))),
  );
}

const unit = String.raw`(?:GPU-h|GiB|MiB|kW|MHz|min|°C|[%Whsd])(?![\p{L}\p{N}-])`;
// A decimal point in a number, or a unit that may wrap to the next line.
const notPolish = new RegExp(String.raw`\d\.\d+\s${unit}|\d ${unit}`, 'u');

/** Figures with units in a format that is not Polish. */
export async function unpolishedOn(page: Page): Promise<string[]> {
  return (await said(page)).filter((text) => notPolish.test(text) && !/^dibs /.test(text));
}
