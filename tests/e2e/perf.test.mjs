// The page is light on its feet. Nothing here is timed: the tests count what changes in the document, and in which
// frame. A pan moves two layers and touches nothing in them; a claim changes one route, and a route that is lit or put
// out keeps its drawing; a click shows in the next frame; bots think without holding up the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setting } from './harness.mjs';
import { becomes } from './patience.mjs';
import { answer, next, setUp } from './player.mjs';
import { Tour } from './tour.mjs';
import { report, startTrace } from './trace.mjs';

const here = setting({ files: true });

/** A game of Europe against bots, in the person's first turn. */
async function europe() {
  const page = await here.visitor();
  await page.goto(here.files.url);
  await page.getByRole('button', { name: 'Play Europe now' }).click();
  await page.getByRole('checkbox').first().waitFor();
  for (const ticket of await page.getByRole('checkbox').all()) await ticket.click();
  await page.getByRole('button', { name: /^Keep \d/ }).click();
  await myTurn(page);
  return page;
}

const myTurn = (page) => page.locator('.market button.lit').first().waitFor();

/** Plays a turn: draws two cards from the deck; then the others play. */
async function drawTwo(page) {
  for (let card = 0; card < 2; card++) {
    const before = await page.locator('.market').textContent();
    await page.locator('[data-slot="5"]').click();
    await page.waitForFunction((before) => document.querySelector('.market').textContent !== before, before);
    await myTurn(page);
  }
}

