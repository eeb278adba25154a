// The page as a visitor meets it: it loads without an error from the server and from any static host, in both languages,
// and works without a network after the first visit.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { accessible, dist, setting, shot, startFiles } from './harness.mjs';
import { becomes } from './patience.mjs';

const here = setting({ server: true, files: true, worker: true });

async function wholePage(page) {
  await page.getByRole('heading', { name: 'andén', level: 1 }).waitFor();
  await page.evaluate(() => document.fonts.ready);
}

test('home: four games, no error', async () => {
  const page = await here.visitor();
  await page.goto(here.server.url);
  await wholePage(page);
  await becomes(4, () => page.getByRole('radio').count());
  const { version } = await (await fetch(here.server.url + 'healthz')).json();
  await page.getByText(`andén ${version}`).waitFor();
  await shot(page, 'home-desktop-light');
});

test('Spanish by the browser, English by a click, and remembered', async () => {
  const page = await here.visitor({ language: 'es-ES' });
  await page.goto(here.server.url);
  await page.getByText('Cuatro juegos de transporte.').waitFor();
  const language = () => page.getAttribute('html', 'lang');
  await becomes('es', language);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('Four transport games.').waitFor();
  await becomes('en', language);
  await page.reload();
  await page.getByText('Four transport games.').waitFor();
});

test('colours by the settings, whatever the system has', async () => {
  const page = await here.visitor({ theme: 'light' });
  await page.goto(here.server.url + '#/settings');
  await page.getByRole('radiogroup', { name: 'Colours' }).getByText('Dark').click();
  await becomes('dark', () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme));
  await accessible(page, 'settings');
  await shot(page, 'settings-desktop-dark');
});

test('a link that leads nowhere has a way on', async () => {
  const page = await here.visitor();
  await page.goto(here.server.url + '#/nowhere');
  await page.getByRole('heading', { name: 'There is no such place here.' }).waitFor();
  await accessible(page, 'a bad link');
  await shot(page, 'bad-link-desktop-light');
  await page.getByRole('link', { name: 'Go home' }).click();
  await wholePage(page);
});

test('a static host, under any path: works, and says kindly that there is no server', async () => {
  const page = await here.visitor();
  await page.goto(here.files.url);
  await wholePage(page);
  await page.goto(here.files.url + '#/lobby');
  await page.getByRole('heading', { name: 'There is no server here.' }).waitFor();
  await accessible(page, 'no server');
  await shot(page, 'no-server-desktop-light');
});

test('without a network after the first visit', async () => {
  const page = await here.visitor();
  await page.goto(here.files.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await wholePage(page);
  // A game starts with one click, and can be found again.
  await page.getByRole('button', { name: 'Play Europe now' }).click();
  await page.getByRole('heading', { name: 'andén', level: 1 }).waitFor({ state: 'detached' });
  await page.waitForURL(/#\/local\/./);
  await page.getByRole('checkbox').first().waitFor(); // the first tickets
  await page.reload();
  await page.getByRole('checkbox').first().waitFor();
  await shot(page, 'game-desktop-light');
  await page.goto(here.files.url + '#/');
  await page.getByRole('link', { name: 'Go on with Europe' }).waitFor();
  await accessible(page, 'home with a game to go on with');
  // Screens that nobody has opened yet are there too, and so is the engine.
  await page.goto(here.files.url + '#/new/metro');
  await page.getByRole('button', { name: /^Play with \d/ }).waitFor();
});

test('set-up: seats and options of the engine, kept for the next time', async () => {
  const page = await here.visitor();
  await page.goto(here.server.url + '#/new/metro');
  await page.getByLabel('Who has seat 2').selectOption('person');
  await page.getByLabel('Name of seat 2').fill('Bruno');
  await page.getByRole('button', { name: 'Add a seat' }).click();
  await page.getByRole('button', { name: 'Add a seat' }).click();
  await page.getByLabel('Tiles may be turned').check();
  await accessible(page, 'set-up');
  await shot(page, 'setup-desktop-light');
  const more = page.getByRole('button', { name: 'Add a seat' });
  await becomes('true', () => more.getAttribute('aria-disabled'), 'Metro has six seats');
});

test('a new version waits until the person wants it', async (t) => {
  const page = await here.visitor();
  const host = await startFiles('/');
  t.after(host.stop);
  await page.goto(host.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // now the worker answers for the page
  const caches_ = () => page.evaluate(() => caches.keys());
  const [old] = await caches_();
  host.instead.set('sw.js', readFileSync(join(dist, 'sw.js'), 'utf8').replace(/VERSION = '\w+'/, "VERSION = 'next'"));
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await page.getByText('A new version is ready.').waitFor();
  await accessible(page, 'a new version');
  assert.ok((await caches_()).includes(old), 'the old version goes on');
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()]);
  await wholePage(page);
  await becomes(['anden-next'], caches_);
});

test('a browser that gets no engine is told so', async () => {
  const page = await here.visitor();
  await page.addInitScript(() => delete Navigator.prototype.serviceWorker); // it would fetch the engine in its own way
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(here.server.url + '#/new/europe');
  await page.getByRole('heading', { name: 'The games cannot run in this browser.' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await accessible(page, 'no engine');
  await shot(page, 'no-engine-desktop-light');
  page.wrong = page.wrong.filter((said) => !/ERR_FAILED/.test(said)); // the engine that does not come
});
