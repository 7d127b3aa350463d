/* Runs after `vite build`. Puts a .br and a .gz beside every text file that is worth it; the server
   chooses. The page itself stays plain: the server writes its path prefix into it. Prints what a
   first visit loads. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const out = process.env.DIBS_DASHBOARD_OUT ?? join(import.meta.dirname, '../../../build/dashboard');
const sizes = new Map();

for (const entry of readdirSync(out, { recursive: true })) {
  const file = join(out, entry);
  if (
    entry.startsWith('.') ||
    !statSync(file).isFile() ||
    !/\.(js|css|svg|webmanifest)$/.test(entry)
  )
    continue;
  const bytes = readFileSync(file);
  const gzip = gzipSync(bytes, { level: 9 });
  sizes.set(entry.replaceAll('\\', '/'), gzip.length);
  if (bytes.length < 600) continue;
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  writeFileSync(`${file}.gz`, gzip);
  writeFileSync(`${file}.br`, brotli);
}

// A first visit of Home waits for the page's own references, the screen, and the imports of both.
const manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8'));
const page = readFileSync(join(out, 'index.html'), 'utf8');
const needed = new Set(
  [...page.matchAll(/"\.\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]),
);
function need(name) {
  const chunk = manifest[name];
  needed.add(chunk.file);
  for (const style of chunk.css ?? []) needed.add(style);
  for (const other of chunk.imports ?? []) need(other);
}
need('src/screens/home/Home.svelte');
const total = [...needed].reduce((sum, file) => sum + sizes.get(file), 0) / 1024;
console.log(
  `A first visit of Home: ${needed.size} files, ${total.toFixed(1)} KB gzipped, beside the page and its font`,
);
