// Plays games through the page as a person does: looks at what the screen offers by roles and names, in either language, and
// answers by mouse, touch or keys. It plays to bring a game to its end, not to win it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shot } from './harness.mjs';
import { PATIENCE as BOUND, until as wait } from './patience.mjs';

export const spanish = JSON.parse(readFileSync(join(process.env.ANDEN_WEB, 'generated', 'es.json'), 'utf8'));
const PATIENCE = { timeout: BOUND };

/** Puts a long text into a field at once. fill() types it line by line, and the browser lays out the page after each line. */
export const paste = (field, text) =>
  field.evaluate((e, all) => {
    e.value = all;
    e.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  }, text);

/** A pattern that matches a sentence of the page, with any values in its places. */
export function pattern(english, language = 'en') {
  const sentence = (language === 'es' ? spanish[english] : english) ?? assert.fail(`no Spanish for: ${english}`);
  const parts = sentence.split(/(\{\d(?:\|[^}]*)?\})/);
  const source = parts.map((part) => {
    const place = /^\{\d(?:\|([^|}]*)\|([^}]*))?\}$/.exec(part);
    if (!place) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return place[1] === undefined ? '.+' : `(?:${place[1]}|${place[2]})`;
  });
  return new RegExp('^' + source.join('') + '$', 'u');
}

const SENTENCES = {
  sheet: 'Score sheet',
  turn: 'Your turn.',
  more: 'Take one more card.',
  pays: 'You can pay: {0}.',
  claimed: '{0}, {1}, claimed by {2}.',
  pass: 'Pass',
  tickets: 'Draw tickets.',
  market: 'Face-up card {0} of 5, {1}.',
  deck: 'Deck, {0} {0|card|cards}.',
  hand: 'Your hand',
  ready: 'I am {0}',
  over: 'Hand over to {0}',
  has: '{0}, you have {1}.',
};
const open = (regexp) => regexp.source.replace(/^\^|\$$/g, '');
const inWords = (language) =>
  Object.fromEntries(Object.entries(SENTENCES).map(([key, english]) => [key, open(pattern(english, language))]));

/**
 * In the page: what the screen waits for, or null while somebody else acts or nothing has changed since `last`. Names,
 * reasons (title) and aria-disabled say what can be done, as they do to a screen reader.
 */
function see({ words, last }) {
  const says = (e) => {
    if (e.getAttribute?.('aria-hidden') === 'true') return '';
    if (e.nodeType === Node.TEXT_NODE) return e.data;
    return e.getAttribute?.('aria-label') ?? [...e.childNodes].map(says).join(' ');
  };
  const name = (e) => says(e).replace(/\s+/g, ' ').trim();
  const is = (word, text) => new RegExp(words[word], 'u').test(text);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const changed = (state) => {
    const about =
      state.kind === 'turn'
        ? [prompt, market.map(name), hand, claimed, squares, all('#hand [aria-label], .foot').map(name)]
        : state;
    const key = JSON.stringify([state.kind, about]);
    return key === last ? null : { ...state, key };
  };

  const prompt = all('header p').map(name).join(' ');
  const dialog = all('dialog').at(-1);
  const routes = all('path[role=button]').map((e) => e.getAttribute('aria-label'));
  const claimed = routes.filter((r) => is('claimed', r)).length;
  const squares = all('rect[role=button][aria-disabled=false]').map((e) => e.dataset.square);
  const market = all('section button').filter((e) => is('market', name(e)) || is('deck', name(e)));
  const hand = all('ul')
    .filter((e) => is('hand', e.getAttribute('aria-label') ?? ''))
    .flatMap((e) => all('li', e).map((li) => name(li).replace(/\. .*/, '.')));

  if (all('section').some((e) => is('sheet', e.getAttribute('aria-label') ?? ''))) return { kind: 'end', key: 'end' };
  if (all('[data-underway]').length > 0) return null; // the last action is not visible yet
  if (all('[data-counting]').length > 0) return { kind: 'counting', key: 'counting' };
  if (dialog) {
    const buttons = all('button:not([role])', dialog)
      .filter((e) => e.getAttribute('aria-disabled') !== 'true' && !e.closest('.stack'))
      .map(name);
    if (buttons.some((b) => is('ready', b))) return changed({ kind: 'hand-over', name: name(dialog) });
    return buttons.length > 0 ? changed({ kind: 'question', buttons }) : null;
  }
  const tunnel = all('[data-tunnel]')[0];
  if (tunnel) {
    const buttons = all('button', tunnel)
      .filter((e) => e.getAttribute('role') === null)
      .map(name);
    return buttons.length > 0 ? changed({ kind: 'question', buttons }) : null; // none: its cards are still turning
  }
  const offer = all('section [role=checkbox]');
  if (offer.length > 0) return changed({ kind: 'tickets', offer: offer.map(name) });
  const over = all('button')
    .map(name)
    .find((b) => is('over', b));
  if (over) return changed({ kind: 'done', name: over, prompt, claimed, hand, squares });
  if (squares.length > 0) return changed({ kind: 'turn', squares, routes: [], draws: [], pass: false, hand });
  const asked = (word) => prompt.includes(words[word].replace(/\\\.$/, '')); // a small screen leaves the full stop out
  if (!asked('turn') && !asked('more')) return null;
  const lit = routes.filter((r) => is('pays', r));
  const draws = market
    .filter((e) => !e.title && !e.querySelector('.empty'))
    .map((e) => ({ name: name(e), slot: is('deck', name(e)) ? 'd' : /\d/.exec(name(e))[0] }));
  const pass = all('button').some((e) => new RegExp(`^${words.pass}$`).test(name(e)));
  const tickets = all('section button').some(
    (e) => name(e).startsWith(words.tickets.replace(/\\\.$/, '.')) && !e.title && !e.querySelector('.empty'),
  );
  return lit.length + draws.length > 0 || pass || tickets
    ? changed({ kind: 'turn', more: asked('more'), squares: [], routes: lit, draws, tickets, pass, hand })
    : null;
}

