// One's own games on this device, and the daily deal: from the first screen to its result, the picture and the line to
// share; the list of games, its file, opening and deleting games; the same deal at the server. On the way, the page
// asks about sound once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { accessible, setting, shot } from './harness.mjs';
import { becomes } from './patience.mjs';

const here = setting({ server: true });

/** Clicks a button as soon as it is there: the question about sound goes away by itself after a while. */
const atOnce = (page, selector, words) =>
  page.waitForFunction(
    ([found, said]) => {
      const button = [...document.querySelectorAll(found)].find((e) => e.textContent.trim() === said);
      button?.click();
      return Boolean(button);
    },
    [selector, words],
  );

/** The file that a click saves: its name and where it is. */
async function file(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

test('the daily deal, one’s games and what is shared of them', async () => {
  const page = await here.visitor({ name: 'Ana', asked: false });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(here.server.url);
  await page.getByText('Lay tiles, stretch lines').click();
  await page.getByRole('link', { name: 'At this server: nobody yet' }).waitFor();

  // The person resigns, so that bots play it to its end.
  await page.getByRole('button', { name: 'Play the deal' }).click();
  await atOnce(page, '[role=group][aria-label=Sound] button', 'Without');
  await page.locator('[role=group][aria-label=Sound]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Give up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await page.locator('[data-counting], section.board tbody').first().waitFor();

  await page.goto(here.server.url + '#/');
  const line = page.getByRole('link', { name: /^andén \d+ · Metro · -?\d+, 4th of 4$/ });
  await line.waitFor();
  const picture = await file(page, page.getByRole('button', { name: 'Share a picture and this line' }));
  assert.equal(picture.name, 'anden-metro.png');
  assert.deepEqual([...readFileSync(picture.path).subarray(1, 4)], [...Buffer.from('PNG')]);
  await page.getByText('The picture is saved, and the line is copied.').waitFor();
  const said = (await line.textContent()).trim();
  await becomes(said, () => page.evaluate(() => navigator.clipboard.readText()));
  await accessible(page, 'home after the daily deal');
  await shot(page, 'home-daily-desktop-light');

  await page.goto(here.server.url + '#/games');
  const all = await file(page, page.getByRole('button', { name: 'Export all' }));
  const { games } = JSON.parse(readFileSync(all.path, 'utf8'));
  assert.equal(games.length, 1);
  assert.match(games[0].daily, /^\d{4}-\d\d-\d\d$/);
  assert.match(games[0].log, /^anden log 1/);
  const more = page.getByRole('button', { name: /^More about Metro/ });
  await more.click();
  const log = await file(page, page.getByRole('menuitem', { name: 'Download the log' }));
  assert.equal(readFileSync(log.path, 'utf8'), games[0].log);
  await more.click();
  await page.getByRole('menuitem', { name: 'The score sheet' }).click();
  await page.locator('section.board tbody').waitFor();
  await page.goto(here.server.url + '#/games');
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete this game for good' }).click();
  await page.getByText('No game is kept here.').waitFor();
  await page.goto(here.server.url + '#/');
  await line.waitFor(); // the result stays

  // The same deal at the server: a table of one's own, and a list.
  await page.getByRole('link', { name: 'At this server: nobody yet' }).click();
  await page.getByText('Nobody has finished this deal here yet.').waitFor();
  await accessible(page, 'the daily deal at a server');
  await shot(page, 'daily-desktop-light');
  const own = page.getByRole('button', { name: 'To your table of the day' });
  await own.click();
  await page.locator('[data-square]').first().waitFor();
  const address = page.url();
  await page.goto(here.server.url + '#/daily/metro');
  await own.click();
  await becomes(address, () => page.url(), 'always the same table');
  const results = [
    { name: 'Luis', score: 52, rank: 1 },
    { name: 'Ana', score: 41, rank: 2 },
  ];
  await page.route('**/api/daily/metro', (route) => route.fulfill({ json: { date: '2026-11-17', results } }));
  await page.goto(here.server.url + '#/daily/metro');
  await page.getByRole('row', { name: '2 Ana 41 2nd' }).waitFor();
  await shot(page, 'daily-list-desktop-light');
  await page.goto(here.server.url + '#/ranking/atlantis');
  await page.getByRole('heading', { name: 'There is no game called atlantis.' }).waitFor();
});
