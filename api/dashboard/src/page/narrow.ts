/* Whether the page is as narrow as a phone, for what is another screen then. `current` is followed like a rune. */
import { MediaQuery } from 'svelte/reactivity';

export const narrow = new MediaQuery('max-width: 639px');