/** Waits until the screen wants something of the person that it did not want before (`last`). */
export async function next(page, language = 'en', last = '', timeout = BOUND) {
  const words = inWords(language);
  try {
    const found = await page.waitForFunction(see, { words, last }, { polling: 40, timeout });
    return await found.jsonValue();
  } catch (e) {
    await shot(page, 'stuck').catch(() => {});
    const now = await page.evaluate(see, { words, last: '' }).catch(() => null);
    const said = await page
      .locator('header, dialog, [role=dialog], [role=alert], [role=log]')
      .allInnerTexts()
      .catch(() => []);
    throw new Error(
      `${e.message} The screen still shows ${JSON.stringify(now)}; before, it was ${last}. It says: ${said.join(' | ')} Wrong: ${page.wrong}`,
    );
  }
}

/** In the page, over two frames: a point of a route that nothing covers; null if everything of it is covered; false if the
 *  board has just moved, as it does when a bar above it comes or goes; 'gone' if the screen has moved on and has nothing of
 *  that name. */
async function visiblePoint(name) {
  const path = [...document.querySelectorAll('path[role=button]')].find((e) => e.getAttribute('aria-label') === name);
  if (!path) return 'gone';
  const find = () => {
    for (const part of [0.5, 0.3, 0.7, 0.15, 0.85]) {
      const at = path.getPointAtLength(path.getTotalLength() * part).matrixTransform(path.getScreenCTM());
      if (document.elementFromPoint(at.x, at.y) === path) return { x: at.x, y: at.y, route: path.dataset.route };
    }
    return null;
  };
  const before = find();
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  if (!path.isConnected || path.getAttribute('aria-label') !== name) return 'gone';
  const now = find();
  return before?.x === now?.x && before?.y === now?.y ? now : false;
}

/** In the page: notes the name of what the next click hits. */
function aim() {
  globalThis.struck = null;
  const heard = (e) => (globalThis.struck = e.target.getAttribute('aria-label') ?? e.target.tagName);
  addEventListener('click', heard, { capture: true, once: true });
}

/** Does the route of that name have the focus ('this'), or something else, or has the screen moved on ('gone')? */
function focusedRoute(name) {
  const path = [...document.querySelectorAll('path[role=button]')].find((e) => e.getAttribute('aria-label') === name);
  return !path ? 'gone' : document.activeElement === path ? 'this' : 'other';
}

/** Selects a route that lies outside the window or under the sheet, by the list of routes. */
async function fromList(page, name, press, language) {
  const [, a, b] = (language === 'es' ? /^(.+?)–(.+?),/ : /^(.+?) to (.+?),/).exec(name);
  await press(page, page.getByRole('button', { name: pattern('Menu', language) }));
  await press(page, page.getByRole('menuitem', { name: pattern('Routes as a list', language) }));
  await press(
    page,
    page
      .getByRole('dialog')
      .getByRole('button', { name: `${a} — ${b}` })
      .first(),
  );
}

/** Waits for a button. False if the screen no longer wants what it wanted (`now`): then `next` finds out what it wants
 *  instead. */
