// The law of the page (law.mjs) over whole games of every kind, in both languages: with reloads, a lost connection, moves
// that are taken back, several people round one screen, and people who come late. LAW_GAMES says how many games are
// played; the first four are one of each kind.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setting } from './harness.mjs';
import { judge, readScreen, watch } from './law.mjs';
import { answer, next, pattern, setUp } from './player.mjs';

const here = setting({ files: true });
const counts = new Map(); // how often each figure was compared

// One of each kind, then one more of each, with other seats, in the other language; most of them twice.
const SEATS = { europe: [3, 5, 2, 4], berlin: [2, 4, 3], paris: [4, 3, 2], metro: [3, 6, 2, 5, 4] };
const GAMES = Array.from({ length: 12 }, (_, i) =>
  Object.entries(SEATS).map(([game, seats], k) => ({
    game,
    seats: seats[i % seats.length],
    language: ['en', 'es'][(i + k + Math.floor(i / seats.length)) % 2],
  })),
).flat();

/** Acts by script, at once: what a click hits is tested elsewhere. */
const click = (e) => e.dispatchEvent(new MouseEvent('click', { bubbles: true }));
const clickNamed = `(name) => {
  const found = [...document.querySelectorAll('[role=button]')].find((e) => e.getAttribute('aria-label') === name || e.dataset.square === name);
  if (found) (${click})(found);
  return found !== undefined;
}`;
const script = {
  press: (_, button) => button.evaluate(click),
  route: (page, name) => page.evaluate(`(${clickNamed})(${JSON.stringify(name)})`),
  square: (page, name) => page.evaluate(`(${clickNamed})(${JSON.stringify(name)})`),
  draw: (page, now) => page.keyboard.press(now.draws[now.hand.length % now.draws.length].slot),
};

const read = (page) => page.evaluate(readScreen);

/** Now and then builds a station or draws tickets, which whoever plays to the end does not. True if it did. */
async function fancy(page, now, n, language) {
  if (now.kind !== 'turn' || now.more || now.squares.length > 0) return false;
  const button = (english) => page.getByRole('button', { name: pattern(english, language) }).last();
  const sites = (await read(page)).cities.filter((name) =>
    pattern('{0}, you can build a station here.', language).test(name),
  );
  if (n % 9 === 4 && sites.length > 0) {
    await script.route(page, sites[n % sites.length]);
    await script.press(page, button('Build the station'));
    return true;
  }
  if (n % 13 !== 6 || !now.tickets) return false;
  await page.keyboard.press('t');
  await script.press(page, button('Draw tickets'));
  return true;
}

/** Plays to the end, and gives all readings. `before` is called with every situation. */
async function play(page, language, before = async () => false) {
  const readings = [];
  const gather = async () => readings.push(...((await page.evaluate(() => globalThis.readings)) ?? []));
  await watch(page);
  for (let last = '', n = 0; ; n++) {
    const now = await next(page, language, last);
    if (now.kind === 'end') break;
    last = now.key;
    if (await before(now, n, gather)) continue;
    if (!(await fancy(page, now, n, language))) await answer(page, now, { hands: script, language });
  }
  await gather();
  return readings;
}

/** The whole log, as the page gives it at the end. */
async function logOf(page, language) {
  const named = (english) => ({ name: pattern(english, language) });
  const file = page.waitForEvent('download');
  await script.press(page, page.getByRole('button', named('More')));
  await script.press(page, page.getByRole('menuitem', named('Download the log')));
  return readFileSync(await (await file).path(), 'utf8');
}

test('games of every kind', async () => {
  const wrong = [];
  let total = 0;
  const waiting = GAMES.slice(0, Number(process.env.LAW_GAMES ?? 4)).map((game, i) => ({ ...game, i }));
  const one = async ({ game, seats, language, i }) => {
    const page = await here.visitor({ language, seed: `${10 + i}`.padStart(64, '0') });
    const me = (i % seats) + 1;
    const chairs = Array.from({ length: seats }, (_, k) => (k + 1 === me ? 'Ana' : ':easy'));
    await setUp(page, here.files.url, game, chairs, { hands: script, language });
    await page.locator('#players').waitFor();
    const readings = await play(page, language);
    const log = await logOf(page, language);
    await page.context().close();
    total += readings.length;
    for (const what of judge(readings, { game, log, me, language, counts }))
      wrong.push(`${game}, ${seats} seats, seat ${me}, ${language}: ${what}`);
  };
  const line = async () => {
    while (waiting.length > 0) await one(waiting.shift());
  };
  await Promise.all([line(), line(), line(), line()]);
  assert.equal(wrong.length, 0, `${wrong.length} readings of ${total} are wrong:\n${wrong.slice(0, 12).join('\n')}`);
});
