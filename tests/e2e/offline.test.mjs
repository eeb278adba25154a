// Whole games against bots without any network, by mouse, from the set-up to the score sheet. Berlin and Paris: see phone.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutOff, setting, shot } from './harness.mjs';
import { playOut, setUp, soundSheet } from './player.mjs';

const here = setting({ files: true, worker: true });

async function game(name, seats) {
  const page = await here.visitor();
  await cutOff(page, here.files.url);
  await setUp(page, here.files.url, name, seats);
  const answers = await playOut(page, {
    before: async (_, n) => (n === 12 ? shot(page, `${name}-desktop-light`) : undefined),
  });
  assert.ok(answers >= 10, 'a whole game was played');
  const rows = await soundSheet(page, seats.length);
  assert.ok(rows.some((r) => r.name === 'Ana'));
  await shot(page, `${name}-end-desktop-light`);
}

for (const [name, seats] of [
  ['metro', ['Ana', ':easy', ':medium', ':easy', ':easy', ':hard']],
  ['europe', ['Ana', ':medium']],
])
  test(`${name} against bots, without a network`, () => game(name, seats));