async function appears(page, button, now, language) {
  const words = inWords(language);
  const look = async () => {
    if (await button.isVisible()) return 'there';
    return (await page.evaluate(see, { words, last: now.key })) && 'elsewhere';
  };
  return (await wait(`${button} appears`, look)) === 'there';
}

/** Presses a route at a point, once. */
async function strike(page, name, press) {
  await page.evaluate(aim);
  await press();
  const struck = await wait(`the click on ${name} comes`, () => page.evaluate(() => globalThis.struck));
  assert.equal(struck, name, 'the click hits what lies at the point');
  return 'pressed';
}

/** Ways to act. `press` uses a button, `route` selects a route of the board, `draw` takes a card. */
const pointing = (press, at) => ({
  press,
  async route(page, name, language) {
    const pressed = await wait(`${name} lies still`, async () => {
      const point = await page.evaluate(visiblePoint, name);
      if (point === 'gone' || point === false) return point;
      if (!point) return fromList(page, name, press, language).then(() => 'pressed');
      await strike(page, name, () => at(page, point));
      // A finger can't tell routes apart that lie side by side.
      const which = page.locator(`[data-which="${point.route}"]`);
      if ((await which.count()) > 0) await press(page, which);
      return 'pressed';
    });
    return pressed === 'pressed';
  },
  async draw(page, now, language) {
    const card = page.getByRole('button', { name: bestDraw(now).name, exact: true });
    if (await appears(page, card, now, language)) await press(page, card);
  },
  square: async (page, square) => press(page, page.locator(`[data-square="${square}"]`)),
});
export const mouse = pointing(
  (_, button) => button.click(PATIENCE),
  (page, { x, y }) => page.mouse.click(x, y),
);
export const touch = pointing(
  (_, button) => button.tap(PATIENCE),
  (page, { x, y }) => page.touchscreen.tap(x, y),
);