/** Records all changes inside the element of the selector; stop() gives them. */
async function watch(page, selector) {
  await page.evaluate((selector) => {
    const records = [];
    const keep = (list) => records.push(...list);
    const observer = new MutationObserver(keep);
    observer.observe(document.querySelector(selector), {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    globalThis.watched = () => {
      keep(observer.takeRecords());
      observer.disconnect();
      const elements = (list) => list.flatMap((nodes) => [...nodes]).filter((node) => node.nodeType === 1);
      const removed = new Set(elements(records.map((r) => r.removedNodes)));
      const added = elements(records.map((r) => r.addedNodes)).filter((node) => !removed.has(node));
      const kinds = records.map((r) =>
        r.type === 'attributes' ? `${r.attributeName} of ${r.target.classList[0] ?? r.target.nodeName}` : r.type,
      );
      return { count: records.length, made: added.length, kinds: [...new Set(kinds)] };
    };
  }, selector);
  return { stop: () => page.evaluate(() => globalThis.watched()) };
}

/** Clicks, and says whether something matches the selector in the first frame after the click. */
async function inNextFrame(page, { x, y }, selector) {
  await page.evaluate((selector) => {
    globalThis.shown = new Promise((resolve) => {
      const look = () => requestAnimationFrame(() => resolve(document.querySelector(selector) !== null));
      addEventListener('click', look, { capture: true, once: true });
    });
  }, selector);
  assert.equal(await page.locator(selector).count(), 0, `${selector} is not there before`);
  await page.mouse.click(x, y);
  return page.evaluate(() => globalThis.shown);
}

const frame = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

/** Waits until the board is at rest: the last action is no longer outlined, and some frames go by without a change. */
const atRest = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let quiet = 0;
        const observer = new MutationObserver(() => (quiet = 0));
        observer.observe(document.querySelector('.window'), {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        const look = () => {
          quiet = document.querySelector('.just-changed') ? 0 : quiet + 1;
          if (quiet < 5) return requestAnimationFrame(look);
          observer.disconnect();
          return resolve();
        };
        look();
      }),
  );

async function middleOf(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

test('a pan moves the layers and touches nothing in them', async () => {
  const page = await europe();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const { x, y } = await middleOf(page.locator('.window'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  // The gesture begins with the second move: then the board takes the pointer, which leaves the element it was over.
  for (const dx of [20, 24]) await page.mouse.move(x + dx, y);
  await atRest(page);
  const where = () =>
    page
      .locator('.window svg.layer')
      .first()
      .evaluate((layer) => layer.style.transform);
  const from = await where();
  const board = await watch(page, '.window');
  for (let i = 0; i < 30; i++) {
    await page.mouse.move(x + 24 - 4 * i, y + 2 * i);
    await frame(page);
  }
  const changes = await board.stop();
  assert.notEqual(await where(), from, 'the board has moved');
  assert.deepEqual(changes.kinds, ['style of layer']);
  const animated = () =>
    page.locator('.window svg.layer').evaluateAll((layers) => layers.map((layer) => layer.getAnimations().length));
  assert.deepEqual(await animated(), [1, 1], 'the browser expects more moves, and composes nothing anew for them');

  const boxes = () =>
    page.locator('.window svg').evaluateAll((drawings) => drawings.map((drawing) => drawing.getAttribute('viewBox')));
  const before = await boxes();
  await page.mouse.up();
  await page.waitForFunction(
    (old) => document.querySelector('.window svg.reach').getAttribute('viewBox') !== old,
    before[2],
  );
  assert.deepEqual((await boxes()).slice(0, 2), before.slice(0, 2), 'what was only panned is not drawn anew');
  assert.deepEqual(await animated(), [0, 0]);
  const seen = await page.evaluate(() => {
    const path = document.querySelector('[data-route="1"]');
    const drawn = path.cloneNode();
    document.querySelector('.window svg.layer').append(drawn);
    const [a, b] = [path, drawn].map((e) => e.getBoundingClientRect());
    drawn.remove();
    return Math.hypot(a.x - b.x, a.y - b.y);
  });
  assert.ok(seen < 1, `what is pointed at lies ${seen} pixels from what is seen`);
});

test('in a long game a new line of the log leaves the others alone', async () => {
  const page = await here.visitor({ language: 'es' });
  await new Tour(page, here.files.url, async () => undefined).turn('europe-4');
  const count = () => page.locator('#log li').count();
  const before = await count();
  assert.ok(before > 40 && before <= 60, `the log is a long one, and its end is shown: ${before} lines`);
  const log = await watch(page, '#log');
  const last = await page.locator('#log li').last().textContent();
  await page.locator('[data-slot="5"]').click();
  await page.waitForFunction((last) => [...document.querySelectorAll('#log li')].at(-1).textContent !== last, last);
  const { made } = await log.stop();
  assert.equal(await count(), before + 1, 'none has gone: all others would move');
  assert.ok(made > 0 && made < 12, `${made} lines and their parts were made`);
});

test('routes that are put out keep what is drawn of them', async () => {
  const page = await europe();
  const payable = page.locator('[data-route][aria-label*="You can pay"]');
  for (let turn = 0; turn < 12 && (await payable.count()) < 15; turn++) await drawTwo(page);
  const lit = await payable.count();
  assert.ok(lit >= 15, `${lit} routes are lit`);
  const board = await watch(page, '.window');
  await page.locator('[data-slot="5"]').click();
  await page.waitForFunction(() => document.querySelector('[data-route][aria-label*="You can pay"]') === null);
  await frame(page);
  const { made } = await board.stop();
  assert.equal(made, 0, `${made} elements of the board were made anew for ${lit} routes`);
});

test('a claim changes the nodes of one route', async () => {
  // From the middle of a game, because bots collect cards for a long time at the beginning.
  const page = await here.visitor({ language: 'es' });
  await new Tour(page, here.files.url, async () => undefined).turn('europe-4');
  // The changes of one update come together. An update that begins the person's turn is left out, because it also
  // lights routes.
  await page.evaluate(() => {
    globalThis.claims = [];
    new MutationObserver((records) => {
      const added = records.flatMap((r) => [...r.addedNodes]).filter((node) => node.nodeType === 1);
      const lights =
        added.some((node) => node.matches('.lights')) || records.some((r) => r.attributeName === 'visibility');
      if (added.filter((node) => node.matches('[data-pieces]')).length === 1 && !lights)
        globalThis.claims.push(records.length);
    }).observe(document.querySelector('.window'), {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  for (let turn = 0; turn < 30 && (await page.evaluate(() => globalThis.claims.length)) < 4; turn++)
    await drawTwo(page);
  const claims = await page.evaluate(() => globalThis.claims);
  assert.ok(claims.length >= 4, `${claims.length} claims were seen`);
  assert.ok(Math.max(...claims) <= 40, `changes of the board for one claim: ${claims.join(', ')}`);
});

test('a click is seen in the next frame', async () => {
  const page = await europe();
  await atRest(page);
  const route = await page.evaluate(() => {
    for (const path of document.querySelectorAll('[data-route]')) {
      const p = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
      if (document.elementFromPoint(p.x, p.y) === path) return { x: p.x, y: p.y };
    }
    return null;
  });
  assert.ok(await inNextFrame(page, route, '[role=dialog][aria-label="Choice"]'), 'a route answers');
  await page.keyboard.press('Escape');
  // The card is on its way; or, on a slow machine, it has arrived already, and only a second card can be taken.
  const answers = '[data-slot="5"].taking, .decks button:not(.lit)';
  assert.ok(await inNextFrame(page, await middleOf(page.locator('[data-slot="5"]')), answers), 'the deck answers');
  await page.getByText('Take one more card.').waitFor();
  await becomes(0, () => page.locator('.taking').count(), 'the card lies in the hand');
});

test('an expert thinks beside the page, which is never held up', async () => {
  const page = await here.visitor();
  await setUp(page, here.files.url, 'paris', ['Ana', ':expert']);
  await answer(page, await next(page));
  await myTurn(page);
  const trace = await startTrace(here.browser, ['disabled-by-default-devtools.timeline', 'blink.user_timing']);
  const mark = (name) => page.evaluate((name) => void performance.mark(name), name);
  await mark('from');
  for (let turn = 0; turn < 3; turn++) await drawTwo(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-idea]').waitFor(); // what the expert would do
  await mark('to');
  const { longest, workers } = report(await trace.stop(), 'from', 'to');
  // Both numbers grow on a slow machine, so this shows where the thinking is done, not how fast.
  assert.ok(
    4 * longest < workers,
    `the longest task of the page took ${longest.toFixed()} ms, the workers ${workers.toFixed()} ms in all`,
  );
});
