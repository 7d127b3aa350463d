/* What is said of a booking that nothing uses, and keeping it: a file of its own, fetched when there is such a booking. */
export { default as KeepButtons } from './KeepButtons.svelte';
export { idleFrees, idleText, keptText } from './words';
