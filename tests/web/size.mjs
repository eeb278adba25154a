// How much a first visit loads, compressed with gzip: the page up to its first screen, and the engine. Fails above the limit.
//
// Usage: node size.mjs DIST
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMIT = 235 * 1024;
// A browser that keeps the page for later asks for every file: once, for the pages that need it at once and for the
// service worker together, and for three of them twice (tests/e2e/visit.test.mjs counts 40 requests at most).
const FILES = 36;
const dist = process.argv[2];
const manifestPath = join(dist ?? '', '.vite/manifest.json');
if (!dist || !existsSync(manifestPath)) {
  console.log(`Bail out! There is no page in ${dist}: build it first.`);
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));

// What the first screen needs: its chunks with their styles and pictures, without what is imported later.
const needed = new Set(['index.html']);
const seen = new Set();
function follow(key) {
  if (seen.has(key)) return;
  seen.add(key);
  const chunk = manifest[key];
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) needed.add(file);
  for (const next of chunk.imports ?? []) follow(next);
}
follow('index.html');
// The engine comes with it, and the worker in which games on this device are played.
for (const file of readdirSync(join(dist, 'assets')))
  if (/\.wasm$|^worker-[^.]*\.js$/.test(file)) needed.add('assets/' + file);

const size = (file) => {
  const bytes = readFileSync(join(dist, file));
  return /\.(woff2|png)$/.test(file) ? bytes.length : gzipSync(bytes, { level: 9 }).length;
};
const rows = [...needed].map((file) => [size(file), file]).sort((a, b) => b[0] - a[0]);
const total = rows.reduce((sum, [n]) => sum + n, 0);
const engine = rows.some(([, file]) => file.endsWith('.wasm'));
const count = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !/^\.|\.(br|gz)$/.test(name))
    .reduce((sum, entry) => sum + (entry.isDirectory() ? count(join(folder, entry.name)) : 1), 0);
const files = count(dist);
console.log('TAP version 13\n1..3');
for (const [n, file] of rows) console.log(`# ${(n / 1024).toFixed(1).padStart(7)} KB  ${file}`);
console.log(`${engine ? 'ok' : 'not ok'} 1 - the engine is in the built page`);
console.log(
  `${total < LIMIT ? 'ok' : 'not ok'} 2 - a first visit loads ${(total / 1024).toFixed(1)} KB, less than ${LIMIT / 1024} KB`,
);
console.log(`${files <= FILES ? 'ok' : 'not ok'} 3 - the page has ${files} files, at most ${FILES}`);
process.exit(engine && total < LIMIT && files <= FILES ? 0 : 1);
