// The server is killed in the middle of a game and comes back at the same port with the same database: the page says so, tries again,
// and the game goes on where it was, for both, with nothing lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, setting, shot } from './harness.mjs';
import { becomes, until } from './patience.mjs';
import { playOut } from './player.mjs';

const here = setting({ server: true });

/** What a person has and knows, in words. */
async function known(page) {
  const texts = (name) => page.getByRole('list', { name }).locator('li .unseen').allTextContents();
  return {
    hand: await texts('Your hand'),
    tickets: await texts('Your tickets'),
    log: await page.getByRole('log').locator('li .words').allTextContents(),
  };
}

/** Waits until both have heard the same. */
async function same(ana, bruno) {
  const heard = (page) => page.getByRole('log').locator('li').count();
  await until('both have heard the same', async () => (await heard(ana)) === (await heard(bruno)));
}

test('the server is killed in mid-game and starts again: nothing is lost', async () => {
  const [ana, bruno] = await Promise.all([here.visitor({ name: 'Ana' }), here.visitor({ name: 'Bruno' })]);
  await ana.goto(`${here.server.url}#/new/paris/online`);
  await ana.getByRole('button', { name: 'Open the table' }).click();
  await bruno.goto(await ana.getByLabel('Link to this table').inputValue());
  await bruno.getByRole('button', { name: 'Sit here' }).click();
  await ana.getByRole('button', { name: 'Start the game' }).click();

  // Plays until somebody has drawn the first of two cards, so that the server stops in the middle of a turn.
  let stopped = false;
  const middle = (now, answers) => (stopped ||= answers > 8 && now.more);
  const first = [ana, bruno].map((page) => playOut(page, { until: middle }));
  await Promise.race(first);
  const both = [ana, bruno];
  const acts = await Promise.race(
    both.map(async (page) => (await page.getByText('Take one more card.').waitFor(), page)),
  );
  await same(ana, bruno);
  const before_ = await Promise.all(both.map(known));

  await here.server.kill();
  for (const page of both) await page.getByRole('alert').filter({ hasText: 'Connection lost.' }).waitFor();
  assert.deepEqual(await Promise.all(both.map(known)), before_, 'what is known stays readable');
  await acts.getByText('Take one more card.').waitFor({ state: 'detached' });
  await becomes(0, () => acts.locator('.market .lit').count(), 'nothing is offered');
  await becomes(0, () => acts.locator('#players .edge').count(), 'no yellow line');
  await acts.keyboard.press('d'); // this does nothing, now or later
  await accessible(ana, 'connection lost');
  await shot(ana, 'connection-lost-desktop-light');
  await here.server.start();
  for (const page of both) {
    const back = page.getByRole('alert').filter({ hasText: 'Connection lost.' }).waitFor({ state: 'detached' });
    const again = page.getByRole('button', { name: 'Try now' }).click();
    await Promise.race([back, again.catch(() => back)]); // it may be back already
    await back;
  }
  await acts.getByText('Take one more card.').waitFor();
  await acts.keyboard.press('d');
  await acts.getByText('Take one more card.').waitFor({ state: 'detached' });

  const cards = (hand) => hand.reduce((n, line) => n + Number(/\d+/.exec(line)[0]), 0);
  const i = both.indexOf(acts);
  const held = async () => cards((await known(acts)).hand);
  await becomes(cards(before_[i].hand) + 1, held, 'the card was drawn');
  const later = await Promise.all(both.map(known));
  for (const [n, now] of later.entries()) {
    assert.deepEqual(now.tickets, before_[n].tickets, 'the tickets are the same');
    // The line of the unfinished turn will say more; a line about the market may follow it.
    const goesOn = before_[n].log.findLastIndex((line) => /^(You take|Ana takes|Bruno takes) /.test(line));
    const told = before_[n].log.slice(0, goesOn);
    assert.deepEqual(now.log.slice(0, told.length), told, 'the log is the same');
    assert.ok(now.log.length > told.length, 'and goes on');
  }
  assert.equal(cards(later[i].hand), cards(before_[i].hand) + 1, 'the card was drawn once');

  // The game goes on, turn by turn.
  await Promise.race(both.map((page) => playOut(page, { until: (_, answers) => answers === 8 })));
  await same(ana, bruno);
});

/** A person in turn at a server's table against a bot. */
async function inTurn(url, name) {
  const page = await here.visitor({ name });
  await page.goto(`${url}#/new/paris/online`);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByLabel('Who has seat 2').selectOption('easy');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await playOut(page, { until: (now) => now.kind === 'turn' });
  return page;
}

const bar = (page) => page.getByRole('alert').filter({ hasText: 'Connection lost.' });

/** The page says what is wrong to somebody who wants to take a card. */
async function saysSo(page) {
  await bar(page).waitFor();
  await page.keyboard.press('d');
  await page
    .getByRole('status')
    .filter({ hasText: 'The connection is lost. You can go on when it is back.' })
    .waitFor();
}

test('the browser has no network: the page says so at once, also to who presses a key', async () => {
  const page = await inTurn(here.server.url, 'Carla');
  await page.context().setOffline(true);
  await saysSo(page);
  await shot(page, 'connection-lost-asked-desktop-light');
  await page.context().setOffline(false);
  await bar(page).waitFor({ state: 'detached' });
  await page.keyboard.press('d');
  await page.getByText('Take one more card.').waitFor();
});

test('a connection that lets nothing through is noticed by what the person does', async () => {
  const proxy = await here.proxy(here.server.url);
  const page = await inTurn(proxy.url, 'Diego');
  proxy.swallows = true;
  await page.keyboard.press('d');
  await saysSo(page);
  proxy.swallows = false;
  await bar(page).waitFor({ state: 'detached' });
  await page.getByText('Take one more card.').waitFor(); // the card that was asked for
});
