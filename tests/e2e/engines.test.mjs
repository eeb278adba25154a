// The page in an engine other than Chromium, a little of everything: a game of each kind, one screen for two, no
// network, a server that goes and comes back, the size of a phone. ENGINE names the engine: firefox, webkit, or
// Chromium.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PHONE, setting, shot, startFiles } from './harness.mjs';
import { playOut, setUp } from './player.mjs';

const engine = process.env.ENGINE ?? 'chromium';
const { HASHES, HASHES_WASM } = process.env;
const here = setting({ server: true, files: true, worker: true });

/** Some answers. */
const some = (page, answers) => playOut(page, { until: (_, n) => n >= answers });

/** A table is not wider than the window, and no empty strip is kept for a scrollbar. */
async function fits(page, what) {
  const [wide, strip] = await page.evaluate(() => {
    const root = document.documentElement;
    return [root.scrollWidth - innerWidth, innerWidth - root.getBoundingClientRect().right];
  });
  assert.ok(wide <= 0, `${what} is not wider than the screen`);
  assert.ok(strip <= 0, `${what} reaches the right edge: ${strip}`);
}

test('the wasm engine computes the same hashes', { skip: !HASHES_WASM }, async () => {
  const page = await here.visitor();
  await page.goto(here.files.url);
  const [sizes, ...lines] = execFileSync(HASHES, ['1'], { encoding: 'utf8' }).trim().split('\n');
  const found = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const { hashes_games, hashes_play, hashes_state_size, hashes_view_size } = (await WebAssembly.instantiate(bytes))
      .instance.exports;
    const count = hashes_games(1);
    const all = Array.from({ length: count }, (_, i) =>
      BigInt.asUintN(64, hashes_play(i)).toString(16).padStart(16, '0'),
    );
    return [`${hashes_state_size()} ${hashes_view_size()} ${count}`, ...all];
  }, readFileSync(HASHES_WASM).toString('base64'));
  assert.deepEqual(found, [sizes, ...lines]);
});

for (const game of ['europe', 'metro'])
  test(`${game} against a bot`, async () => {
    const page = await here.visitor();
    await setUp(page, here.server.url, game, ['Ana', ':easy']);
    await some(page, 4);
    await fits(page, game);
    await shot(page, `${engine}-${game}`);
  });

test('two people at one screen', async () => {
  const page = await here.visitor();
  await setUp(page, here.server.url, 'paris', ['Ana', 'Bruno']);
  const seen = new Set();
  await playOut(page, { until: (now, n) => (seen.add(now.kind), n >= 6) });
  assert.ok(seen.has('hand-over') && seen.has('turn'), [...seen].join());
});

// WebKit under automation keeps nothing, so it has no service worker: there only an open game goes on.
const keeps = engine !== 'webkit';

test(keeps ? 'without a network after the first visit' : 'a game goes on without a network', async (t) => {
  const host = await startFiles();
  let up = true;
  const stop = async () => up && ((up = false), host.stop());
  t.after(stop);
  const page = await here.visitor();
  await page.goto(host.url);
  if (keeps) {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload(); // now the worker answers for the page
    await page.getByRole('heading', { name: 'andén' }).waitFor();
    await stop();
    await page.reload();
  }
  await page.getByRole('button', { name: 'Play Europe now' }).click();
  await some(page, 1);
  await stop();
  await some(page, 2);
});

test('a server that goes and comes back', async () => {
  const server = await here.anotherServer();
  const page = await here.visitor({ name: 'Ana' });
  await page.goto(`${server.url}#/new/paris/online`);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByLabel('Who has seat 2').selectOption('easy');
  await page.getByText('bot, easy').waitFor();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await some(page, 2);
  if (keeps) await page.evaluate(() => navigator.serviceWorker.ready.then(() => true)); // later fetches would fail
  await server.kill();
  await page.getByRole('alert').filter({ hasText: 'Connection lost.' }).waitFor();
  await server.start();
  await page.getByRole('alert').filter({ hasText: 'Connection lost.' }).waitFor({ state: 'detached' });
  await some(page, 2);
});

test('a dialog keeps all the rest away, and gives the focus back', async () => {
  const page = await here.visitor();
  await setUp(page, here.server.url, 'europe', ['Ana', ':easy']);
  await some(page, 1);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Give up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give up this game?' });
  await dialog.waitFor();
  const inside = () => page.evaluate(() => document.querySelector('dialog').contains(document.activeElement));
  assert.ok(await inside(), 'it has the focus');
  for (const key of ['m', '?', 't']) await page.keyboard.press(key);
  assert.equal(await page.getByRole('menu').count(), 0);
  assert.ok(
    await page.evaluate(() => document.elementFromPoint(20, innerHeight / 2) === document.querySelector('dialog')),
    'it takes the clicks beside it',
  );
  assert.ok(await inside(), 'keys of the game do nothing');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Menu');
});

test('a question without a way out stays, whatever is pressed', async () => {
  const page = await here.visitor();
  await setUp(page, here.server.url, 'europe', ['Ana', 'Bruno']);
  const dialog = page.getByRole('dialog', { name: 'Ana’s turn' });
  await dialog.waitFor();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'I am Ana' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('the size of a phone', async () => {
  const page = await here.visitor({ size: PHONE });
  await setUp(page, here.server.url, 'berlin', ['Ana', ':easy']);
  await some(page, 3);
  await fits(page, 'a game');
  await shot(page, `${engine}-phone`);
});
