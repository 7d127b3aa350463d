/* The texts about an unused booking, and the buttons that keep it: a file of its own, fetched when
   there is such a booking. */
export { default as KeepButtons } from './KeepButtons.svelte';
export { idleFrees, idleText, keptText } from './words';
