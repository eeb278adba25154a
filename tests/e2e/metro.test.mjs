// Whole games of Metro in a browser without a server: by mouse, by touch round one screen, by keyboard with the
// variants. The page shows what a tile would do before it is placed; the score sheet, the check of the shuffle and the
// hand-over are right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, DESKTOP, PHONE, setting, shot } from './harness.mjs';
import { becomes } from './patience.mjs';

const here = setting({ files: true });

/** What the screen waits for: a choice, the hand-over (before and after the screen is given away), the end. */
async function next(page) {
  const found = await page.waitForFunction(() => {
    if (document.querySelector('[data-counting]')) return 'counting';
    if (document.querySelector('section.board tbody')) return 'end';
    if (document.querySelector('.over button')) return 'hand-over';
    if (document.querySelector('.pass .primary')) return 'done';
    return document.querySelector('.hit.can') ? 'turn' : null;
  });
  return found.jsonValue();
}

/** Plays until the end: `turn` makes a move, then this waits until the screen shows it. */
async function playOut(page, turn, handOver = async () => assert.fail('nobody to hand over to')) {
  for (let moves = 0; ;) {
    const what = await next(page);
    if (what === 'end') return moves;
    if (what === 'counting') {
      await page.keyboard.press('Escape');
      await page.locator('[data-counting]').waitFor({ state: 'detached' });
      continue;
    }
    if (what === 'done') {
      await page.locator('.pass .primary').click();
      await page.locator('.pass').waitFor({ state: 'detached' });
      continue;
    }
    if (what === 'hand-over') {
      await handOver(page);
      await page.locator('.over button').click();
      await page.locator('.over').waitFor({ state: 'detached' });
      continue;
    }
    await page.mouse.move(1, 1); // away from the board, so that no tile is held over it
    const before = await page.locator('svg.metro rect.tile').count();
    await turn(page, moves++);
    await page.waitForFunction((old) => {
      const lies =
        document.querySelectorAll('svg.metro rect.tile').length - document.querySelectorAll('svg.metro .shadow').length;
      return !document.querySelector('svg.metro') || lies > old;
    }, before);
  }
}

/** Walks the board with the arrows, around the four squares in the middle. */
async function walk(page, goal) {
  const where = () => page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? '');
  for (let here = await where(), steps = 0; here !== goal; steps++) {
    assert.ok(steps < 20, `${goal} can be reached with the arrows from ${here}`);
    const across = here[0] !== goal[0] && !('45'.includes(here[1]) && 'de'.includes(goal[0]) && here[1] !== goal[1]);
    await page.keyboard.press(
      across ? (here[0] < goal[0] ? 'ArrowRight' : 'ArrowLeft') : here[1] < goal[1] ? 'ArrowUp' : 'ArrowDown',
    );
    await page.waitForFunction((old) => document.activeElement?.getAttribute('data-square') !== old, here);
    here = await where();
  }
}

async function start(page, set = async () => {}) {
  await page.goto(here.files.url + '#/new/metro');
  // Bots have all other seats: the game is the same, and soon over.
  const more = page
    .getByRole('button', { name: 'Add a seat' })
    .or(page.getByRole('button', { name: 'Añadir un puesto' }));
  for (let seats = 2; (await more.getAttribute('aria-disabled')) !== 'true'; seats++) {
    assert.ok(seats < 6, 'Metro has six seats');
    await more.click();
  }
  await set(page);
  await page.locator('button[type=submit]').click();
  await page.locator('[data-square], .over button').first().waitFor();
}

/** The score sheet after so many moves of one person: all tiles were placed, in turn. */
async function checkEnd(page, moves, persons = 1) {
  const totals = await page.locator('section.board td.total > .unseen').allTextContents();
  assert.equal(moves, (60 / totals.length) * persons);
  assert.deepEqual(
    totals.map(Number),
    totals.map(Number).sort((a, b) => b - a),
    'rows stand in the order of points',
  );
}

test('against bots, by mouse: what a tile does is shown first, then the score sheet and the check of the shuffle', async () => {
  const page = await here.visitor({ size: DESKTOP });
  await start(page);
  const moves = await playOut(page, async (_, move) => {
    const can = page.locator('.hit.can');
    const square = can.nth(move % (await can.count()));
    const name = await square.getAttribute('data-square');
    if (move % 10 === 3) {
      await square.hover({ force: true });
      await page.getByRole('button', { name: `Place on ${name}` }).waitFor();
      const grown = await page.locator('.effects li b').allTextContents();
      const tags = await page.locator('.tagtext').allTextContents();
      assert.deepEqual([...tags].sort(), [...grown].sort(), 'tags at the stations and the list say the same');
      await shot(page, `metro-desktop-${move}`);
    }
    const low = (log) => log.scrollHeight - log.scrollTop - log.clientHeight < 24;
    if (move === 8) await becomes(true, () => page.getByRole('log').evaluate(low), 'the log shows its end');
    if (move === 4) {
      await page.locator('.hit:not(.can)').first().hover({ force: true });
      await page.locator('.prompt', { hasText: /tile/ }).waitFor();
    }
    await square.click({ force: true });
  });
  await checkEnd(page, moves);
  await accessible(page, 'the end');
  await shot(page, 'metro-end-desktop-light');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Verify the shuffle' }).click();
  await page.getByText(/All is right: \d+ events of chance/).waitFor();
  await accessible(page, 'the check of the shuffle');
});

