/* Svelte's compiler: runes everywhere, so that nothing of the older syntax slips in. */
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
};
