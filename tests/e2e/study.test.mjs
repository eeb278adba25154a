// Replaying and reviewing games, playing on from them, making maps, learning the games: all on a host that only has files.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { accessible, DESKTOP, PHONE, setting, shot } from './harness.mjs';
import { becomes, until } from './patience.mjs';
import { paste } from './player.mjs';

const gamePath = (name) => fileURLToPath(new URL(`../games/${name}`, import.meta.url));
const game = (name) => readFileSync(gamePath(name), 'utf8');
const NULL_BOARD = readFileSync(new URL('../laws/null.board', import.meta.url), 'utf8');
const here = setting({ files: true });

/** Pastes a log and waits for its first position. */
async function replay(page, log) {
  await page.goto(here.files.url + '#/replay');
  await paste(page.getByLabel('Or paste it'), log);
  await page.getByRole('button', { name: 'Replay it' }).click();
}

test('a log is replayed by keys, slider and list, from any point of view', async () => {
  const page = await here.visitor();
  await replay(page, game('europe-2.log'));
  const slider = page.getByRole('slider', { name: 'Move' });
  await slider.waitFor();
  const last = Number(await slider.getAttribute('max'));
  const at = (move) => becomes(String(move), () => slider.inputValue(), 'the move that is shown');
  const lists = (name, n) => becomes(n, () => page.getByRole('list', { name }).count(), name);
  await page.keyboard.press('End');
  await at(last);
  await page.getByText('winner').first().waitFor();
  await page.keyboard.press('ArrowLeft');
  await at(last - 1);
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'One step on' }).click();
  await at(1);
  await page.getByRole('list', { name: 'Moves' }).getByRole('button').nth(30).click();
  await at(30);
  await lists('Cards in hand', 2);
  await page.getByLabel('Seen by').selectOption('1');
  await lists('Cards in hand', 1);
  await page.keyboard.press('ArrowDown'); // the next turn
  await until('another move is shown', async () => (await slider.inputValue()) !== '30');
  await page.getByRole('button', { name: 'Players' }).click();
  await lists('Tickets', 1);
  await page.getByLabel('Seen by').selectOption('spectator');
  await lists('Cards in hand', 0);
  await lists('Tickets', 0);
  await shot(page, 'replay-desktop-light');
});

test('a log with a mistake is refused with its line, and can be put right', async () => {
  const page = await here.visitor();
  const lines = game('metro-2.log').split('\n');
  const at = lines.findIndex((line) => /: place /.test(line));
  const good = lines[at];
  lines[at] = '1: place z9 aaaa';
  await replay(page, lines.join('\n'));
  await page.getByRole('heading', { name: `Line ${at + 1} is not right` }).waitFor();
  await page.getByRole('alert').getByText('1: place z9 aaaa').waitFor();
  await accessible(page, 'a bad log');
  lines[at] = good;
  await paste(page.getByLabel('Or paste it'), lines.join('\n'));
  await page.getByRole('button', { name: 'Replay it' }).click();
  await page.getByRole('slider', { name: 'Move' }).waitFor();
});

test('a log of a map of somebody’s own asks for its board file', async () => {
  const page = await here.visitor();
  await replay(page, game('pond-2.log'));
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open the board file' }).click(),
  ]);
  await chooser.setFiles(gamePath('pond.board'));
  await page.getByRole('slider', { name: 'Move' }).waitFor();
});

test('a review charts the chances, lists what cost most, and can be stopped', async () => {
  const page = await here.visitor({ theme: 'dark' });
  await replay(page, game('berlin-2.log'));
  await page.getByRole('navigation').getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: /^Review (this game|again)$/ }).click();
  await page.getByRole('progressbar', { name: 'Progress of the review' }).waitFor();
  await page.getByRole('progressbar', { name: 'Progress of the review' }).waitFor({ state: 'detached' });
  const worst = page.getByRole('region', { name: 'Review' }).getByRole('listitem').first();
  await worst.getByText('Better: ').waitFor();
  await worst.getByRole('button').click();
  await worst.getByText('It would win about').waitFor();
  const slider = page.getByRole('slider', { name: 'Move' });
  const was = await slider.inputValue();
  await page.keyboard.press('n');
  await until('another one that cost much is shown', async () => (await slider.inputValue()) !== was);
  await page.getByRole('img', { name: /Chart of the chance to win/ }).waitFor();
  await shot(page, 'review-desktop-dark');
  await page.getByRole('button', { name: 'As a table' }).click();
  await becomes(12, () => page.getByRole('table').getByRole('row').count(), 'rows');
});

