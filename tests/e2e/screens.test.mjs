// Every screen on a tour, on desktop in light, on a phone in dark: axe finds nothing serious, nothing is wider than the screen, and
// in Spanish nothing is left in English. As a program: screens.test.mjs [desktop|phone].
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, DESKTOP, PHONE, setting, shot, tooSmall } from './harness.mjs';
import { englishIn } from './english.mjs';
import { mouse, touch } from './player.mjs';
import { Tour } from './tour.mjs';

const here = setting({ server: true });

/** Runs all checks on a screen; `again`: it differs little from another one, so only its words and its width are
 *  checked. */
const inspector =
  (page, device) =>
  async (name, again = false) => {
    const what = `${name}, ${device}`;
    assert.deepEqual(await englishIn(page), [], `${what}: everything is in Spanish`);
    const wide = (await page.evaluate(() => document.documentElement.scrollWidth)) - page.viewportSize().width;
    assert.ok(wide <= 0, `${what} is ${wide} px wider than the screen`);
    if (device === 'phone') assert.deepEqual(await tooSmall(page), [], `${what}: a fingertip hits everything`);
    await shot(page, `es-${name}-${device}-light`);
    if (again) return;
    // The same colours are on both devices; web/tests/tokens.test.ts has the contrast of all of them, in light and dark.
    if (device === 'desktop') await accessible(page, `${what}, light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    if (device === 'phone') await accessible(page, `${what}, dark`);
    await shot(page, `es-${name}-${device}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
  };

const PARTS = {
  'screens without a game': (tour) => tour.still(),
  introductions: (tour) => tour.learn(),
  'at a server': (tour) => tour.online(),
  'making a map': (tour) => tour.map(),
  'replay and review': (tour) => tour.review(),
  'Europe in its middle': (tour) => tour.middle('europe-3', true),
  'Berlin in its middle': (tour) => tour.middle('berlin-3', false),
  'Paris in its middle': (tour) => tour.middle('paris-4', false),
  'Metro in its middle': (tour) => tour.middle('metro-4', false),
  'the end of Europe': (tour) => tour.end('europe-2'),
};

const DEVICES = [
  ['desktop', DESKTOP, mouse],
  ['phone', PHONE, touch],
];
const wanted = process.argv[2];
for (const [device, size, hands] of DEVICES.filter(([name]) => !wanted || name === wanted))
  for (const [part, go] of Object.entries(PARTS))
    test(`${part}, ${device}`, async () => {
      const page = await here.visitor({ language: 'es-ES', size, touch: hands === touch });
      await go(new Tour(page, here.server.url, inspector(page, device), hands));
    });
