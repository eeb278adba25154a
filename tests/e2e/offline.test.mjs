// Whole games against bots without any network, all four, by mouse, from the home screen or the set-up to the score sheet. A click
// shows its effect with the next frame, and a bot that thinks hard does not hold up the page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shot, startBrowser, startFiles, visitor } from './harness.mjs';
import { answer, mouse, next, pattern, playOut, setUp, soundSheet } from './player.mjs';

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

/** In the page: how many frames begin between the next click and the first change below `selector`; 0: the next frame shows it. */
function framesUntilChange(selector) {
  return new Promise((resolve) => {
    const begin = () => {
      let frames = 0;
      const count = () => requestAnimationFrame(() => (frames++, count()));
      count();
      const watch = new MutationObserver(() => (watch.disconnect(), resolve(frames)));
      watch.observe(document.querySelector(selector), { subtree: true, childList: true, characterData: true });
    };
    document.addEventListener('click', begin, { capture: true, once: true });
  });
}

test('a click shows its effect with the next frame; a bot that thinks hard leaves the page free', async () => {
  const page = await cutOff();
  await setUp(page, files.url, 'paris', ['Ana', ':expert']);
  let now = await next(page);
  await answer(page, now);
  now = await next(page, 'en', now.key);

  const shown = page.evaluate(framesUntilChange, 'main');
  await mouse.route(page, now.routes[0]);
  await page.getByRole('button', { name: pattern('Claim for {0} {0|point|points}') }).waitFor();
  assert.equal(await shown, 0, 'the payments are there in the next frame');
  await page.keyboard.press('Escape');

  // What the main thread has computed, in seconds of its own time: other programs on the machine don't count.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const computed = async () => (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value;
  const draws = [];
  for (let turns = 0; turns < 3; turns++) {
    for (let cards = 0; cards < 2; cards++) {
      const taken = page.evaluate(framesUntilChange, '[role=log]');
      await page.getByRole('button', { name: /^Deck, / }).click();
      draws.push(await taken);
    }
    const before_ = await computed();
    await page.evaluate(() => new Promise((resolve) => {
      const mine = () => document.querySelector('header p').textContent.includes('Your turn');
      const watch = new MutationObserver(() => mine() && (watch.disconnect(), resolve()));
      watch.observe(document.querySelector('header'), { subtree: true, childList: true, characterData: true });
      if (mine()) resolve();
    }));
    const busy = (await computed()) - before_;
    assert.ok(busy < 0.2, `the page had ${busy.toFixed(3)} s of work while the expert thought`);
  }
  // The table is in a worker, which a busy machine may let wait: the quickest tells.
  assert.ok(Math.min(...draws) <= 1, `a card is there within a frame: ${draws}`);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
