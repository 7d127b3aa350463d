/* After `vite build`: a .br and a .gz beside every text file that is worth it, for the server to
   choose from. The page itself stays plain: the server writes its path prefix into it.
   Prints what a first visit loads. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const out = process.env.DIBS_DASHBOARD_OUT ?? join(import.meta.dirname, '../../../build/dashboard');
const sizes = new Map();

for (const entry of readdirSync(out, { recursive: true })) {
  const file = join(out, entry);
  if (!statSync(file).isFile() || !/\.(js|css|svg|webmanifest)$/.test(entry)) continue;
  const bytes = readFileSync(file);
  const gzip = gzipSync(bytes, { level: 9 });
  sizes.set(entry.replaceAll('\\', '/'), gzip.length);
  if (bytes.length < 600) continue;
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  writeFileSync(`${file}.gz`, gzip);
  writeFileSync(`${file}.br`, brotli);
}

const page = readFileSync(join(out, 'index.html'), 'utf8');
const first = [...page.matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]);
const total = first.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
console.log(`first load: ${(total / 1024).toFixed(1)} KB of JavaScript, gzipped (${first.join(', ')})`);
