// Whole games against bots without any network, all four, by mouse, from the home screen or the set-up to the score sheet. A click
// shows its effect with the next frame, and a bot that thinks hard does not hold up the page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shot, startBrowser, startFiles, visitor } from './harness.mjs';
import { mouse, next, pattern, playOut, setUp, soundSheet } from './player.mjs';

let browser, files;
before(async () => {
  [browser, files] = await Promise.all([startBrowser(), startFiles()]);
});
after(async () => {
  await browser?.close();
  await files?.stop();
});

/** A visitor whose network is gone after the first visit. */
async function cutOff() {
  const page = await visitor(browser);
  await page.goto(files.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // now the worker answers for the page
  await page.getByRole('heading', { name: 'andén' }).waitFor();
  await page.context().setOffline(true);
  return page;
}

async function game(name, seats) {
  const page = await cutOff();
  await setUp(page, files.url, name, seats);
  const answers = await playOut(page, { before: async (_, n) => (n === 12 ? shot(page, `${name}-desktop-light`) : undefined) });
  assert.ok(answers > 10, 'a whole game was played');
  const rows = await soundSheet(page, seats.length);
  assert.ok(rows.some((r) => r.name === 'Ana'));
  await shot(page, `${name}-end-desktop-light`);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
}

for (const [name, seats] of [
  ['berlin', ['Ana', ':easy']],
  ['paris', ['Ana', ':medium', ':easy']],
  ['metro', ['Ana', ':easy', ':medium', ':easy']],
  ['europe', ['Ana', ':easy']],
])
  test(`${name} against bots, without a network`, () => game(name, seats));
