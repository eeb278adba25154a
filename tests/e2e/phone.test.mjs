// Whole games on a phone without a network, by touch: nothing is wider than the screen, what is tapped is large enough.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutOff, PHONE, setting, shot } from './harness.mjs';
import { playOut, setUp, soundSheet, touch } from './player.mjs';

const here = setting({ files: true, worker: true });

const fits = async (page, what) =>
  assert.ok(
    (await page.evaluate(() => document.documentElement.scrollWidth)) <= page.viewportSize().width,
    `${what} is not wider than the screen`,
  );

/** Buttons that can be tapped and are smaller than a fingertip (what widens the hit area counts). */
const tooSmall = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], select, input, [role=checkbox]')]
      .filter(
        (e) => e.getClientRects().length > 0 && !e.closest('.unseen') && getComputedStyle(e).visibility !== 'hidden',
      )
      .map((e) => {
        const box = e.getBoundingClientRect();
        const after = getComputedStyle(e, '::after');
        const wider =
          after.content !== 'none' && after.position === 'absolute'
            ? [after.left, after.right, after.top, after.bottom].map((v) => Math.max(0, -parseFloat(v) || 0))
            : [0, 0, 0, 0];
        return {
          name: e.getAttribute('aria-label') ?? e.textContent.trim(),
          width: box.width + wider[0] + wider[1],
          height: box.height + wider[2] + wider[3],
        };
      })
      .filter((b) => b.width > 2 && (b.width < 43.5 || b.height < 43.5))
      .map((b) => `${b.name}: ${Math.round(b.width)}×${Math.round(b.height)}`),
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
