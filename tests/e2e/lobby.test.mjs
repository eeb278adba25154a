// Tables at a server, as people meet them: a name, the lobby, a table and its link, the waiting room, a lost connection.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, PHONE, setting, shot } from './harness.mjs';

const here = setting({ server: true });

const person = (name, options) => here.visitor({ ...options, name });

/** Makes a table from the lobby and gives its link. */
async function openTable(page, { game = 'Paris', everybody = false } = {}) {
  await page.goto(here.server.url + '#/lobby');
  await page.getByRole('link', { name: game, exact: true }).click();
  if (everybody) await page.getByLabel('Public: everybody sees the table in the lobby').check();
  await page.getByRole('button', { name: 'Open the table' }).click();
  return page.getByLabel('Link to this table').inputValue();
}

test('two people meet at a table by its link, and a third looks on', async () => {
  const ana = await person('Ana');
  const link = await openTable(ana, { everybody: true });
  await shot(ana, 'waiting-desktop-light');
  assert.equal(await ana.getByRole('button', { name: 'Start the game' }).getAttribute('aria-disabled'), 'true');

  const luis = await person('Luis', { size: PHONE, touch: true, theme: 'dark' });
  await luis.goto(here.server.url + '#/lobby');
  await luis.getByRole('link', { name: 'Sit down' }).waitFor();
  await shot(luis, 'lobby-phone-dark');
  await luis.goto(link);
  await luis.getByRole('button', { name: 'Sit here' }).click();
  await shot(luis, 'waiting-phone-dark');
  await ana.getByRole('link', { name: 'Luis' }).waitFor();
  await luis.getByLabel('Say something').fill('Wait for Eva.');
  await luis.getByRole('button', { name: 'Send' }).click();
  await ana.getByText('Wait for Eva.').waitFor();
  await ana.getByRole('button', { name: 'Hello!' }).click();
  await luis.getByRole('region', { name: 'Chat' }).getByText('Hello!').first().waitFor();
  await accessible(ana, 'a waiting room with chat');

  const eva = await person('Eva');
  await eva.goto(link);
  await eva.getByRole('heading', { name: 'All seats are taken.' }).waitFor();
  await accessible(eva, 'a full table');
  await shot(eva, 'full-desktop-light');
  await eva.getByRole('button', { name: 'Watch instead' }).click();

  await ana.getByRole('button', { name: 'Start the game' }).click();
  for (const page of [ana, luis, eva])
    await page.getByRole('button', { name: 'Start the game' }).waitFor({ state: 'detached' });
  await ana.goto(here.server.url + '#/lobby');
  await ana.getByText('your turn').waitFor();
  await accessible(ana, 'lobby with own games');
  await shot(ana, 'lobby-desktop-light');
});

test('a name that is taken can be exchanged for another', async () => {
  const first = await person('Olga');
  await first.goto(here.server.url + '#/lobby');
  await first.getByRole('link', { name: 'Olga' }).waitFor();
  const second = await person('Olga');
  await second.goto(here.server.url + '#/lobby');
  await second.getByRole('heading', { name: 'The server does not let this page in.' }).waitFor();
  await accessible(second, 'a name that is taken');
  await shot(second, 'name-taken-desktop-light');
  await second.getByLabel('Your name').fill('Olga Dos');
  await second.getByRole('button', { name: 'Try again' }).click();
  await second.getByRole('link', { name: 'Olga Dos' }).waitFor();
});

test('the host fills a seat with a bot and starts', async () => {
  const ana = await person('Berta');
  await openTable(ana, { game: 'Metro' });
  await ana.getByLabel('Who has seat 2').selectOption('easy');
  await ana.getByText('bot, easy', { exact: true }).waitFor();
  await ana.getByRole('button', { name: 'Start the game' }).click();
  await ana.getByRole('button', { name: 'Start the game' }).waitFor({ state: 'detached' });
});

test('a server that goes away and comes back', async () => {
  const own = await here.anotherServer();
  const ana = await person('Ana');
  await ana.goto(own.url + '#/new/berlin/online');
  await ana.getByRole('button', { name: 'Open the table' }).click();
  await ana.getByLabel('Link to this table').waitFor();
  await own.kill();
  await ana.getByText('Connection lost.').waitFor();
  await accessible(ana, 'a lost connection');
  await shot(ana, 'lost-desktop-light');
  const back = ana.getByText('Back.').waitFor(); // the page says it only for some seconds
  await own.start();
  const again = ana.getByRole('button', { name: 'Try now' }).click();
  await Promise.race([back, again.catch(() => back)]); // it may have come back by itself meanwhile
  await back;
  await ana.getByLabel('Who has seat 2').selectOption('easy');
  await ana.getByRole('button', { name: 'Start the game' }).click();
  await ana.getByRole('button', { name: 'Start the game' }).waitFor({ state: 'detached' });
});