test('any position can be played on, with the bots that played', async () => {
  const page = await here.visitor();
  const seated = 'player 1 otto\nplayer 2 viktor\nplayer 3 human\n';
  await replay(page, game('paris-3.log').replace(/^(player .*\n)+/m, seated));
  await page.getByRole('list', { name: 'Moves' }).getByRole('button').nth(20).click();
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await accessible(page, 'who plays on');
  const seats = page.getByRole('dialog').getByRole('combobox');
  const who = await seats.evaluateAll((list) => list.map((e) => e.value));
  for (const [i, bot] of ['otto', 'viktor', 'hard'].entries())
    if (who[i] !== 'person') assert.equal(who[i], bot, 'a bot of the cast keeps its seat');
  assert.equal(who.filter((w) => w === 'person').length, 1);
  await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL(/#\/local\//);
  await page
    .getByText(/Your turn/)
    .first()
    .waitFor();
});

for (const [device, size] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
])
  test(`a map is made, ${device}: mistakes by line, drawn, balance, played`, async () => {
    const page = await here.visitor({ size, touch: device === 'phone' });
    const tab = async (name) => {
      if (device === 'phone')
        await page.getByRole('navigation', { name: 'What is shown' }).getByRole('button', { name }).click();
    };
    await page.goto(here.files.url + '#/map');
    const file = page.getByRole('textbox', { name: 'Board file' });
    await page.getByText('The file is right: Tiny Lake.').waitFor();
    const text = await file.inputValue();
    await file.fill(
      text
        .replace('route Zürs Westend red 1', 'route Zürs Westend rde 1')
        .replace('ticket Osby Zürs 4', 'ticket Osby Nowhere 4'),
    );
    await page.getByRole('heading', { name: '2 mistakes' }).waitFor();
    const line = text.split('\n').indexOf('route Zürs Westend red 1') + 1;
    await page.getByRole('button', { name: new RegExp(`Line ${line}.*did you mean "red"`) }).click();
    await becomes('rde 1', () => file.evaluate((e) => e.value.slice(e.selectionStart, e.selectionEnd)));
    await accessible(page, 'a map with mistakes');
    await shot(page, `map-mistakes-${device}-light`);
    await tab('Map');
    await becomes(6, () => page.locator('[data-route]').count(), 'routes');
    await tab('File');
    await file.fill(NULL_BOARD); // a family that the page can't draw
    await tab('Map');
    await page.getByText(/^There is no picture of /).waitFor();
    await becomes(0, () => page.locator('[data-route]').count(), 'routes');
    await tab('File');
    await file.fill(text);
    await page.getByText('The file is right: Tiny Lake.').waitFor();
    await tab('Balance');
    await page.getByLabel('Games').selectOption('100');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByRole('heading', { name: '100 games' }).waitFor();
    await accessible(page, 'balance');
    await shot(page, `map-balance-${device}-light`);
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.waitForURL(/#\/local\//);
    await page
      .getByText(/Keep at least/)
      .first()
      .waitFor();
    await page.goto(here.files.url + '#/map');
    await page.reload();
    await becomes(text, () => file.inputValue());
  });

test('the lesson of Europe: what is asked for is done in one game, and the next step comes', async () => {
  const page = await here.visitor();
  await page.goto(here.files.url + '#/learn/europe');
  const coach = page.getByRole('region', { name: 'Introduction' });
  await coach.getByText('Step 1 of 7').waitFor();
  const offer = page.getByRole('region', { name: 'Tickets on offer' });
  await offer.getByRole('checkbox').nth(0).click();
  await offer.getByRole('checkbox').nth(1).click();
  await page.getByRole('button', { name: 'Keep 2 tickets' }).click();
  await coach.getByRole('button', { name: 'Next' }).click();
  await coach.getByText('Step 2 of 7').waitFor();
  const tickets = await page.getByRole('list', { name: 'Your tickets' }).first().textContent();
  await page.keyboard.press('d');
  await page.getByText('Take one more card.').first().waitFor();
  await page.keyboard.press('d');
  await coach.getByRole('button', { name: 'Next' }).click();
  await coach.getByText('Step 3 of 7').waitFor();
  const own = page.getByRole('list', { name: 'Your tickets' }).first();
  await becomes(tickets, () => own.textContent(), 'it is the same game');
  await shot(page, 'learn-desktop-light');
  for (let step = 3; step <= 6; step++) await coach.getByRole('button', { name: 'Skip' }).click();
  await coach.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Rules card' }).click();
  await page.getByRole('dialog', { name: 'Rules of Europe' }).waitFor();
  await shot(page, 'rules-desktop-light');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});
