/* The sentence about an event in English and of nobody in particular, as `dibs history` and `dibs audit export` have it. Pure. */
import english from '../../../sentences/en.json';
import type { Fact } from '../data/types';
import { fill } from './message';

export function plainText({ sentence: { key, arguments: given } }: Fact): string {
  const sentences: Partial<Record<string, string>> = english;
  const texts = Object.values(given).map(({ text }) => text);
  const words = Object.hasOwn(sentences, key) ? sentences[key] : undefined;
  if (words === undefined) return texts.length === 0 ? key : `${key}: ${texts.join(', ')}`;
  return fill(
    words,
    'en',
    Object.fromEntries(Object.entries(given).map(([name, { text }]) => [name, text])),
  );
}
