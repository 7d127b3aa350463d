/* Sentences in pieces, so that the people they name can be more than text. */
import { tPieces, type Key } from './t.svelte';
import type { Values } from './message';

/** A part of a sentence; of a person with who it is. */
export interface Told {
  text: string;
  person?: string | undefined;
}

/** `people`: who stands in which place of the message; undefined: an account that nobody here has. */
export const tellOf = (
  key: Key,
  values: Values,
  people: Readonly<Record<string, string | undefined>>,
): Told[] =>
  tPieces(key, values).map(({ text, place }) => ({
    text,
    person: place === undefined ? undefined : people[place],
  }));

export const textOf = (pieces: readonly Told[]): string => pieces.map(({ text }) => text).join('');
