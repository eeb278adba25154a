// How the page is built: relative addresses, so that the folder works under any path of any static host; the service
// worker with its list of files; and compressed copies for servers that hand them out.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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
    .replace("'%FILES%'", JSON.stringify(files));
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

export default defineConfig({
  base: './',
  plugins: [svelte(), finish()],
  json: { namedExports: false }, // the catalogue has no names to import
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    manifest: true, // for the test of what a first visit loads
    rollupOptions: { output: { hashCharacters: 'base36' } },
  },
  worker: { format: 'es', rollupOptions: { output: { hashCharacters: 'base36' } } },
});
