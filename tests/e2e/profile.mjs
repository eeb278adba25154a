// Profiles the page: what a pan, a zoom and a click cost, from the browser's own trace. Run it by hand:
// tests/e2e/profile [pan|zoom|click]... Nothing fails here; doc/guide.md says what the numbers should be. Milliseconds
// are CPU time, but a busy machine is also slower, so each line also says how long one small calculation takes at that
// time ("sum").
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { DESKTOP, PHONE, startBrowser, startFiles, visitor } from './harness.mjs';
import { mouse, pattern, touch } from './player.mjs';
import { Tour } from './tour.mjs';
import { report, startTrace, sumOf } from './trace.mjs';

const SECONDS = 3;
const RATE = 120; // moves of the pointer a second: more than there are frames, as with a real mouse
const only = process.argv.slice(2);
const wanted = (what) => only.length === 0 || only.includes(what);
const DEVICES = [
  ['1440x900', { size: DESKTOP }],
  ['1440x900 @2', { size: DESKTOP, scale: 2 }],
  ['390x844', { size: PHONE, touch: true }],
  ['390x844 @2', { size: PHONE, touch: true, scale: 2 }],
  ['390x844 @3', { size: PHONE, touch: true, scale: 3 }],
];

const files = await startFiles();
const browser = await startBrowser();

/** Europe in mid-game at the person's turn, with routes lit. */
async function europe({ size, touch: byTouch = false, scale = 1, motion = false }) {
  const page = await visitor(browser, { language: 'es', size, touch: byTouch, scale, motion });
  await new Tour(page, files.url, async () => undefined, byTouch ? touch : mouse).turn('europe-4');
  return page;
}

function calculate() {
  let x = 0;
  for (let i = 1; i < 6e6; i++) x += Math.sqrt(i) / i;
  return x;
}
for (let i = 0; i < 4; i++) calculate(); // the first times it is slower

function sum() {
  const before = process.cpuUsage();
  const x = calculate();
  const { user } = process.cpuUsage(before);
  return `load ${loadavg()[0].toFixed(1)}, sum ${(user / 1000).toFixed(0)}${x > 0 ? '' : ' '}`;
}

const list = (parts, digits) =>
  parts
    .filter(([, ms]) => ms >= 0.05)
    .sort((a, b) => b[1] - a[1])
    .map(([part, ms]) => `${part} ${ms.toFixed(digits)}`)
    .join(', ');
const medianOf = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const say = (name, first, second) => console.log(`${name.padEnd(30)} ${first}\n${''.padEnd(30)} ${second}`);

/** Ends a trace and keeps it if TRACE names a folder. */
async function kept(trace, name) {
  const events = await trace.stop();
  if (process.env.TRACE)
    writeFileSync(`${process.env.TRACE}/${name.replace(/\W+/g, '-')}.json`, JSON.stringify({ traceEvents: events }));
  return events;
}

const mark = (page, name) =>
  page.evaluate(
    (name) => new Promise((resolve) => requestAnimationFrame(() => resolve(performance.mark(name) && 0))),
    name,
  );

/** Calls `each` RATE times a second, with the share of the time that has passed. */
async function drive(each) {
  const begun = performance.now();
  for (let n = 0; ; n++) {
    const part = (performance.now() - begun) / (SECONDS * 1000);
    if (part >= 1) return;
    each(part);
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, begun + (n + 1) * (1000 / RATE) - performance.now())),
    );
  }
}

// ---- what moves

async function traced(page, name, doing) {
  const trace = await startTrace(browser);
  await mark(page, 'begin');
  await doing();
  await mark(page, 'end');
  const r = report(await kept(trace, name), 'begin', 'end');
  const a = (ms) => (ms / Math.max(1, r.frames)).toFixed(2);
  say(
    name,
    `${(r.frames / r.seconds).toFixed(1)} frames/s (${r.frames} of ${Math.round(r.seconds * 60)}); ${sum()}; ms a frame: main ${a(sumOf(r.main))}, compositor ${a(r.compositor)}, raster ${a(r.raster)} (${r.tiles} tiles), display ${a(r.display)}`,
    `main: ${list(
      Object.entries(r.main).map(([part, ms]) => [part, ms / Math.max(1, r.frames)]),
      2,
    )}; longest task ${r.longest.toFixed(1)}`,
  );
}

const middleOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, width, height });
const middle = async (page) => middleOf(await page.locator('.window').boundingBox());

async function zoomed(page, by) {
  const at = await middle(page);
  await page.evaluate(
    ({ x, y, by }) => {
      document.elementFromPoint(x, y).dispatchEvent(
        new WheelEvent('wheel', {
          deltaY: -Math.log(by) / 0.0015,
          clientX: x,
          clientY: y,
          bubbles: true,
          cancelable: true,
        }),
      );
    },
    { ...at, by },
  );
  await page.waitForTimeout(600);
}

async function pan(page, name, by, byTouch) {
  const session = await page.context().newCDPSession(page);
  const { x, y, width, height } = await middle(page);
  // To and fro, always moving, as far as the board can be moved.
  const [far, high] = by > 1 ? [width * 0.3, height * 0.15] : [34, 20];
  const at = (part) => ({
    x: x + Math.sin(part * 4 * Math.PI) * far,
    y: y + (Math.cos(part * 6 * Math.PI) - 1) * high,
  });
  const send = (kind, p) =>
    byTouch
      ? session.send('Input.dispatchTouchEvent', {
          type: { down: 'touchStart', move: 'touchMove', up: 'touchEnd' }[kind],
          touchPoints: kind === 'up' ? [] : [p],
        })
      : session.send('Input.dispatchMouseEvent', {
          type: { down: 'mousePressed', move: 'mouseMoved', up: 'mouseReleased' }[kind],
          button: 'left',
          buttons: kind === 'up' ? 0 : 1,
          clickCount: 1,
          ...p,
        });
  await send('down', at(0));
  await send('move', { x: x + 10, y });
  await page.waitForTimeout(300);
  const sent = [];
  await traced(page, name, () => drive((part) => sent.push(send('move', at(part)))));
  await Promise.all(sent);
  await send('up', at(1));
  await session.detach();
}

async function pans() {
  for (const [device, look] of DEVICES) {
    const page = await europe(look);
    for (const by of [1, 2.5]) {
      if (by > 1) await zoomed(page, by);
      await pan(page, `pan ${device} zoom ${by}`, by, look.touch);
    }
    if (device === '1440x900') await panAsking(page);
    await page.context().close();
  }
}

/** The same with a popover that follows its route. */
async function panAsking(page) {
  const route = await page.evaluate(payable, '');
  await page.mouse.click(route.x, route.y);
  await page.locator('[role=dialog]').waitFor();
  await pan(page, 'pan, with a popover', 2.5, false);
}

async function zooms() {
  for (const [device, look] of DEVICES.slice(0, 2)) {
    const page = await europe(look);
    const session = await page.context().newCDPSession(page);
    const { x, y } = await middle(page);
    const sent = [];
    const wheel = (deltaY) =>
      sent.push(session.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY }));
    await page.mouse.move(x, y);
    await traced(page, `wheel ${device}`, () => drive((part) => wheel(part < 0.5 ? -6 : 6)));
    await Promise.all(sent);
    await page.waitForTimeout(600);
    for (let n = 0; n < 4; n++) {
      const box = await page.locator('.window svg.layer').first().getAttribute('viewBox');
      const selector = `.window svg.layer[viewBox]:not([viewBox="${box}"])`;
      await clicked(page, `sharp again ${device}`, { selector }, () => wheel(n % 2 ? 150 : -150));
      await page.waitForTimeout(400);
    }
    await page.context().close();
  }
  tellClicks();
}

// ---- clicks

const clicks = new Map();

/**
 * In the page: marks the end after the frame that shows an effect. The effect: a selector matches (with `gone`: matches no
 * more), or another text stands at `text`. It looks only when something has changed `within`: looking in every frame
 * would cause frames, and looking for something in the whole page takes time, which would both be measured.
 */
