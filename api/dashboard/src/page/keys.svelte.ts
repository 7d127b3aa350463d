/* The keys of the current screen, for the help (`?`); and whether a key is typed text. */
import type { Key } from '../language/t.svelte';

export interface KeyHelp {
  keys: string;
  text: Key;
}

let ofScreen = $state.raw<readonly KeyHelp[]>([]);

/** `$effect(() => screenKeys([...]))`: the help lists them while the screen is shown. */
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
