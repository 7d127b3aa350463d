/* How the dashboard and the API's reference are built: hashed names in hex (the server caches by them), relative references
   (it may live under a path prefix), few files a page, and a proxy to a running dibsd for `vite` while developing. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { loadedWith } from './scripts/loaded_with.ts';

const server = process.env.DIBS_SERVER ?? 'http://127.0.0.1:8080';

// The style of the pages that the server writes itself: it knows no hashed name.
const problems = 'problems.css';

// A first visit fetches the shell, the screen, and of the groups below those that the screen needs: few files, and little in
// them that is not for it. The shell has what the page begins with, what most screens share, and what the calendar shares with
// others: it is the largest screen. What a group needs is in it, unless a group before it has that.
const { plugin: graph, entriesOf } = loadedWith();
const most = 5;
const start = /\/src\/parts\/([Pp]icture|Halves)\./; // who is not signed in, and who has no host yet
const now = /\/src\/(parts\/(offer_text\.|fleet_now\/(?!used)|free_now\/|levels\/|panels\/(layout|new_panels|edit_right)\.|Figure|Fold)|data\/(live\/(boards|levels)|board_commands|offer_search|server|holders)\b|language\/en\/(levels|offers)\.)/; // what is now, and on some of its screens what counts; with offers and what they say
const charts = /\/src\/parts\/chart\/(?!holds)/;
const panels = /\/src\/(parts\/panels|screens\/board\/draft)/;
const calendar = /\/src\/(screens\/calendar\/|language\/en\/calendar|parts\/AdminConfirm\.)/; // it, and its later parts; one of them is asked for elsewhere too
const access = /\/src\/(screens\/access\/|language\/en\/access|data\/access\b)/; // the same
const fields = /\/src\/(parts\/fields\/|language\/en\/fields|data\/rule_commands)/; // with the first form that has some, or sets rules
const secrets = /\/src\/(parts\/(SignInChoice|LinkOnce|NewPassword)\.|data\/password_link\.|language\/en\/(me|password_link|second_factor)\.)/; // dialogs of passwords, links and codes, and what is said beside them
const usage = /\/src\/(screens\/usage\/|language\/en\/usage)/; // the ranking, the weekly page, and what comes below the ranking
const signing = /\/src\/screens\/sign_in\/SignInForm\./; // a file of its own: of whose session has ended too
const changes = /\/src\/(screens\/reservation\/(OneChange|ProjectForm|ProtectionForm)\.|language\/en\/(one_change|project_form|protection_form)\.)/; // forms of one thing of a booking, when one is asked for
const ofOne = [start, signing, now, charts, panels, calendar, access, fields, secrets, usage, changes, /\/src\/language\/en\/(chart|facts|panels|picture)\./];
const rules = /\/src\/(data\/open_rules|language\/en\/rules)\./; // small, and said on screens that share nothing else
const told = /\/(sentences\/en\.json|src\/language\/(fact|fact_words|en\/facts)\.)/; // what happened, in sentences: of the screens that tell it, though some of their later parts do too
// Styles come with the shell where each would be a file for a few lines.
const styles = /\/src\/(parts|overlays|app\/BottomBar|screens\/wall|screens\/board\/Board|screens\/(sign_in\/SignInForm|access\/GroupLevel|system\/(AddHost|GpuHealth|HealthDialog|RulesDialog|EnforcementDialog|StepsField))).*lang\.css$|\/uplot\/.*\.css$/;

function inShell(id: string): boolean {
  const entries = [...entriesOf(id)];
  if (styles.test(id) || rules.test(id) || id.includes('/data/live/access_news') || (!id.endsWith('.html') && entries.some((entry) => entry.endsWith('/index.html')))) return true;
  if (entries.length < 2 || told.test(id) || ofOne.some((group) => group.test(id))) return false;
  return entries.length >= most || /\/@lucide\/|\/src\/(lib|page)\//.test(id) || entries.some((entry) => entry.endsWith('/Calendar.svelte'));
}

const groups = [
  { name: 'shell', test: inShell },
  { name: 'start', test: start },
  { name: 'now', test: now },
  { name: 'shared', minShareCount: 2, test: (id: string) => id.includes('/src/') && !ofOne.some((group) => group.test(id)) },
  { name: 'charts', test: charts },
  { name: 'panels', test: panels },
  { name: 'grid', minShareCount: 2, test: calendar },
  { name: 'grants', minShareCount: 2, test: access },
  { name: 'fields', test: fields },
  { name: 'secrets', minShareCount: 2, test: secrets },
  { name: 'usage', minShareCount: 2, test: usage },
  { name: 'changes', test: changes },
].map((group, i) => ({ ...group, priority: 100 - i }));

// The font that every screen shows is asked for with the page, not when its style has come.
function preloadFont(page: string, font: RegExp): Plugin {
  return {
    name: 'dibs-preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle, path }) =>
        Object.keys(bundle ?? {})
          .filter((name) => path === page && font.test(name))
          .map((name) => ({ tag: 'link', injectTo: 'head', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${name}` } })),
    },
  };
}

// The licence of the fonts asks to go where they go.
function withLicences(...packages: string[]): Plugin {
  return {
    name: 'dibs-licences',
    generateBundle() {
      for (const name of packages) {
        const source = readFileSync(createRequire(import.meta.url).resolve(`${name}/LICENSE`), 'utf8');
        this.emitFile({ type: 'asset', fileName: `licences/${name.split('/').at(-1) ?? name}.txt`, source });
      }
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), graph, preloadFont('/index.html', /inter-latin-wght-normal.*\.woff2$/), withLicences('@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono')],
  build: {
    outDir: process.env.DIBS_DASHBOARD_OUT ?? '../../build/dashboard',
    emptyOutDir: true,
    manifest: true, // in a hidden folder, which the server skips
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1700, // the reference's viewer, which no page of the dashboard loads
    rolldownOptions: {
      // It would give screens with later parts one file more: the bundler's own runtime.
      experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
      input: ['index.html', 'api.html', `src/style/${problems}`],
      output: {
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:12].js',
        chunkFileNames: 'assets/[name]-[hash:12].js',
        assetFileNames: (asset) => (asset.names.includes(problems) ? problems : 'assets/[name]-[hash:12][extname]'),
        codeSplitting: { groups },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { setupFiles: ['src/language/en.ts'], include: ['src/**/*.test.ts'], environment: 'node' },
});
