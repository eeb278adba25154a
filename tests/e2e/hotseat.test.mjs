// Two people round one screen: it is handed over between turns. While one of them looks, nothing of the other's hand
// and tickets is in the document, neither shown nor hidden; and while the screen is handed over, nothing of either.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { accessible, setting, shot } from './harness.mjs';
import { playOut, setUp, soundSheet } from './player.mjs';
import { endsIn, saidBy, ticketsOf } from './secrets.mjs';

const here = setting({ files: true });

test('Paris round one screen: handed over between turns, each sees only what is theirs', async (t) => {
  const page = await here.visitor();
  await page.clock.install(); // the clock of the page skips the pause before the screen is handed over
  let over = false;
  t.after(() => (over = true));
  void (async () => {
    while (!over) await Promise.all([pause(100), page.clock.fastForward(1000).catch(() => (over = true))]);
  })();
  await setUp(page, here.files.url, 'paris', ['Ana', 'Bruno']);
  const tickets = { Ana: new Set(), Bruno: new Set() };
  let who = null;
  let handed = 0;
  await playOut(page, {
    async before(now) {
      const text = await saidBy(page);
      if (now.kind === 'hand-over') {
        const to = /^(Ana|Bruno)’s turn/.exec(now.name)?.[1];
        assert.ok(to && to !== who, `${to} is next after ${who}`);
        who = to;
        for (const pair of [...tickets.Ana, ...tickets.Bruno])
          assert.ok(!endsIn(text, pair), `no ticket (${pair}) while the screen is handed over`);
        assert.equal(await page.getByRole('list').count(), 0, 'no hand, no tickets, no log');
        assert.equal(await page.locator('path, [aria-label*=card], [aria-label*=ticket]').count(), 0, 'no board');
        if (handed++ === 0) {
          await accessible(page, 'hand-over');
          await shot(page, 'hand-over-desktop-light');
        }
        return;
      }
      const other = who === 'Ana' ? 'Bruno' : 'Ana';
      for (const pair of await ticketsOf(page)) tickets[who].add(pair);
      for (const pair of tickets[other])
        if (!tickets[who].has(pair)) assert.ok(!endsIn(text, pair), `${who} does not see ${other}’s ticket ${pair}`);
      for (const line of await page.getByRole('log').locator('li').allTextContents())
        assert.ok(
          !new RegExp(`${other} takes .* from the deck`).test(line.replace(/(a card|two cards) from the deck/, '')),
          `a card from the deck stays hidden: ${line}`,
        );
    },
  });
  assert.ok(tickets.Ana.size > 0 && tickets.Bruno.size > 0, 'both had tickets');
  assert.ok(handed > 10, `the screen was handed over ${handed} times`);
  const rows = await soundSheet(page, 2);
  assert.deepEqual(rows.map((r) => r.name).sort(), ['Ana', 'Bruno']);
});
