/* What keys open over any screen: a file of its own, so that the page is there sooner. It is fetched when it is
   needed, and at rest, so that it is there without a connection too. */
export { default as Help } from './Help.svelte';
export { default as Palette } from './Palette.svelte';