test('two people round a phone, by touch, in Spanish: nothing of the game is there while it is handed over', async () => {
  const page = await here.visitor({ size: PHONE, touch: true, theme: 'dark', language: 'es-ES' });
  await start(page, async () => {
    await page.getByLabel('Quién ocupa el puesto 2').or(page.locator('select').nth(1)).first().selectOption('person');
  });
  let handed = 0;
  const moves = await playOut(
    page,
    async (_, move) => {
      const since = page.getByRole('button', { name: 'Cerrar' }); // what happened since the last turn
      if (await since.isVisible()) await since.tap();
      await page.locator('.hit.can').first().tap();
      if (move === 10) await shot(page, 'metro-phone-dark');
      await page.getByRole('button', { name: /^Colocar en/ }).tap();
    },
    async () => {
      if (handed++ === 0) {
        await accessible(page, 'hand-over');
        await shot(page, 'hand-over-phone-dark');
      }
      assert.equal(
        await page.locator('[data-square], .panel').count(),
        0,
        'the board and the tile are not in the document',
      );
    },
  );
  await checkEnd(page, moves, 2);
  assert.ok(handed >= moves - 1, 'the screen was handed over for every turn but the first');
  await page
    .getByText(/Gana .* con \d+ puntos?\.|comparten la victoria/)
    .first()
    .waitFor();
  await shot(page, 'metro-end-phone-dark');
});

test('by keyboard alone, tiles turned, two in hand', async () => {
  const page = await here.visitor();
  await start(page, async () => {
    await page.getByLabel('Tiles may be turned').check();
    await page.getByLabel('Tiles in hand').selectOption('2');
  });
  const moves = await playOut(page, async (_, move) => {
    if (move % 4 === 1) await page.keyboard.press('e');
    if (move === 2) {
      await page.keyboard.press('d');
      await page.getByText('Place the tile that you drew.').waitFor();
    }
    await page.locator('[data-square][tabindex="0"]').focus();
    await walk(
      page,
      await page
        .locator('.hit.can')
        .nth(move % (await page.locator('.hit.can').count()))
        .getAttribute('data-square'),
    );
    assert.match(
      (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '',
      /^[a-h][1-8], legal\. /,
    );
    await page.keyboard.press('Enter');
  });
  await checkEnd(page, moves);
});

/** In the page: what toasts cover, and coordinates that are too small or outside the window. */
function faults() {
  const box = (e) => e.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const toast = box(document.querySelector('.toast'));
  const kept = 'svg.metro .block, svg.metro .bed, .deeds, #players, #hand, header button, .buttons button';
  const under = [...document.querySelectorAll(kept)];
  const names = [...document.querySelectorAll('svg.metro text.name')];
  const main = box(document.querySelector('main'));
  const inside = ({ left, right, top, bottom }) =>
    left >= main.left - 1 && right <= main.right + 1 && top >= main.top - 3 && bottom <= main.bottom + 3;
  return {
    under: under.filter((e) => meet(toast, box(e))).map((e) => e.getAttribute('class')),
    coordinates: names.length,
    bad: names.filter((e) => !inside(box(e)) || box(e).height < 13).map((e) => e.textContent),
  };
}

for (const [name, size] of [
  ['a phone', PHONE],
  ['a phone on its side', { width: PHONE.height, height: PHONE.width }],
  ['a small phone', { width: 375, height: 667 }],
  ['a tablet', { width: 820, height: 1180 }],
  ['a square tablet', { width: 768, height: 1024 }],
])
  test(`${name}: coordinates at the edge, and toasts beside the board and the news`, async () => {
    const page = await here.visitor({ size, touch: true });
    await start(page);
    await page.locator('.hit.can').first().tap();
    await page.getByRole('button', { name: /^Place on/ }).tap();
    await page.getByRole('button', { name: 'Undo' }).last().waitFor();
    await page.waitForFunction(() => document.querySelector('.toast button'));
    const found = await page.evaluate(faults);
    assert.deepEqual(found, { under: [], coordinates: 32, bad: [] });
    await shot(page, `metro-toast-${size.width}`);
  });

test('a toast can be pressed above a dialog', async () => {
  const page = await here.visitor();
  await start(page);
  await page.locator('.hit.can').first().click({ force: true });
  const toast = page.locator('.toast').filter({ hasText: 'Undo' });
  await toast.hover(); // so that it stays
  await page.keyboard.press('?');
  const rules = page.getByRole('dialog');
  await rules.waitFor();
  const [said, card] = [await toast.boundingBox(), await rules.locator('.card').boundingBox()];
  assert.ok(said.y + said.height <= card.y, `the toast lies above the card: ${said.y} + ${said.height}, ${card.y}`);
  await shot(page, 'metro-toast-dialog');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await toast.waitFor({ state: 'detached' });
  await rules.waitFor();
  await page.keyboard.press('Escape');
  await rules.waitFor({ state: 'detached' });
});

test('the lesson on a phone that lies leaves most of the screen to the board', async () => {
  const size = { width: PHONE.height, height: PHONE.width };
  const page = await here.visitor({ size, touch: true });
  await page.goto(here.files.url + '#/learn/metro');
  await page.locator('.hit.can').first().waitFor();
  await page.getByRole('region', { name: 'Introduction' }).getByRole('button', { name: 'Skip' }).tap();
  const { height } = await page.locator('main').boundingBox();
  assert.ok(height > 0.6 * size.height, `the board is ${height} px high`);
});
