// The board under a finger: on every board, on phones and on a tablet, every route that can be claimed answers a tap at
// its middle.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PHONE, setting } from './harness.mjs';
import { until } from './patience.mjs';
import { paste } from './player.mjs';

const here = setting({ files: true });
const SIZES = [PHONE, { width: 360, height: 640 }, { width: 820, height: 1180 }];
const read = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** The log of a game whose first player has drawn cards of all colours and is to act. The second one drew the others. */
function richLog(game) {
  const cards = [...read(`../../boards/${game}.board`).matchAll(/^(card|wild) (\w+) (\d+)/gm)];
  const left = new Map(cards.map(([, , name, n]) => [name, Number(n)]));
  const [log] = read(`../games/${game}-2.log`).split(/^first /m);
  for (const [, name] of log.matchAll(/^deal (\w+)/gm)) left.set(name, left.get(name) - 1);
  const lines = [log.trimEnd(), 'first 1'];
  const wild = cards.find(([, kind]) => kind === 'wild')[2];
  const others = () => [...left.keys()].filter((name) => name !== wild && left.get(name) > 0);
  const take = (seat, name) => {
    left.set(name, left.get(name) - 1);
    lines.push(`${seat}: draw deck`, `deal ${name}`);
  };
  const most = () => others().reduce((a, b) => (left.get(b) > left.get(a) ? b : a));
  for (let turn = 0; turn < 16 && others().length > 3; turn++) {
    take(1, left.get(wild) > 0 ? wild : most());
    for (const seat of [1, 2, 2]) take(seat, most());
  }
  return lines.join('\n') + '\n';
}

/** In the page: the numbers of the routes that can be claimed. Neighbours do not follow each other, because two taps at
 *  about the same place zoom in. */
function litRoutes() {
  const lit = [...document.querySelectorAll('path[data-route]')].filter((e) => /You can pay/.test(e.ariaLabel));
  const half = Math.ceil(lit.length / 2);
  return lit.slice(0, half).flatMap((e, i) => [e, lit[half + i]].flatMap((x) => (x ? Number(x.dataset.route) : [])));
}

/** In the page: the middle of a route in the window, once nothing is open and the board lies still; null if something
 *  covers it. */
async function middleOf(route) {
  const path = document.querySelector(`path[data-route="${route}"]`);
  const find = () => path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
  const open = () => document.querySelector('path[aria-pressed=true], [data-which]') !== null;
  for (let still = 0, last = null; still < 3;) {
    await new Promise(requestAnimationFrame);
    const now = find();
    still = last && !open() && now.x === last.x && now.y === last.y ? still + 1 : 0;
    last = now;
  }
  const { x, y } = find();
  return document.elementFromPoint(x, y)?.closest('.glass') ? { x, y } : null;
}

/** In the page: the routes that the last tap has opened, and what a chooser hides of them; nothing stays open. */
async function openedBy() {
  const found = () => [
    ...[...document.querySelectorAll('path[aria-pressed=true]')].map((e) => Number(e.dataset.route)),
    ...[...document.querySelectorAll('[data-which]')].map((e) => Number(e.dataset.which)),
  ];
  for (let frames = 0; frames < 30 && found().length === 0; frames++) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const routes = found();
  const box = document.querySelector('[role=dialog]:has([data-which])')?.getBoundingClientRect();
  const hidden = routes.filter((n) => {
    const path = document.querySelector(`path[data-route="${n}"]`);
    return [0, 0.25, 0.5, 0.75, 1].some((part) => {
      const at = path.getPointAtLength(path.getTotalLength() * part).matrixTransform(path.getScreenCTM());
      return box && at.x > box.left && at.x < box.right && at.y > box.top && at.y < box.bottom;
    });
  });
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  return { routes, hidden };
}

for (const game of ['europe', 'berlin', 'paris'])
  test(`every route of ${game} that can be claimed answers a tap at its middle`, async () => {
    const page = await here.visitor({ size: PHONE, touch: true });
    await page.goto(here.files.url + '#/replay');
    await paste(page.getByLabel('Or paste it'), richLog(game));
    await page.getByRole('button', { name: 'Replay it' }).tap();
    await page.getByRole('slider', { name: 'Move' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Play on from here' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).tap();
    await until('routes can be claimed', async () => (await page.evaluate(litRoutes)).length > 0);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const lit = await page.evaluate(litRoutes);
      assert.ok(lit.length > 30, `${lit.length} routes can be claimed`);
      const wrong = [];
      for (const route of lit) {
        const at = await page.evaluate(middleOf, route);
        assert.ok(at, `nothing covers the middle of route ${route}`);
        await page.touchscreen.tap(at.x, at.y);
        const { routes, hidden } = await page.evaluate(openedBy);
        if (!routes.includes(route)) wrong.push(`${route}: ${routes}`);
        if (hidden.length > 0) wrong.push(`${route}: the chooser hides ${hidden}`);
      }
      assert.deepEqual(wrong, [], `${game} at ${size.width}×${size.height}: ${wrong.length} of ${lit.length}`);
    }
  });
