// Makes the pictures of the README: SHOTS=doc/pictures ANDEN=… ANDEN_WEB=… CHROMIUM=… node tests/e2e/pictures.mjs
// Plays to the middle of a game as the tests do. Run it by hand when the look of the page has changed.
import { PHONE, shot, startBrowser, startServer, visitor } from './harness.mjs';
import { mouse, next, playOut, setUp, touch } from './player.mjs';

const server = await startServer();
const browser = await startBrowser();

async function middle(name, game, seats, answers, look = {}, then = async () => {}) {
  const page = await visitor(browser, look);
  await setUp(page, server.url, game, seats, { hands: look.touch ? touch : mouse });
  await playOut(page, {
    hands: look.touch ? touch : mouse,
    until: (now, n) =>
      now.kind === 'end' || (n >= answers && now.kind === 'turn' && (now.routes.length || now.squares.length)),
  });
  await then(page);
  await shot(page, name);
  await page.context().close();
}

/** Opens the payment of a route that can be paid. */
async function payment(page) {
  const { routes } = await next(page, 'en');
  await mouse.route(page, routes.at(-1), 'en');
  await page.getByRole('button', { name: /^(Claim for|Try the tunnel)/ }).waitFor();
}

const home = await visitor(browser);
await home.goto(server.url);
await home.getByText('Europe', { exact: true }).first().waitFor();
await shot(home, 'home');
await middle('europe', 'europe', ['Ana', ':otto', ':carmen', ':tilde'], 34, {}, payment);
await middle('phone', 'europe', ['Ana', ':otto', ':carmen'], 22, { size: PHONE, touch: true, theme: 'dark' });
await middle('metro', 'metro', ['Ana', ':otto', ':carmen'], 12, { theme: 'dark' });
await browser.close();
await server.stop();
