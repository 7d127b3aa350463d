/* The linter of the dashboard and its tests: the recommended rules of ESLint, typescript-eslint and
   eslint-plugin-svelte. Prettier (package.json) owns the layout, svelte-check the types. */
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

const unusedOnPurpose = {
  argsIgnorePattern: '^_',
  destructuredArrayIgnorePattern: '^_',
  varsIgnorePattern: '^_',
};

export default defineConfig(
  globalIgnores(['**/generated/', '**/node_modules/']),
  js.configs.recommended,
  typescript.configs.recommended,
  svelte.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser } },
  },
  // TypeScript knows which names exist.
  { files: ['**/*.svelte', '**/*.ts'], rules: { 'no-undef': 'off' } },
  {
    files: ['**/*.js'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', unusedOnPurpose],
      // Maps and dates here are local values of a function, or are replaced as a whole in $state.raw.
      'svelte/prefer-svelte-reactivity': 'off',
      // {' '} and {' · '} keep spaces that the compiler would trim.
      'svelte/no-useless-mustaches': 'off',
    },
  },
);
