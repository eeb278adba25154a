// The moments that matter are shown in order: what is on the screen while a tunnel's cards turn, and what comes only
// afterwards. A recorder in the page notes what is visible at every change of the document, so nothing here depends on
// how fast the machine is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { accessible, deal, DESKTOP, PHONE, setting, shot } from './harness.mjs';
import { becomes } from './patience.mjs';

const here = setting({ files: true });
const log = (name) => readFileSync(new URL(`../games/${name}.log`, import.meta.url), 'utf8');

/** A game on this device that goes on from the first events of a log. `me`: the seat of the person; bots have the
 *  others, and move only when the board is there to show it. */
async function playFrom(page, name, events, me, bot = 'easy') {
  const text = log(name);
  const seats = Array.from({ length: Number(/^seats (\d)/m.exec(text)[1]) }, (_, i) => i + 1);
  const game = {
    log: text,
    events,
    seats: seats.map((seat) => (seat === me ? { kind: 'person' } : { kind: 'bot', bot })),
    names: seats.map((seat) => (seat === me ? '' : 'Otto')),
  };
  await deal(page, { game, holds: true });
  await page.goto(`${here.files.url}#/new/${name.split('-')[0]}`);
  await page.getByRole('button', { name: /^(Play with|Jugar con) \d/ }).click();
  await page
    .getByRole('group', { name: /^(Board of|Tablero de)/ })
    .first()
    .waitFor();
  await page.evaluate(() => globalThis.begin());
}

/** In the page: notes what is visible whenever the document changes. `hurry`: presses a key when the first card has
 *  turned, as an impatient person would. */
function record(hurry = false) {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = () => ({
    open: all('[data-tunnel] li.asks, [data-tunnel] li.idle').length,
    tunnel: all('[data-tunnel]')[0]?.getAttribute('aria-label') ?? null,
    state: all('[data-tunnel]')[0]?.dataset.tunnel ?? null,
    sum: all('[data-tunnel] .sum strong')[0]?.textContent ?? '',
    lines: all('[role=log] li').length,
    line: all('[role=log] li').at(-1)?.textContent ?? '',
    points: all('[data-panel] .score').map((e) => e.textContent),
    pieces: all('[data-pieces]').length,
    toast: all('.toast')[0]?.textContent ?? '',
    turn: all('header p')[0]?.textContent ?? '',
    lit: all('.lights:not([visibility])').length,
    buttons: all('[data-tunnel] button').map((e) => e.textContent.trim()),
  });
  globalThis.records = [seen()];
  const note = () => {
    const now = seen();
    if (JSON.stringify(now) !== JSON.stringify(globalThis.records.at(-1))) globalThis.records.push(now);
    if (!hurry || now.state !== 'turning' || now.open !== 1) return;
    hurry = false;
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true, cancelable: true }));
  };
  new MutationObserver(note).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
}
const records = (page) => page.evaluate(() => globalThis.records);

/** Waits until something was noted: things that are there only for a moment may be gone when the test looks. */
const noted = (page, what, pattern) =>
  page.waitForFunction(({ what, source }) => globalThis.records?.some((n) => new RegExp(source).test(n[what] ?? '')), {
    what,
    source: pattern.source,
  });

/** While cards turn, none of their consequences are on the screen. */
function inOrder(notes) {
  const before = notes[0];
  const turning = notes.filter((n) => n.state === 'turning');
  assert.ok(turning.length > 0, 'the cards were seen turning');
  for (const n of turning) {
    assert.equal(n.lines, before.lines, 'the log waits');
    assert.equal(n.line, before.line, 'the log waits');
    assert.deepEqual(n.points, before.points, 'the score waits');
    assert.equal(n.pieces, before.pieces, 'no wagon lies yet');
    assert.equal(n.toast, '', 'nothing is said yet');
    assert.equal(n.lit, 0, 'nothing can be done meanwhile');
    assert.deepEqual(n.buttons, []);
  }
  for (const n of notes) assert.doesNotMatch(n.toast, /Claimed/, 'no undo of a tunnel');
  return turning;
}

