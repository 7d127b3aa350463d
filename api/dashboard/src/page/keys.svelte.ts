/* The keys of the screen that is shown, for the help (`?`) to list; and whether a key is typed text. */
import type { Key } from '../language/t.svelte';

export interface KeyHelp {
  keys: string;
  text: Key;
}

let ofScreen = $state.raw<readonly KeyHelp[]>([]);

/** `$effect(() => screenKeys([...]))`: shown in the help while the screen is there. */
export function screenKeys(keys: readonly KeyHelp[]): () => void {
  ofScreen = keys;
  return () => {
    if (ofScreen === keys) ofScreen = [];
  };
}

export function keysOfScreen(): readonly KeyHelp[] {
  return ofScreen;
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
