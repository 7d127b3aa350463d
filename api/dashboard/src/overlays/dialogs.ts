/* Dialogs that keys open over any screen: a file of its own, so that the page loads sooner. It is
   fetched when needed, and at rest, so that it works without a connection too. */
export { default as Help } from './Help.svelte';
export { default as Palette } from './Palette.svelte';
