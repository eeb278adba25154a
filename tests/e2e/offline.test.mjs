// Whole games against bots without any network, all four, by mouse, from the set-up to the score sheet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setting, shot } from './harness.mjs';
import { playOut, setUp, soundSheet } from './player.mjs';

const here = setting({ files: true });

/** A visitor whose network is gone after the first visit. */
async function cutOff() {
  const page = await here.visitor();
  await page.goto(here.files.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // now the worker answers for the page
  await page.getByRole('heading', { name: 'andén' }).waitFor();
  await page.context().setOffline(true);
  return page;
}

async function game(name, seats) {
  const page = await cutOff();
  await setUp(page, here.files.url, name, seats);
  const answers = await playOut(page, { before: async (_, n) => (n === 12 ? shot(page, `${name}-desktop-light`) : undefined) });
  assert.ok(answers >= 10, 'a whole game was played');
  const rows = await soundSheet(page, seats.length);
  assert.ok(rows.some((r) => r.name === 'Ana'));
  await shot(page, `${name}-end-desktop-light`);
}

for (const [name, seats] of [
  ['berlin', ['Ana', ':medium', ':easy', ':medium']],
  ['paris', ['Ana', ':medium', ':easy']],
  ['metro', ['Ana', ':easy', ':medium', ':easy', ':easy', ':hard']],
  ['europe', ['Ana', ':medium', ':medium']],
])
  test(`${name} against bots, without a network`, () => game(name, seats));
