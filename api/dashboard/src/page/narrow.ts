/* Whether the page is as narrow as a phone, by the reader's font size; some screens are different
   then. `current` is reactive. */
import { MediaQuery } from 'svelte/reactivity';

export const narrow = new MediaQuery('max-width: 39.9375em');
