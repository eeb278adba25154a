// How the page is built: relative addresses, so that the folder works under any path of any static host; few files, so
// that a first visit makes few requests; the service worker with its list of files; and compressed copies for servers
// that hand them out.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { ManualChunkMeta } from 'rollup';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const COMPRESSES = /\.(html|js|css|svg|json|wasm|webmanifest|txt)$/;

/** The files of a folder that are served: all except hidden ones. */
function filesOf(folder: string, under = ''): string[] {
  const entries = readdirSync(join(folder, under), { withFileTypes: true });
  return entries
    .filter((entry) => !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const path = under ? `${under}/${entry.name}` : entry.name;
      return entry.isDirectory() ? filesOf(folder, path) : [path];
    });
}

/** What only a host or a system asks for, when somebody installs the page. */
const APART = /^icon-(maskable-)?512\.png$/;

/** Writes sw.js: a change of any file makes a new version of it. */
function serviceWorker(folder: string): void {
  const files = filesOf(folder).sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(folder, file)));
  const text = readFileSync(join(here, 'sw.js'), 'utf8')
    .replace('%VERSION%', hash.digest('hex').slice(0, 16))
    .replace("'%FILES%'", JSON.stringify(files.filter((file) => !APART.test(file))));
  writeFileSync(join(folder, 'sw.js'), text);
}

/** The licences of what the built page contains. */
function licences(folder: string): void {
  const parts = {
    Andén: '../LICENSE',
    'Sofia Sans, the typeface': 'node_modules/@fontsource-variable/sofia-sans-semi-condensed/LICENSE',
    'Svelte, the library': 'node_modules/svelte/LICENSE.md',
  };
  writeFileSync(
    join(folder, 'licences.txt'),
    Object.entries(parts)
      .map(
        ([name, path]) => `${name}\n${'='.repeat(name.length)}\n\n${readFileSync(join(here, path), 'utf8').trim()}\n`,
      )
      .join('\n\n'),
  );
}

function compress(folder: string): void {
  for (const file of filesOf(folder).filter((f) => COMPRESSES.test(f))) {
    const bytes = readFileSync(join(folder, file));
    writeFileSync(join(folder, file + '.gz'), gzipSync(bytes, { level: 9 }));
    writeFileSync(
      join(folder, file + '.br'),
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    );
  }
}

function finish(): Plugin {
  let folder = '';
  return {
    name: 'anden-finish',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      licences(folder);
      serviceWorker(folder);
      compress(folder);
    },
  };
}

/** The chunks beside the one that the first screen needs: what is used together, by the beginning of a module's path. What
 *  is in 'alone' is a chunk of its own, loaded when it is needed: a language, the ground or the cards of a board. */
const CHUNKS: readonly (readonly [chunk: string, under: RegExp])[] = [
  ['alone', /^(generated\/|ui\/assets\/(ground\/|cards\/\w+(\.ts|\/)))/],
  ['home', /^ui\/home\/(?!picture|files|GameList|AllGames)/],
  ['map', /^(ui\/map\/|ui\/routes\/(RouteBalance|findings)|\.\.\/)/],
  ['end', /^ui\/(end\/|replay\/|home\/picture|routes\/RouteSheet|metro\/MetroSheet)/],
  ['routes', /^ui\/(routes\/|assets\/cards\/)/],
  ['metro', /^ui\/metro\//],
  ['online', /^ui\/(online\/\w+\.svelte$|online\/account\/|setup\/)/],
  ['table', /^ui\/(table|text|learn)\//],
  ['common', /./],
];
/** Parts of Svelte that the first screen does without. */
const LATER =
  /svelte\/src\/internal\/(client\/(loop|timing|dom\/(elements\/(bindings\/(window|this|size|input)|transitions|actions)|legacy\/misc|blocks\/svelte-element))|shared\/clone)\.js/;

function chunkOf(id: string, { getModuleIds, getModuleInfo }: ManualChunkMeta): string | undefined {
  const reaches = (start: string): Set<string> => {
    const found = new Set([...getModuleIds()].filter((module) => module === join(here, start)));
    for (const module of found) for (const next of getModuleInfo(module)?.importedIds ?? []) found.add(next);
    return found;
  };
  if (reaches('index.html').has(id)) return LATER.test(id) ? 'common' : undefined;
  if (reaches('ui/families.ts').has(id)) return 'common';
  const chunk = CHUNKS.find(([, under]) => under.test(relative(here, id)))?.[0];
  return chunk === 'alone' ? undefined : chunk;
}

export default defineConfig({
  base: './',
  plugins: [svelte(), finish()],
  json: { namedExports: false }, // the catalogue has no names to import
  build: {
    target: 'es2022',
    assetsInlineLimit: (file) => file.endsWith('.svg'), // small pictures come with what shows them
    modulePreload: { polyfill: false },
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    manifest: true, // for the test of what a first visit loads
    rollupOptions: {
      onwarn(warning, warn) {
        if (warning.code === 'CIRCULAR_CHUNK') throw new Error(warning.message); // it would load too much, too early
        warn(warning);
      },
      output: { hashCharacters: 'base36', manualChunks: chunkOf, onlyExplicitManualChunks: true },
    },
  },
  worker: { format: 'es', rollupOptions: { output: { hashCharacters: 'base36' } } },
});