const tunnel = (page, name) => page.getByRole('button', { name: new RegExp(`^${name},.*tunnel.*You can pay`) });

/** Tries a tunnel after so many events of the game, and notes what is visible from then on. */
async function tryTunnel(page, events, name, hurry = false) {
  await playFrom(page, 'europe-2', events, 2);
  await tunnel(page, name).focus();
  await page.keyboard.press('Enter');
  const attempt = page.getByRole('button', { name: 'Try the tunnel' });
  await attempt.waitFor();
  await page.evaluate(record, hurry);
  await attempt.click();
}

test('an own tunnel: the cards turn one by one, then it asks, then it is paid', async () => {
  const page = await here.visitor({ motion: true, size: DESKTOP });
  await playFrom(page, 'europe-2', 81, 2);
  await tunnel(page, 'Barcelona to Pamplona').focus();
  await page.keyboard.press('Enter');
  const attempt = page.getByRole('button', { name: 'Try the tunnel' });
  await attempt.waitFor();
  assert.equal(await page.getByRole('button', { name: /^Claim for/ }).count(), 0);
  await shot(page, 'tunnel-question');
  await page.evaluate(record);
  await attempt.click();
  const pay = page.getByRole('button', { name: /^Pay \d more$/ });
  await pay.waitFor();
  await shot(page, 'tunnel-asks');
  await accessible(page, 'a tunnel that asks');
  const turning = inOrder(await records(page));
  assert.deepEqual([...new Set(turning.map((n) => n.open))], [0, 1, 2, 3], 'one card after the other');
  assert.ok(
    turning.every((n) => n.tunnel === 'You try Barcelona — Pamplona'),
    'it says who and where',
  );
  assert.equal(await page.locator('dialog').count(), 0, 'no veil: the board can be read');
  await page.keyboard.press('Escape');
  assert.ok(await pay.isVisible(), 'once cards lie there is no way back');
  await becomes(true, () => pay.evaluate((e) => e === document.activeElement), 'Enter pays');
  await page.keyboard.press('Enter');
  await page.locator('[data-tunnel]').waitFor({ state: 'detached' });
  await page
    .getByRole('log')
    .getByText(/Barcelona–Pamplona/)
    .last()
    .waitFor();
  inOrder(await records(page));
});

test('a key turns the rest of the cards, and does nothing else', async () => {
  const page = await here.visitor({ motion: true });
  await tryTunnel(page, 81, 'Barcelona to Pamplona', true);
  await page.locator('[data-tunnel=turned]').waitFor();
  const turning = inOrder(await records(page));
  assert.ok(!turning.some((n) => n.open === 2), 'the rest turned at once');
});

test('a tunnel that asks for nothing says so, and is claimed', async () => {
  const page = await here.visitor({ motion: true });
  await tryTunnel(page, 229, 'Paris to Zürich');
  await noted(page, 'sum', /^Nothing asked\. Claimed\.$/);
  await page.locator('[data-tunnel]').waitFor({ state: 'detached' });
  const notes = await records(page);
  inOrder(notes);
  const [before] = notes;
  for (const n of notes.filter((n) => n.state === 'turned')) {
    assert.equal(n.pieces, before.pieces + 1, 'claimed, and nobody else has moved');
    assert.equal(n.lines, before.lines + 1);
  }
});

test('a rival’s tunnel says who and where, and is gone before one’s own turn', async () => {
  const page = await here.visitor({ motion: true });
  await page.addInitScript(`document.addEventListener('DOMContentLoaded', () => (${record})());`);
  await playFrom(page, 'europe-2', 81, 1, 'greedy');
  await noted(page, 'state', /^turning$/);
  await shot(page, 'tunnel-rival-turning');
  await noted(page, 'sum', /^Otto (pays|takes)/);
  await shot(page, 'tunnel-rival');
  await page.getByText('Your turn.').first().waitFor();
  const all = await records(page);
  const notes = all.slice(all.findIndex((n) => n.pieces > 0)); // since the board has been there
  const turning = inOrder(notes);
  assert.deepEqual([...new Set(turning.map((n) => n.tunnel))], ['Otto tries Paris — Zürich']);
  for (const n of notes) if (n.turn.startsWith('Your turn')) assert.equal(n.tunnel, null, 'gone before my turn');
});

