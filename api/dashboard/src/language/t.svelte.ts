/* The one way to a text: `t('home.title', { name })`. Keys are checked by the compiler, the language
   can change at any time. English is part of the page, others are loaded when they are chosen. */
import { en, sentences as english, type Catalogue, type Sentences } from './en';
import { fill, type Values } from './message';

export const languages = { en: 'English', pl: 'Polski' } as const;
export type Language = keyof typeof languages;
export type Key = keyof Catalogue;

let current = $state<Language>('en');
let catalogue = $state.raw<Catalogue>(en);
let sentences = $state.raw<Sentences>(english);

export function t(key: Key, values?: Values): string {
  return fill(catalogue[key], current, values);
}

/** The words of the sentence that the server calls so; undefined: it is newer than this page. */
export function wordsOf(sentence: string): string | undefined {
  return Object.hasOwn(sentences, sentence) ? sentences[sentence as keyof Sentences] : undefined;
}

/** "en" or "pl", for Intl and formats. */
export function language(): Language {
  return current;
}

export async function setLanguage(wanted: Language): Promise<void> {
  const polish = wanted === 'pl' ? await import('./pl') : undefined;
  catalogue = polish?.pl ?? en;
  sentences = polish?.sentences ?? english;
  current = wanted;
  if (typeof document !== 'undefined') document.documentElement.lang = wanted;
}

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}
