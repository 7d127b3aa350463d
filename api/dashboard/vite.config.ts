/* The build of the dashboard and the API's reference. File names have hashes in hex (the server
   caches by them), references are relative (for a path prefix), and a page has few files. In
   development `vite` has a proxy to a running dibsd. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { loadedWith } from './scripts/loaded_with.ts';

const server = process.env.DIBS_SERVER ?? 'http://127.0.0.1:8080';

// The style of the server's own pages: it has no hashed name, because the server does not know
// hashes.
const problems = 'problems.css';

// A first visit fetches the shell, the screen, and of the groups below those that the screen needs:
// few files with little unneeded code. The shell has the page's start, the modules that most
// screens share, and those that the calendar shares with others: it is the largest screen. A group
// includes its dependencies, unless an earlier group has them.
const { plugin: graph, entriesOf } = loadedWith();
const most = 5;
const start = /\/src\/parts\/picture\/([Pp]icture|Halves)\./; // pages without a session or without a host
const now =
  /\/src\/(parts\/(texts\/offer_text\.|fleet_now\/(?!used)|free_now\/|levels\/|panels\/(layout|new_panels|edit_right)\.|Figure|Fold)|data\/(live\/(boards|levels)|boards\/board_commands|bookings\/(offer_search|holders)|fleet\/server)\b|language\/en\/(fleet\/levels|bookings\/offers)\.)/; // current state, used by several screens, with totals and offers
const charts = /\/src\/parts\/chart\/(?!holds)/;
const panels = /\/src\/(parts\/panels|screens\/board\/draft)/;
const calendar =
  /\/src\/(screens\/calendar\/|language\/en\/bookings\/calendar|parts\/AdminConfirm\.)/; // with its lazy parts; another screen needs one of them too
const access = /\/src\/(screens\/access\/|language\/en\/people\/access|data\/access\/access\b)/; // likewise
const fields = /\/src\/(parts\/fields\/|language\/en\/fleet\/fields|data\/rules\/rule_commands)/; // loaded with the first form with fields, or that sets rules
const secrets =
  /\/src\/(parts\/credentials\/(SignInChoice|LinkOnce|NewPassword)\.|data\/people\/password_link\.|language\/en\/people\/(me|password_link|second_factor)\.)/; // dialogs of passwords, links and codes, and their texts
const usage = /\/src\/(screens\/usage\/|language\/en\/reports\/usage)/; // the ranking, the weekly page, and the parts below the ranking
const signing = /\/src\/screens\/sign_in\/SignInForm\./; // a file of its own: also needed when a session has ended
const changes =
  /\/src\/(screens\/reservation\/(OneChange|ProjectForm|ProtectionForm)\.|language\/en\/bookings\/(one_change|project_form|protection_form)\.)/; // forms of one property of a booking, loaded on demand
const ofOne = [
  start,
  signing,
  now,
  charts,
  panels,
  calendar,
  access,
  fields,
  secrets,
  usage,
  changes,
  /\/src\/language\/en\/(fleet\/chart|reports\/facts|boards\/panels|people\/picture)\./,
];
const rules = /\/src\/(data\/rules\/open_rules|language\/en\/fleet\/rules)\./; // small, and used on screens that share nothing else
const told = /\/(sentences\/en\.json|src\/language\/(fact|fact_words|en\/reports\/facts)\.)/; // the sentences of events: loaded with the screens that show them, though some lazy parts need them too
// Styles are in the shell where each would be a file of a few lines.
const styles =
  /\/src\/(parts|overlays|app\/BottomBar|screens\/wall|screens\/board\/Board|screens\/(sign_in\/SignInForm|access\/groups\/GroupLevel|system\/(AddHost|GpuHealth|HealthDialog|RulesDialog|EnforcementDialog|StepsField))).*lang\.css$|\/uplot\/.*\.css$/;

function inShell(id: string): boolean {
  const entries = [...entriesOf(id)];
  if (
    styles.test(id) ||
    rules.test(id) ||
    id.includes('/data/live/access_news') ||
    (!id.endsWith('.html') && entries.some((entry) => entry.endsWith('/index.html')))
  )
    return true;
  if (entries.length < 2 || told.test(id) || ofOne.some((group) => group.test(id))) return false;
  return (
    entries.length >= most ||
    /\/@lucide\/|\/src\/(lib|page)\//.test(id) ||
    entries.some((entry) => entry.endsWith('/Calendar.svelte'))
  );
}

const groups = [
  { name: 'shell', test: inShell },
  { name: 'start', test: start },
  { name: 'now', test: now },
  {
    name: 'shared',
    minShareCount: 2,
    test: (id: string) => id.includes('/src/') && !ofOne.some((group) => group.test(id)),
  },
  { name: 'charts', test: charts },
  { name: 'panels', test: panels },
  { name: 'grid', minShareCount: 2, test: calendar },
  { name: 'grants', minShareCount: 2, test: access },
  { name: 'fields', test: fields },
  { name: 'secrets', minShareCount: 2, test: secrets },
  { name: 'usage', minShareCount: 2, test: usage },
  { name: 'changes', test: changes },
].map((group, i) => ({ ...group, priority: 100 - i }));

// The font of every screen is preloaded with the page, not once its style has loaded.
function preloadFont(page: string, font: RegExp): Plugin {
  return {
    name: 'dibs-preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle, path }) =>
        Object.keys(bundle ?? {})
          .filter((name) => path === page && font.test(name))
          .map((name) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
              href: `./${name}`,
            },
          })),
    },
  };
}

// The fonts' licences must be distributed with them.
function withLicences(...packages: string[]): Plugin {
  return {
    name: 'dibs-licences',
    generateBundle() {
      for (const name of packages) {
        const source = readFileSync(
          createRequire(import.meta.url).resolve(`${name}/LICENSE`),
          'utf8',
        );
        this.emitFile({
          type: 'asset',
          fileName: `licences/${name.split('/').at(-1) ?? name}.txt`,
          source,
        });
      }
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [
    svelte(),
    graph,
    preloadFont('/index.html', /inter-latin-wght-normal.*\.woff2$/),
    withLicences('@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'),
  ],
  build: {
    outDir: process.env.DIBS_DASHBOARD_OUT ?? '../../build/dashboard',
    emptyOutDir: true,
    manifest: true, // in a hidden folder, which the server skips
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1700, // the reference's viewer, which no page of the dashboard loads
    rolldownOptions: {
      // With it, screens with lazy parts would need one more file: the bundler's own runtime.
      experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
      input: ['index.html', 'api.html', `src/style/${problems}`],
      output: {
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:12].js',
        chunkFileNames: 'assets/[name]-[hash:12].js',
        assetFileNames: (asset) =>
          asset.names.includes(problems) ? problems : 'assets/[name]-[hash:12][extname]',
        codeSplitting: { groups },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { setupFiles: ['src/language/en.ts'], include: ['src/**/*.test.ts'], environment: 'node' },
});