for (const motion of [true, false])
  test(`on a phone the tunnel is told in the sheet${motion ? '' : '; without motion its cards lie open at once'}`, async () => {
    const page = await here.visitor({ motion, size: PHONE, touch: true });
    await playFrom(page, 'europe-2', 81, 2);
    await tunnel(page, 'Barcelona to Pamplona').focus();
    await page.keyboard.press('Enter');
    const attempt = page.getByRole('button', { name: 'Try the tunnel' });
    await attempt.waitFor();
    await page.evaluate(record);
    await attempt.tap();
    const back = page.getByRole('button', { name: 'Let it go' });
    await back.waitFor();
    await shot(page, `tunnel-phone${motion ? '' : '-still'}`);
    await accessible(page, 'a tunnel on a phone');
    const notes = await records(page);
    if (motion) inOrder(notes);
    else assert.ok(!notes.some((n) => n.open === 1 || n.open === 2), 'no card alone');
    await back.tap();
    await page.locator('[data-tunnel]').waitFor({ state: 'detached' });
  });

/** Can the element be pressed: is it on the screen, with nothing over it? */
const reachable = (locator) =>
  locator.evaluate((e) => {
    const { left, right, top, bottom } = e.getBoundingClientRect();
    const spots = [left + 2, right - 2].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y]));
    return spots.every(([x, y]) => e.contains(document.elementFromPoint(x, y)));
  });

test('on a phone a hint selects what it advises, and the button does it', async () => {
  const page = await here.visitor({ size: PHONE, touch: true });
  await playFrom(page, 'europe-2', 229, 2);
  await page.getByRole('button', { name: 'Hint' }).tap();
  const idea = page.locator('[data-idea]');
  await idea.waitFor();
  const title = () => idea.getByRole('heading').textContent();
  const another = page.getByRole('button', { name: 'Another idea' });
  const first = await title();
  const titles = [first];
  if (await another.isVisible())
    for (;;) {
      await another.tap();
      await page.waitForFunction((old) => document.querySelector('[data-idea] h2').textContent !== old, titles.at(-1));
      if ((await title()) === first) break;
      titles.push(await title());
    }
  assert.equal(new Set(titles).size, titles.length, 'ideas differ');
  assert.ok(titles.length <= 3, `${titles.length} ideas: ${titles.join(', ')}`);
  const yes = page.locator('section.sheet .primary');
  for (const button of [yes, page.getByRole('button', { name: 'Close' })])
    await becomes(true, () => reachable(button), 'it can be pressed');
  await shot(page, 'hint-phone');
  await accessible(page, 'a hint on a phone');
  const ends = /^Claim (.+) — (.+)$/.exec(first);
  const says = await yes.textContent();
  await yes.tap();
  await idea.waitFor({ state: 'detached' });
  if (!ends) return;
  if (/tunnel/.test(says)) await page.locator('[data-tunnel]').waitFor();
  else await page.getByRole('button', { name: new RegExp(`^${ends[1]} to ${ends[2]},.*claimed by`) }).waitFor();
});

/** In the page: notes what is on the flaps and how far the counting is. Presses Space when tickets are counted. */
function recordEnd() {
  const all = (selector) => [...document.querySelectorAll(selector)];
  globalThis.ends = [];
  let paused = false;
  const note = () => {
    const now = {
      stage: all('[data-counting]')[0]?.dataset.counting ?? (all('section.board')[0] ? 'result' : 'game'),
      totals: all('section.board td.total > .unseen').map((e) => e.textContent),
      parts: all('section.board td.number:not(.total) > .unseen').map((e) => e.textContent),
      ranks: all('section.board tbody tr td:first-child > .unseen').map((e) => e.textContent),
      names: all('section.board tbody th > .unseen').map((e) => e.textContent),
      panels: all('[data-panel] .score').map((e) => /\d+/.exec(e.textContent)?.[0]),
      said: all('[role=log]')[0]?.textContent ?? '',
    };
    if (JSON.stringify(now) !== JSON.stringify(globalThis.ends.at(-1))) globalThis.ends.push(now);
    if (paused || now.stage !== 'tickets') return;
    paused = true;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }));
  };
  new MutationObserver(note).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
}

