// The page is light on its feet. Nothing here is timed: what is counted is what changes in the document, and in which
// frame. A pan moves two layers and touches nothing in them; a claim changes one route, and one that is lit or put out
// keeps what is drawn of it; a click is seen in the next frame; bots think beside the page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser, startFiles, visitor } from './harness.mjs';

let browser, files;
before(async () => {
  [browser, files] = await Promise.all([startBrowser(), startFiles()]);
});
after(async () => {
  await browser?.close();
  await files?.stop();
});

/** A game of Europe against bots, in the person's first turn. */
async function europe() {
  const page = await visitor(browser);
  await page.goto(files.url);
  await page.getByRole('button', { name: 'Play Europe now' }).click();
  await page.getByRole('checkbox').first().waitFor();
  for (const ticket of await page.getByRole('checkbox').all()) await ticket.click();
  await page.getByRole('button', { name: /^Keep \d/ }).click();
  await myTurn(page);
  return page;
}

const myTurn = (page) => page.locator('.market button.lit').first().waitFor();

/** A turn: two cards from the deck; then the others play. */
async function drawTwo(page) {
  for (let card = 0; card < 2; card++) {
    const before = await page.locator('.market').textContent();
    await page.locator('[data-slot="5"]').click();
    await page.waitForFunction((before) => document.querySelector('.market').textContent !== before, before);
    await myTurn(page);
  }
}

/** Keeps all changes in what the selector names; stop() gives what they were. */
async function watch(page, selector) {
  await page.evaluate((selector) => {
    const records = [];
    const keep = (list) => records.push(...list);
    const observer = new MutationObserver(keep);
    observer.observe(document.querySelector(selector), { subtree: true, childList: true, attributes: true, characterData: true });
    globalThis.watched = () => {
      keep(observer.takeRecords());
      observer.disconnect();
      const elements = (list) => list.flatMap((nodes) => [...nodes]).filter((node) => node.nodeType === 1);
      const removed = new Set(elements(records.map((r) => r.removedNodes)));
      const added = elements(records.map((r) => r.addedNodes)).filter((node) => !removed.has(node));
      const kinds = records.map((r) => (r.type === 'attributes' ? `${r.attributeName} of ${r.target.classList[0] ?? r.target.nodeName}` : r.type));
      return { count: records.length, made: added.length, kinds: [...new Set(kinds)] };
    };
  }, selector);
  return { stop: () => page.evaluate(() => globalThis.watched()) };
}

/** Does something match the selector in the first frame after a click there? */
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
  await page.mouse.move(x + 20, y);
  await frame(page);
  const where = () => page.locator('.window svg.layer').first().evaluate((layer) => layer.style.transform);
  const from = await where();
  const board = await watch(page, '.window');
  for (let i = 0; i < 30; i++) {
    await page.mouse.move(x + 20 - 4 * i, y + 2 * i);
    await frame(page);
  }
  const changes = await board.stop();
  assert.notEqual(await where(), from, 'the board has moved');
  assert.deepEqual(changes.kinds, ['style of layer']);
  await page.mouse.up();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
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
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('a claim changes the nodes of one route', async () => {
  const page = await europe();
  // The changes of one update are told together. One that begins the person's turn also lights routes: it is left out.
  await page.evaluate(() => {
    globalThis.claims = [];
    new MutationObserver((records) => {
      const added = records.flatMap((r) => [...r.addedNodes]).filter((node) => node.nodeType === 1);
      const lights = added.some((node) => node.matches('.lights')) || records.some((r) => r.attributeName === 'visibility');
      if (added.filter((node) => node.matches('[data-pieces]')).length === 1 && !lights) globalThis.claims.push(records.length);
    }).observe(document.querySelector('.window'), { subtree: true, childList: true, attributes: true, characterData: true });
  });
  for (let turn = 0; turn < 30 && (await page.evaluate(() => globalThis.claims.length)) < 4; turn++) await drawTwo(page);
  const claims = await page.evaluate(() => globalThis.claims);
  assert.ok(claims.length >= 4, `${claims.length} claims were seen`);
  assert.ok(Math.max(...claims) <= 40, `changes of the board for one claim: ${claims.join(', ')}`);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('a click is seen in the next frame', async () => {
  const page = await europe();
  const route = await page.evaluate(() => {
    for (const path of document.querySelectorAll('[data-route]')) {
      const p = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
      if (document.elementFromPoint(p.x, p.y) === path) return { x: p.x, y: p.y };
    }
    return null;
  });
  assert.ok(await inNextFrame(page, route, '[role=dialog][aria-label="Choice"]'), 'a route answers');
  await page.keyboard.press('Escape');
  assert.ok(await inNextFrame(page, await middleOf(page.locator('[data-slot="5"]')), '[data-slot="5"].taking'), 'the deck answers');
  await page.getByText('Take one more card.').waitFor();
  assert.equal(await page.locator('.taking').count(), 0);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('an expert thinks beside the page, which goes on', async () => {
  const page = await europe();
  assert.ok(page.workers().length > 0, 'there is a worker');
  await page.evaluate(() => {
    globalThis.frames_ = 0;
    const count = () => {
      globalThis.frames_++;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('Thinking…').waitFor();
  const before = await page.evaluate(() => globalThis.frames_);
  await page.locator('[role=dialog] ol li').first().waitFor(); // what the expert would do
  const frames = (await page.evaluate(() => globalThis.frames_)) - before;
  assert.ok(frames > 3, `${frames} frames while the expert thought`);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
