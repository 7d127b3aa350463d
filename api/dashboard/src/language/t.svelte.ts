/* The one way to a text: `t('home.title', { name })`. Keys are checked by the compiler, the language
   can change at any time. English is part of the page, others are loaded when they are chosen. */
import { en, type Catalogue } from './en';
import { fill, type Values } from './message';

export const languages = { en: 'English', pl: 'Polski' } as const;
export type Language = keyof typeof languages;
export type Key = keyof Catalogue;

let current = $state<Language>('en');
let catalogue = $state.raw<Catalogue>(en);

export function t(key: Key, values?: Values): string {
  return fill(catalogue[key], current, values);
}

/** "en" or "pl", for Intl and formats. */
export function language(): Language {
  return current;
}

export async function setLanguage(wanted: Language): Promise<void> {
  const loaded = wanted === 'pl' ? (await import('./pl')).pl : en;
  catalogue = loaded;
  current = wanted;
  if (typeof document !== 'undefined') document.documentElement.lang = wanted;
}

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}