test('the end is counted on the map: no total and no place is there before its flap', async () => {
  const page = await here.visitor({ motion: true });
  await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => globalThis.recordEnd?.()));
  await page.addInitScript(`globalThis.recordEnd = ${recordEnd}`);
  await playFrom(page, 'europe-4', 731, 2);
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  await page.locator('[data-counting=tickets]').waitFor();
  await shot(page, 'end-tickets');
  await accessible(page, 'the counting');
  for (const stage of ['stations', 'express', 'places']) {
    await page.keyboard.press('ArrowRight');
    await page.locator(`[data-counting=${stage}]`).waitFor();
  }
  await page.keyboard.press(' ');
  await page.getByRole('region', { name: 'Score sheet' }).waitFor();
  await accessible(page, 'the result');
  const ends = await page.evaluate(() => globalThis.ends);
  const result = ends.at(-1);
  assert.equal(result.stage, 'result');
  const counting = ends.filter((e) => !['game', 'result', 'places'].includes(e.stage));
  for (const e of counting) {
    assert.ok(
      e.ranks.every((r) => r === ''),
      `no place at ${e.stage}`,
    );
    assert.deepEqual(e.names, counting[0].names, 'in the order of seats');
  }
  for (const e of counting.filter((x) => x.stage === 'routes')) {
    assert.equal(e.parts.filter((p) => p !== '').length, 4, 'only the routes are counted');
    assert.notDeepEqual([...e.totals].sort(), [...result.totals].sort());
  }
  for (const e of ends.filter((x) => x.stage === 'game')) {
    assert.doesNotMatch(e.said, / wins? with /, 'the log says nothing of the result');
    assert.ok(
      e.panels.every((p) => Number(p) >= 0),
      'the panels show what was public',
    );
  }
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Share a picture' }).click(),
  ]);
  const png = readFileSync(await saved.path());
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
});

