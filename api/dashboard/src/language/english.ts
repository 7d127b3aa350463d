/* The English texts that the page has so far: each part in `en/` adds its own when it is loaded. */
import type { Message } from './message';

export const texts: Partial<Record<string, Message>> = {};

export function english<const Part extends Record<string, Message>>(part: Part): Part {
  Object.assign(texts, part);
  return part;
}
