// The check of the shuffle in the page's module: it accepts the log of doc/notation.md and refuses a changed one.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { verifyLog } from '../core/verify';
import { loadModule } from '../core/wasm';

let log = '';

beforeAll(async () => {
  await loadModule(readFileSync('generated/anden.wasm'));
  const page = readFileSync('../doc/notation.md', 'utf8');
  log = [...page.matchAll(/```log\n(.*?)```/gs)].map((m) => m[1] ?? '').find((x) => x.includes('seed-hash')) ?? '';
  expect(log).not.toBe('');
});

test('a fair log, with the hash that was promised', async () => {
  const verdict = await verifyLog(log, null, 'en');
  expect(verdict).toMatchObject({ ok: true, hash: /^seed-hash (\w{64})$/m.exec(log)?.[1] });
  expect(verdict.ok && verdict.chance).toBeGreaterThan(0);
});

test.each([
  ['deal aacb', 'deal aaaa', 'another event of chance'],
  ['seed 5eed', 'seed 5eec', 'does not have the hash'],
  ['\nseed ', '\n# ', 'no seed'],
])('%j for %j is found', async (old, wrong, words) => {
  const verdict = await verifyLog(log.replace(old, wrong), null, 'en');
  expect(verdict.ok).toBe(false);
  expect(!verdict.ok && verdict.message).toContain(words);
});

test('an unknown board is refused in the language of the person', async () => {
  const verdict = await verifyLog(log.replaceAll(/^(game|board) .*$/gm, '$1 atlantis'), null, 'es');
  expect(!verdict.ok && verdict.message).toContain('atlantis');
  expect(!verdict.ok && verdict.message).toContain('tablero');
});