const atFocus = (button) => button.evaluate((e) => e === document.activeElement);
export const keys = {
  /** Presses Tab until the button is reached, then Enter (Space for a choice). */
  async press(page, button, key = 'Enter') {
    await button.waitFor(PATIENCE);
    for (let steps = 0; !(await atFocus(button)); steps++) {
      assert.ok(steps < 80, `Tab leads to ${button}`);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press(key);
  },
  async route(page, name) {
    for (let steps = 0; ; steps++) {
      const here = await page.evaluate(focusedRoute, name);
      if (here === 'gone') return false;
      if (here === 'this') break;
      assert.ok(steps < 120, `R leads to ${name}`);
      await page.keyboard.press(steps === 0 ? 'r' : ']');
    }
    await page.keyboard.press('Enter');
    return true;
  },
  draw: (page, now) => page.keyboard.press(bestDraw(now).slot),
};

const pieces = (route) => Number(/ (\d) /.exec(route.split(',')[2] ?? '')?.[1] ?? / (\d) /.exec(route)?.[1] ?? 1);
const tunnel = (route) => /tunnel|túnel/.test(route);
const LONG = 3; // routes of this length are claimed at once; shorter ones, and tunnels, when the hand is full
const FULL = 8;

/** A card of the colour that the hand has most of, or else any; a card that takes the whole turn only if there is
 *  nothing else. */
function bestDraw({ draws, hand }) {
  const held = new Map(hand.map((line) => [line.toLowerCase().split(',')[0], Number(/\d+/.exec(line)?.[0] ?? 0)]));
  const worth = (d) => (d.slot === 'd' ? 1 : (held.get(/, (.+?)\./.exec(d.name.toLowerCase())?.[1]) ?? -1));
  return [...draws].sort((a, b) => worth(b) - worth(a))[0];
}

async function takeTurn(page, now, hands, language) {
  const button = (english) => page.getByRole('button', { name: pattern(english, language) }).first();
  if (now.squares.length > 0) {
    await hands.square(page, now.squares[Math.floor(now.squares.length / 2)]);
    if (hands === touch) await hands.press(page, button('Place on {0}'));
    return;
  }
  const cards = now.hand.reduce((n, line) => n + Number(/\d+/.exec(line)?.[0] ?? 0), 0);
  const wanted = [...now.routes]
    .sort((a, b) => tunnel(a) - tunnel(b) || pieces(b) - pieces(a))
    .filter((r) => (pieces(r) >= LONG && !tunnel(r)) || cards >= FULL || now.draws.length === 0);
  if (wanted[0]) {
    const claim = button(tunnel(wanted[0]) ? 'Try the tunnel' : 'Claim for {0} {0|point|points}');
    if (!(await hands.route(page, wanted[0], language))) return undefined; // the screen has moved on
    return (await appears(page, claim, now, language)) && hands.press(page, claim);
  }
  if (now.draws.length > 0) return hands.draw(page, now, language);
  if (now.pass) return hands.press(page, button('Pass'));
  await page.keyboard.press('t'); // all cards are in somebody's hand
  const tickets = page.getByRole('button', { name: pattern('Draw tickets', language) }).last();
  return (await appears(page, tickets, now, language)) && hands.press(page, tickets);
}

/** Answers what `next` found. */
export async function answer(page, now, { hands = mouse, language = 'en' } = {}) {
  const button = (english) => page.getByRole('button', { name: pattern(english, language) }).first();
  if (now.kind === 'turn') return takeTurn(page, now, hands, language);
  if (now.kind === 'counting') {
    await page.keyboard.press('Escape');
    return page.locator('[data-counting]').waitFor({ state: 'detached' });
  }
  if (now.kind === 'done') return hands.press(page, button('Hand over to {0}'));
  if (now.kind === 'hand-over') return hands.press(page, button('I am {0}'));
  if (now.kind === 'tickets') {
    const least = now.offer.length > 2 ? 2 : 1;
    for (let i = 0; i < least; i++) await hands.press(page, page.getByRole('checkbox').nth(i), 'Space');
    return hands.press(page, button('Keep {0} {0|ticket|tickets}'));
  }
  const yes = ['Pay {0} more', 'Keep the {0} card', 'Let it go'].find((english) =>
    now.buttons.some((b) => pattern(english, language).test(b)),
  );
  assert.ok(yes, `a question that is known: ${now.buttons}`);
  return hands.press(page, button(yes));
}

/** Plays until the score sheet appears (or `until` says so); `before` is called with each situation. Gives the number
 *  of answers. */
export async function playOut(
  page,
  { hands = mouse, language = 'en', before = async () => {}, until = () => false } = {},
) {
  for (let last = '', answers = 0; ; answers++) {
    const now = await next(page, language, last);
    if (now.kind === 'end' || until(now, answers)) return answers;
    last = now.key;
    await before(now, answers);
    await answer(page, now, { hands, language });
  }
}

/** Goes through the set-up to the first screen of a game on this device. `seats`: a person's name, or a bot's level
 *  with a colon before it. */
export async function setUp(page, url, game, seats, { hands = mouse, language = 'en' } = {}) {
  await page.goto(`${url}#/new/${game}`);
  const named = (english, ...places) =>
    new RegExp(
      places.reduce((s, p) => s.replace('.+', p), pattern(english, language).source),
      'u',
    );
  const start = page
    .getByRole('button', { name: pattern('Start the game', language) })
    .or(page.getByRole('button', { name: pattern('Play with {0} {0|bot|bots}', language) }));
  await start.waitFor(PATIENCE);
  const there = await page.getByRole('button', { name: pattern('Remove seat {0}', language) }).count();
  for (let n = there; n > seats.length; n--)
    await hands.press(page, page.getByRole('button', { name: named('Remove seat {0}', n) }));
  for (let n = there; n < seats.length; n++)
    await hands.press(page, page.getByRole('button', { name: pattern('Add a seat', language) }));
  for (const [i, seat] of seats.entries()) {
    const bot = seat.startsWith(':');
    await page.getByLabel(named('Who has seat {0}', i + 1)).selectOption(bot ? 'bot' : 'person');
    if (bot) await page.getByLabel(named('Which bot has seat {0}', i + 1)).selectOption(seat.slice(1));
    else await page.getByLabel(named('Name of seat {0}', i + 1)).fill(seat);
  }
  await hands.press(page, start);
}

/** The score sheet, read as a table: rank, name, points of each part, total. */
export async function scoreSheet(page) {
  const rows = await page
    .locator('section table tbody tr')
    .evaluateAll((list) =>
      list.map((tr) => [...tr.children].map((c) => c.querySelector('.unseen')?.textContent ?? '')),
    );
  return rows.map(([rank, name, ...numbers]) => ({
    rank: Number(rank),
    name,
    parts: numbers.slice(0, -1).map(Number),
    total: Number(numbers.at(-1)),
  }));
}

/** Checks a sheet: as many rows as seats, parts that add up, places in the order of points. */
export async function soundSheet(page, seats) {
  const rows = await scoreSheet(page);
  assert.equal(rows.length, seats);
  for (const row of rows)
    assert.equal(
      row.parts.reduce((a, b) => a + b, 0),
      row.total,
      `${row.name}: the parts add up`,
    );
  assert.deepEqual(
    rows.map((r) => r.total),
    rows.map((r) => r.total).sort((a, b) => b - a),
    'in the order of points',
  );
  assert.equal(rows[0].rank, 1);
  return rows;
}