test('without motion the stages stand still until they are led on', async () => {
  const page = await here.visitor({ pace: true });
  await playFrom(page, 'europe-4', 731, 2);
  const seats = [1, 2, 3, 4];
  for (const stage of ['routes', ...seats.map(() => 'tickets'), 'stations', 'express', 'places']) {
    await page.locator(`[data-counting=${stage}]`).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Pause' }).count(), 0);
    const tickets = page.locator('aside li');
    if (stage === 'tickets') {
      assert.equal(await tickets.locator('.points').count(), await tickets.count(), 'all tickets of a seat at once');
      assert.equal(await page.locator('aside .who').count(), 1);
    }
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await page.getByRole('region', { name: 'Score sheet' }).waitFor();
});

test('the picture of a result has the ground of its map up to the edge, and nothing is said of the last round any more', async () => {
  const page = await here.visitor();
  await playFrom(page, 'paris-2', 1000, 1);
  await page.getByRole('region', { name: 'Score sheet' }).waitFor();
  await page.locator('.window svg.layer').first().waitFor();
  assert.equal(await page.locator('.toast').count(), 0);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Share a picture' }).click(),
  ]);
  const corner = await page.evaluate(
    async (png) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${png}`;
      await picture.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 630 });
      const c = canvas.getContext('2d');
      c.drawImage(picture, 0, 0);
      const [r, g, b] = c.getImageData(380, 4, 1, 1).data;
      return {
        drawn: `rgb(${r}, ${g}, ${b})`,
        ground: getComputedStyle(document.querySelector('.window')).backgroundColor,
      };
    },
    readFileSync(await saved.path()).toString('base64'),
  );
  assert.equal(corner.drawn, corner.ground);
});

test('tickets drawn in the middle of a game fit the dock of a laptop, with all their buttons', async () => {
  const page = await here.visitor({ size: { width: 1280, height: 720 }, language: 'es' });
  await playFrom(page, 'europe-2', 229, 2);
  const over = () => {
    const [lights, pieces] = ['.lights', '[data-pieces]'].map((s) => [...document.querySelectorAll(s)]);
    return lights.length > 0 && lights.at(-1).compareDocumentPosition(pieces[0]) === Node.DOCUMENT_POSITION_FOLLOWING;
  };
  assert.ok(await page.evaluate(over), 'claimed routes lie over lit ones');
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'Robar billetes' }).last().click();
  const choice = page.getByRole('region', { name: 'Billetes para elegir' });
  await choice.getByRole('checkbox').first().click();
  await page.keyboard.press('n');
  await choice.locator('[data-idea]').waitFor();
  const buttons = await choice.getByRole('button').all();
  assert.equal(buttons.length, 3, 'own tickets, another idea, keep');
  for (const button of buttons)
    await becomes(true, () => reachable(button), `${await button.textContent()} can be pressed`);
  for (const card of await choice.getByRole('checkbox').all()) {
    const { y, height } = await card.boundingBox();
    assert.ok(y + height <= 720, 'no card runs off the screen');
  }
  await shot(page, 'offer-laptop');
});

test('“wait for me”: bots move when they are led on, and wait while the settings are open', async () => {
  const page = await here.visitor({ pace: true });
  await page.addInitScript(() => localStorage.setItem('anden.settings', JSON.stringify({ pace: 'wait', asked: true })));
  await playFrom(page, 'europe-4', 731, 2);
  const lead = page.getByRole('button', { name: 'Next' });
  await lead.waitFor();
  assert.equal(await page.title(), 'andén');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Settings' });
  await drawer.getByText('The game waits while this is open.').waitFor();
  await accessible(page, 'the settings at a table');
  await shot(page, 'settings-drawer');
  await becomes(460, async () => (await drawer.locator('.drawer').boundingBox()).width, 'as wide as it should be');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  assert.equal(await page.locator('[data-counting]').count(), 0, 'nobody has moved');
  const counting = page.locator('[data-counting]');
  for (let moves = 0; moves < 4 && (await counting.count()) === 0; moves++) {
    await page.evaluate(() => document.activeElement?.blur());
    const told = await page.evaluate(() => document.querySelector('[role=log]')?.textContent);
    await page.keyboard.press(' ');
    await page.waitForFunction(
      (old) => document.querySelector('[data-counting]') || document.querySelector('[role=log]')?.textContent !== old,
      told,
    ); // the bot may have one more choice to make
  }
  await counting.waitFor();
});

test('a list of tickets that is longer than a phone follows the count', async () => {
  const page = await here.visitor({ size: PHONE, touch: true, pace: true });
  await playFrom(page, 'europe-4', 731, 2);
  await page.locator('[data-counting=routes]').waitFor();
  assert.ok(!(await page.getByRole('button', { name: 'Show the whole board' }).isVisible()), 'all of it is visible');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.locator('[data-counting=tickets]').waitFor();
  await page.waitForFunction(() => {
    const aside = document.querySelector('aside');
    const { bottom } = aside.querySelector('li:last-child').getBoundingClientRect();
    return aside.scrollHeight > aside.clientHeight && bottom <= aside.getBoundingClientRect().bottom + 1;
  });
});

for (const [name, size] of [
  ['a phone', PHONE],
  ['a tablet', { width: 820, height: 1180 }],
])
  test(`five players and the news about them fit on ${name}`, async () => {
    const page = await here.visitor({ size, touch: true });
    await playFrom(page, 'europe-5', 500, 1);
    await page
      .getByText(/^Your turn/)
      .first()
      .waitFor();
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('[data-panel] .score, [data-panel] .fact, .deeds .words')]
        .filter((e) => {
          const cell = e.closest('li, .deeds').getBoundingClientRect();
          const box = e.getBoundingClientRect();
          return box.right > Math.min(innerWidth, cell.right) + 1 || box.bottom > cell.bottom + 1;
        })
        .map((e) => e.textContent.trim()),
    );
    assert.deepEqual(outside, []);
    assert.equal(await page.locator('[data-panel] .score').count(), 5);
    await shot(page, `five-${size.width}`);
  });
