/* Whether the page is as narrow as a phone, by the size of the reader's letters, for what is another screen then.
   `current` is followed like a rune. */
import { MediaQuery } from 'svelte/reactivity';

export const narrow = new MediaQuery('max-width: 39.9375em');
