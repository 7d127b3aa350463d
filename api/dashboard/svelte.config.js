/* Svelte's compiler: runes everywhere, so that no older syntax is accepted. */
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
};
