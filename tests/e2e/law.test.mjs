// The law of the page (law.mjs) over whole games of every kind, in both languages: with reloads, a lost connection, moves
// that are taken back, several people round one screen, and people who come late. The first
// four games are one of each kind: the short test plays these, the complete test twelve, and LAW_GAMES=48 all.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setting } from './harness.mjs';
import { figures, judge, readScreen, watch } from './law.mjs';
import { becomes, PATIENCE } from './patience.mjs';
import { answer, next, pattern, setUp } from './player.mjs';

const here = setting({ files: true, server: true });
const { LAW_GAMES, ANDEN_TEST_SCALE = '10' } = process.env;
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

/** Plays to the end, and gives all readings. `before` is called with every situation; `timeout`: for the others' moves. */
async function play(page, language, before = async () => false, timeout = PATIENCE) {
  const readings = [];
  const gather = async () => readings.push(...((await page.evaluate(() => globalThis.readings)) ?? []));
  await watch(page);
  for (let last = '', n = 0; ; n++) {
    const now = await next(page, language, last, timeout);
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

/** The same for somebody who looks now as for somebody who has looked all the time. What was just pressed has no place in
 *  it: the buttons, and the reason that the name of a focused route gives. */
const lasting = ({ buttons: _, busy: __, ...rest }) => rest;
const same = async (then, page, what) => becomes(lasting(then), async () => lasting(await read(page)), what);

test('games of every kind', async () => {
  const wrong = [];
  let total = 0;
  const waiting = GAMES.slice(0, Number(LAW_GAMES ?? (Number(ANDEN_TEST_SCALE) < 100 ? 4 : 12))).map((game, i) => ({
    ...game,
    i,
  }));
  const one = async ({ game, seats, language, i }) => {
    const page = await here.visitor({ language, seed: `${10 + i}`.padStart(64, '0') });
    const me = (i % seats) + 1;
    const chairs = Array.from({ length: seats }, (_, k) => (k + 1 === me ? 'Ana' : ':easy'));
    await setUp(page, here.files.url, game, chairs, { hands: script, language });
    await page.locator('#players').waitFor();
    const reloaded = async (now, n, gather) => {
      if (i >= 4 || now.kind !== 'turn' || n % 16 !== 9) return false;
      const then = await read(page);
      await gather();
      await page.reload();
      await page.locator('#players').waitFor();
      await same(then, page, `${game} after a reload`);
      await watch(page);
      return false;
    };
    const readings = await play(page, language, reloaded);
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

test('two people round one screen, and moves that are taken back', async () => {
  const page = await here.visitor();
  await setUp(page, here.files.url, 'paris', ['Ana', 'Bruno'], { hands: script });
  let undone = 0;
  const readings = await play(page, 'en', async (now) => {
    if (now.kind !== 'done' || now.claimed === 0 || undone >= 3) return false;
    undone += 1;
    await script.press(page, page.getByRole('button', { name: 'Undo' }).last());
    return true;
  });
  assert.equal(undone, 3, 'moves were taken back');
  const log = await logOf(page, 'en');
  assert.match(log, /^undo /m);
  for (const [i, name] of ['Ana', 'Bruno'].entries()) {
    const own = readings.filter(({ players: [first] }) => first?.name.endsWith(` ${name}`));
    assert.ok(own.length > 20, `${name} has read the screen`);
    const wrong = judge(own, { game: 'paris', log, me: i + 1, language: 'en', whole: false, counts });
    assert.equal(wrong.length, 0, `${name}:\n${wrong.slice(0, 12).join('\n')}`);
  }
});

/** Somebody at a table on the server; `like`: on another device of the same person. */
async function guest(name, url, like) {
  const kept = await like?.context().storageState();
  const page = await here.visitor({ name, ...(kept ? { kept } : {}) });
  await page.goto(url);
  return page;
}

for (const game of ['paris', 'metro'])
  test(`${game} online: a server that goes and comes back, another device, and who comes late`, async () => {
    const server = await here.anotherServer();
    const ana = await guest('Ana', `${server.url}#/new/${game}/online`);
    await ana.getByRole('button', { name: 'Open the table' }).click();
    const link = await ana.getByLabel('Link to this table').inputValue();
    const bruno = await guest('Bruno', link);
    await bruno.getByRole('button', { name: 'Sit here' }).click();
    const carla = await guest('Carla', link);
    await carla.getByRole('button', { name: 'Watch instead' }).click();
    await ana.getByRole('button', { name: 'Start the game' }).click();
    const all = [ana, bruno, carla];
    for (const page of all) await page.locator('#players').waitFor();
    await watch(carla);

    const interrupted = async (now, n) => {
      if (n !== 9) return false;
      const then = await Promise.all(all.map(read));
      const [device, dora] = await Promise.all([guest('Ana', link, ana), guest('Dora', link)]);
      await same(then[0], device, 'another device of the same person');
      await same(then[2], dora, 'somebody who comes late');
      await server.kill();
      for (const page of all) await page.getByRole('alert').filter({ hasText: 'Connection lost.' }).waitFor();
      await server.start();
      for (const [i, page] of all.entries()) {
        const back = page.getByRole('alert').filter({ hasText: 'Connection lost.' }).waitFor({ state: 'detached' });
        const again = page.getByRole('button', { name: 'Try now' }).click();
        await Promise.race([back, again.catch(() => back)]); // it may be back already
        await back;
        await same(then[i], page, `what person ${i + 1} knows when the connection is back`);
      }
      return false;
    };
    const long = 6 * PATIENCE; // Bruno waits while all of that happens
    const [own, other] = await Promise.all([play(ana, 'en', interrupted), play(bruno, 'en', undefined, long)]);
    const seen = await carla.evaluate(() => globalThis.readings);
    const log = await logOf(ana, 'en');
    for (const [me, readings] of [
      [1, own],
      [2, other],
      [null, seen],
    ]) {
      // prettier-ignore
      assert.ok(readings.length > 20, 'the screen was read');
      const wrong = judge(readings, { game, log, me, language: 'en', counts });
      assert.equal(wrong.length, 0, `seat ${me}:\n${wrong.slice(0, 12).join('\n')}`);
    }
  });

test('every figure was compared', () => {
  for (const what of figures) assert.ok(counts.get(what) > 0, what);
});