function awaitEffect({ selector, gone = false, text, within = 'body' }) {
  const before = text && document.querySelector(text)?.textContent;
  const seen = () =>
    text ? document.querySelector(text)?.textContent !== before : (document.querySelector(selector) === null) === gone;
  globalThis.done = new Promise((resolve) => {
    setTimeout(() => resolve(false), 20_000);
    const end = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.mark('end') !== null)));
    const observer = new MutationObserver(() => {
      if (!seen()) return;
      observer.disconnect();
      end();
    });
    const what = text ? { characterData: true, childList: true } : { childList: true, attributes: true };
    observer.observe(document.querySelector(within), { subtree: true, ...what });
  });
}

/** What a click costs until its effect has been drawn. */
async function clicked(page, name, effect, doing) {
  const trace = await startTrace(browser);
  await mark(page, 'begin');
  await page.evaluate(awaitEffect, effect);
  await doing();
  if (!(await page.evaluate(() => globalThis.done)))
    throw new Error(`${name}: nothing came of it (${JSON.stringify(effect)}).`);
  const before = clicks.get(name) ?? [];
  clicks.set(name, [...before, report(await kept(trace, `${name} ${before.length + 1}`), 'begin', 'end')]);
}

function tellClicks() {
  for (const [name, all] of clicks) {
    const median = (of) => medianOf(all.map(of)).toFixed(1);
    const parts = [...new Set(all.flatMap((r) => Object.keys(r.main)))].map((part) => [
      part,
      medianOf(all.map((r) => r.main[part] ?? 0)),
    ]);
    say(
      name,
      `${all.length} times; ${sum()}; medians: longest task ${median((r) => r.longest)} ms, all until it is drawn ${median((r) => sumOf(r.main) - (r.main.other ?? 0))} ms, forced layouts ${median((r) => r.forced)}`,
      `main: ${list(parts, 1)}`,
    );
  }
  clicks.clear();
}

/** In the page: where to click a route that can be paid for. Not a tunnel, which would ask a question. */
function payable(words) {
  for (const path of document.querySelectorAll('[data-route]')) {
    const label = path.getAttribute('aria-label');
    if (/túnel/.test(label) || !new RegExp(words, 'u').test(label)) continue;
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
    if (document.elementFromPoint(x, y) === path) return { x, y };
  }
  return null;
}

async function clicksOf(page, turns) {
  const session = await page.context().newCDPSession(page);
  const press = async ({ x, y }) => {
    for (const type of ['mousePressed', 'mouseReleased'])
      await session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  };
  const myTurn = () => page.locator('.market button.lit').nth(2).waitFor();
  const pays = pattern('You can pay: {0}.', 'es').source.replace(/^\^|\$$/g, '');
  const claim = page.getByRole('button', { name: pattern('Claim for {0} {0|point|points}', 'es') });
  for (let turn = 0; turn < turns; turn++) {
    await myTurn();
    const route = await page.evaluate(payable, pays);
    if (route) {
      await page.mouse.move(route.x + 1, route.y);
      await page.waitForTimeout(200);
      await clicked(page, 'select a route', { selector: '[role=dialog]' }, () => press(route));
      if (turn % 2) {
        const button = middleOf(await claim.boundingBox());
        await page.mouse.move(button.x, button.y); // the route's own highlight goes before the click
        await page.waitForTimeout(500);
        await clicked(page, 'claim it', { selector: '[role=dialog]', gone: true }, () => press(button));
        await page.waitForTimeout(1000);
        continue;
      }
      await page.keyboard.press('Escape');
    }
    for (const card of [1, 2]) {
      await myTurn();
      const deck = middleOf(await page.locator('[data-slot="5"]').boundingBox());
      await page.mouse.move(deck.x, deck.y);
      await page.waitForTimeout(500);
      const count = { within: '.market', text: '[data-slot="5"] .count' };
      await clicked(page, `draw card ${card}`, count, () => press(deck));
      await page.waitForTimeout(800);
    }
  }
}

if (wanted('pan')) await pans();
if (wanted('zoom')) await zooms();
if (wanted('click')) {
  const page = await europe({ size: DESKTOP, motion: true });
  await clicksOf(page, 6);
  tellClicks();
}
await browser.close();
await files.stop();
