// When something goes wrong around a table, the page says so and offers a way on: a link that is wrong, a table that is
// full, a server that is gone, a page that is older than its server, a game that is open in two tabs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, setting, shot } from './harness.mjs';

const here = setting({ server: true, worker: true });

async function notice(page, title, way) {
  await page.getByRole('heading', { name: title }).waitFor();
  await accessible(page, title);
  await shot(page, `notice-${title.toLowerCase().replace(/\W+/g, '-')}desktop-light`);
  await page
    .getByRole('button', { name: way })
    .or(page.getByRole('link', { name: way }))
    .first()
    .click();
}

test('a link to a table that does not exist leads to the lobby', async () => {
  const page = await here.visitor();
  await page.goto(`${here.server.url}#/table/nothing`);
  await notice(page, 'This table cannot be opened.', 'To the lobby');
  await page.getByRole('heading', { name: 'Lobby' }).waitFor();
  await page.goto(`${here.server.url}#/person/nobody`);
  await notice(page, 'There is nobody called nobody here.', 'To the lobby');
  await page.getByRole('heading', { name: 'Lobby' }).waitFor();
  await page.goto(`${here.server.url}#/local/nothing`);
  await notice(page, 'This game cannot be opened.', 'Go home');
  await page.getByRole('heading', { name: 'andén', level: 1 }).waitFor();
});

test('a full table can be watched', async () => {
  const [ana, bruno, carla] = await Promise.all(['Dora', 'Emil', 'Fani'].map((name) => here.visitor({ name })));
  await ana.goto(`${here.server.url}#/new/berlin/online`);
  await ana.getByRole('button', { name: 'Open the table' }).click();
  const link = await ana.getByLabel('Link to this table').inputValue();
  await bruno.goto(link);
  await bruno.getByRole('button', { name: 'Sit here' }).click();
  await bruno.getByRole('button', { name: 'Leave the table' }).waitFor();
  await carla.goto(link);
  await notice(carla, 'All seats are taken.', 'Watch instead');
  await carla.getByText('The host starts the game when all seats are taken.').waitFor();
  await ana.getByRole('button', { name: 'Start the game' }).click();
  await carla.getByRole('log').waitFor();
});

test('a page that is older than its server is loaded again', async () => {
  const page = await here.visitor();
  // The greeting of an older page; the answer is the real one of the server.
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const real = socket.connectToServer();
    socket.onMessage((text) => real.send(String(text).replace(/"version":\d+/, '"version":0')));
  });
  await page.goto(`${here.server.url}#/lobby`);
  const loaded = page.waitForEvent('load');
  await notice(page, 'The server is newer than this page.', 'Load the new version');
  await loaded;
});

test('a server that is gone: a sentence, games on this device, and back as soon as it is there', async () => {
  const own = await here.anotherServer();
  const page = await here.visitor();
  await page.goto(own.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.getByRole('heading', { name: 'andén', level: 1 }).waitFor();
  await own.kill();
  await page.goto(`${own.url}#/lobby`);
  await page.getByRole('heading', { name: 'The server does not answer.' }).waitFor();
  await page.getByRole('link', { name: 'Go home' }).click();
  await page.getByRole('button', { name: /^Play .+ now/ }).waitFor();
  await page.goto(`${own.url}#/lobby`);
  await page.getByRole('heading', { name: 'The server does not answer.' }).waitFor();
  await own.start();
  await notice(page, 'The server does not answer.', 'Try again');
  await page.getByRole('heading', { name: 'Lobby' }).waitFor();
});

async function keepTickets(page) {
  for (const ticket of await page.getByRole('checkbox').all()) await ticket.click();
  await page.getByRole('button', { name: /^Keep \d/ }).click();
}

test('a game that is open in two tabs goes on in one of them', async () => {
  const one = await here.visitor();
  await one.goto(here.server.url);
  await one.getByRole('button', { name: 'Play Europe now' }).click();
  await one.getByRole('checkbox').first().waitFor();
  const two = await one.context().newPage();
  await two.goto(one.url());
  await two.getByRole('checkbox').first().waitFor();
  await keepTickets(one);
  await one.locator('.market button.lit').first().waitFor();
  await keepTickets(two);
  await two.getByRole('heading', { name: 'This game has gone on in another tab.' }).waitFor();
  await two.getByRole('button', { name: 'Go on here' }).click();
  await two.locator('.market button.lit').first().waitFor();
  const [its, mine] = await Promise.all([one, two].map((page) => page.locator('.hand').first().textContent()));
  assert.equal(mine, its, 'both show the same hand');
});
