// Whole games on a phone without a network, by touch: nothing is wider than the screen, and everything to be tapped is
// large enough.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutOff, PHONE, setting, shot, tooSmall } from './harness.mjs';
import { becomes, until } from './patience.mjs';
import { next, playOut, setUp, soundSheet, touch } from './player.mjs';

const here = setting({ files: true, worker: true });

const fits = async (page, what) =>
  assert.ok(
    (await page.evaluate(() => document.documentElement.scrollWidth)) <= page.viewportSize().width,
    `${what} is not wider than the screen`,
  );

for (const [game, theme] of [
  ['berlin', 'light'],
  ['paris', 'dark'],
])
  test(`${game} on a phone, by touch`, async () => {
    const page = await here.visitor({ size: PHONE, touch: true, theme });
    await cutOff(page, here.files.url);
    await setUp(page, here.files.url, game, ['Ana', ':medium'], { hands: touch });
    let claims = 0;
    await playOut(page, {
      hands: touch,
      async before(now, n) {
        if (now.kind === 'tickets') await shot(page, `${game}-tickets-phone-${theme}`);
        if (n === 8) {
          await fits(page, game);
          assert.deepEqual(await tooSmall(page), [], 'targets of 44 px');
          await shot(page, `${game}-phone-${theme}`);
        }
        claims += now.kind === 'turn' && now.routes.length > 0 ? 1 : 0;
      },
    });
    assert.ok(claims > 3);
    await soundSheet(page, 2);
    await fits(page, 'the end');
    await shot(page, `${game}-end-phone-${theme}`);
  });

/** How far the places to tap lie from the drawing, in pixels, and which names of cities can be read in full. */
const onTheMap = (page) =>
  page.evaluate(() => {
    const middle = (e) => {
      const box = e.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const drawn = [...document.querySelectorAll('svg.layer circle.dot')].map(middle);
    const tapped = [...document.querySelectorAll('circle[data-city]')].map(middle);
    const apart = drawn.map(([x, y], i) => Math.hypot(x - tapped[i][0], y - tapped[i][1]));
    const room = document.querySelector('main').getBoundingClientRect();
    const whole = [...document.querySelectorAll('text.label')].filter((e) => {
      const box = e.getBoundingClientRect();
      return box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
    });
    return {
      apart: Math.round(Math.max(...apart)),
      named: whole.map((e) => e.textContent),
      inside: drawn.every(([x, y]) => x > room.left && x < room.right && y > room.top && y < room.bottom),
    };
  });

test('the map of a phone comes near to what is asked about and goes back; taps hit what is drawn at every height of the sheet', async () => {
  const page = await here.visitor({ size: PHONE, touch: true });
  await setUp(page, here.files.url, 'europe', ['Ana', ':easy'], { hands: touch });
  const all = { apart: 0, inside: true };
  const seen = async () => {
    const { apart, inside } = await onTheMap(page);
    return { apart, inside };
  };
  await page.getByRole('checkbox').first().waitFor();
  await becomes(all, seen, 'tickets on offer');
  await playOut(page, { hands: touch, until: (now) => now.kind === 'turn' && now.routes.length > 0 && !now.more });
  await becomes(all, seen, 'the sheet at rest');
  for (const key of ['ArrowDown', 'ArrowUp']) {
    await page.locator('.grip').press(key);
    await becomes(all, seen, 'the sheet at another height');
  }
  const { routes } = await next(page);
  const [, a, b] = /^(.+?) to (.+?),/.exec(routes[0]);
  assert.ok(!(await onTheMap(page)).named.includes(a), 'from afar cities have no names');
  await touch.route(page, routes[0], 'en');
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await until('both cities can be read', async () => {
    const { apart, named } = await onTheMap(page);
    return apart === 0 && named.includes(a) && named.includes(b);
  });
  await shot(page, 'near-phone');
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await becomes(all, seen, 'the whole map again');
  // With a keyboard too, the question takes the focus and gives it back.
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('button')?.textContent.trim() ?? 'no button');
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  await until('the focus is at the button that claims', async () =>
    /^(Claim for|Try the tunnel)/.test(await focused()),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
  await page.waitForFunction(() => /You can pay/.test(document.activeElement?.getAttribute('aria-label') ?? ''));
});
