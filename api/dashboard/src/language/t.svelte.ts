/* The one way to a text: `t('app.name', { name })`. Keys are checked by the compiler, the language can
   change at any time. English comes part by part with the code that uses it, others whole when they are chosen. */
import type { Catalogue, Sentences } from './en';
import { texts } from './english';
import type { Reader } from '../lib/format';
import { fill, piecesOf, type Message, type Piece, type Values } from './message';
import type { Telling } from './said';

export const languages = { en: 'English', pl: 'Polski' } as const;
export type Language = keyof typeof languages;
export type Key = keyof Catalogue;

let current = $state<Language>('en');
let catalogue = $state.raw<Partial<Record<string, Message>>>(texts);
let sentences = $state.raw<Sentences>();
let told = $state.raw<Telling>((text) => text);

export function t(key: Key, values?: Values): string {
  return fill(messageOf(key), current, values);
}

// What is missing is told where tests look; what stands there still says something: "freeNow" of "home.freeNow", as words.
function messageOf(key: Key): Message {
  const message = catalogue[key];
  if (message !== undefined) return message;
  console.error(`No text for ${key}: its part of the catalogue was not loaded.`);
  return (key.split('.').at(-1) ?? key).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The same in pieces, where what stands in a place is more than its text. */
export function tPieces(key: Key, values?: Values): Piece[] {
  return piecesOf(messageOf(key), current, values);
}

/** Is it a key that has a text here? */
export function isKey(text: string): text is Key {
  return Object.hasOwn(catalogue, text);
}

/** The sentences about events in the language of the page; undefined: the English ones. */
export function ownSentences(): Sentences | undefined {
  return sentences;
}

/** What the server says in English, in the language of the page; as it is, where that has no words for it. */
export function said(text: string, reader: Reader = { language: current, zone: 'UTC' }): string {
  return told(text, reader);
}

/** "en" or "pl", for Intl and formats. */
export function language(): Language {
  return current;
}

export async function setLanguage(wanted: Language): Promise<void> {
  const polish = wanted === 'pl' ? await import('./pl') : undefined;
  catalogue = polish?.pl ?? texts;
  sentences = polish?.sentences;
  told = polish?.told ?? ((text) => text);
  current = wanted;
  if (typeof document !== 'undefined') document.documentElement.lang = wanted;
}

/** The first that the page has, of what a browser asks for ("pl-PL", "en-GB"). */
export function languageAmong(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';
}

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}
