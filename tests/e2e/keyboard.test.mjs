// A whole game with the keyboard alone, from the home screen to the score sheet: no mouse, no script that focuses anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setting, shot } from './harness.mjs';
import { becomes, until } from './patience.mjs';
import { keys, playOut, soundSheet } from './player.mjs';

const here = setting({ files: true });

/** Key L leads to what the others did, arrows from one action to the next; each has a halo on the board. Gives how many
 *  there are. */
async function othersByKeys(page) {
  const many = await page.locator('.deeds [data-deed]').count();
  await becomes(many, () => page.locator('.halo').count(), 'a halo for each');
  if (many === 0) return 0;
  await page.keyboard.press('l');
  for (let i = 0; i < many; i++, await page.keyboard.press('ArrowRight'))
    await page.waitForFunction((n) => document.querySelectorAll('.deeds [data-deed]')[n] === document.activeElement, i);
  return many;
}

/** On the board: + and - make it larger and smaller, an arrow with Shift moves it, 0 shows all of it again. */
async function zoomByKeys(page) {
  const place = async () => {
    const { x, width } = await page.locator('path[role=button]').first().boundingBox();
    return { x: Math.round(x), width: Math.round(width) };
  };
  const home = await place();
  const changes = async (key, how, what) => {
    const before = await place();
    await page.keyboard.press(key);
    await until(what, async () => how(await place(), before));
  };
  await changes('+', (now, old) => now.width > old.width, '+ zooms in');
  await changes('+', (now, old) => now.width > old.width, '+ zooms in again');
  await changes('-', (now, old) => now.width < old.width, '- zooms out');
  await changes(
    'Shift+ArrowLeft',
    (now, old) => now.width === old.width && now.x !== old.x,
    'Shift and an arrow move it',
  );
  await page.keyboard.press('0');
  await becomes(home, place, '0 shows the whole board');
}

test('Paris by keys alone', async () => {
  const page = await here.visitor();
  await page.goto(here.files.url);
  const paris = page.getByRole('radio', { name: /Paris/ });
  await page.getByRole('button', { name: /^Play .+ now/ }).waitFor();
  for (let steps = 0; !(await page.evaluate(() => document.activeElement?.getAttribute('type') === 'radio')); steps++) {
    assert.ok(steps < 20, 'Tab leads to the games');
    await page.keyboard.press('Tab');
  }
  for (let steps = 0; !(await paris.isChecked()); steps++) {
    assert.ok(steps < 5, 'arrows lead to Paris');
    await page.keyboard.press('ArrowRight');
  }
  await keys.press(page, page.getByRole('button', { name: /^Play Paris now/ }));

  let seen = 0; // turns before which somebody else had claimed something
  await playOut(page, {
    hands: keys,
    async before(now, n) {
      if (now.kind === 'turn' && !now.more) seen += await othersByKeys(page);
      if (now.kind !== 'turn' || n !== 9) return;
      // The other keys: each leads where it should, and Esc leads back.
      for (const [key, where] of [
        ['h', 'hand'],
        ['p', 'players'],
      ]) {
        await page.keyboard.press(key);
        await page.waitForFunction(
          (id) => document.activeElement?.id === id || document.activeElement?.closest(`#${id}`),
          where,
        );
      }
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('m');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      if (now.routes.length === 0) return;
      await page.keyboard.press('r');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^Claim for/ }).waitFor();
      await shot(page, 'paris-payment-desktop-light');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Claim for/ }).waitFor({ state: 'detached' });
      await page.waitForFunction(() => /You can pay/.test(document.activeElement?.getAttribute('aria-label') ?? ''));
      await zoomByKeys(page);
    },
  });
  assert.ok(seen > 3, 'what others claimed was shown');
  await soundSheet(page, 4);
});
