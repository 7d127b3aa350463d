/* How the dashboard and the API's reference are built: hashed names in hex (the server caches by them), relative references
   (it may live under a path prefix), and a proxy to a running dibsd for `vite` while developing. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.DIBS_SERVER ?? 'http://127.0.0.1:8080';

// The style of the pages that the server writes itself: it knows no hashed name.
const problems = 'problems.css';

export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: {
    outDir: process.env.DIBS_DASHBOARD_OUT ?? '../../build/dashboard',
    emptyOutDir: true,
    manifest: true, // in a hidden folder, which the server skips
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1700, // the reference's viewer, which no page of the dashboard loads
    rolldownOptions: {
      input: ['index.html', 'api.html', `src/style/${problems}`],
      output: {
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:12].js',
        chunkFileNames: 'assets/[name]-[hash:12].js',
        assetFileNames: (asset) => (asset.names.includes(problems) ? problems : 'assets/[name]-[hash:12][extname]'),
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
