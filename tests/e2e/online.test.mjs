// Two browsers at a real server: a table by its link, both sit down, talk, and play a whole game; a third one watches
// and never sees a secret.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setting, shot } from './harness.mjs';
import { playOut, scoreSheet, soundSheet } from './player.mjs';
import { endsIn, saidBy, ticketsOf } from './secrets.mjs';

const here = setting({ server: true });

/** A guest with a name of their own. */
async function guest(name, url) {
  const page = await here.visitor({ name });
  await page.goto(url);
  return page;
}

test('Berlin by a link: both sit and talk and play to the end; who looks on sees no hand and no ticket', async () => {
  const ana = await guest('Ana', `${here.server.url}#/new/berlin/online`);
  await ana.getByRole('button', { name: 'Open the table' }).click();
  const link = await ana.getByLabel('Link to this table').inputValue();
  assert.match(link, /#\/table\/[\w-]+$/);
  await shot(ana, 'waiting-desktop-light');

  const [bruno, carla] = await Promise.all([guest('Bruno', link), guest('Carla', link)]);
  await bruno.getByRole('button', { name: 'Sit here' }).click();
  await ana.getByText('Bruno').waitFor();
  await carla.getByRole('heading', { name: 'All seats are taken.' }).waitFor();
  await carla.getByRole('button', { name: 'Watch instead' }).click();
  await ana.getByRole('button', { name: 'Start the game' }).click();

  const tickets = { Ana: new Set(), Bruno: new Set() };
  const pages = { Ana: ana, Bruno: bruno };
  async function play(name) {
    const page = pages[name];
    const other = name === 'Ana' ? 'Bruno' : 'Ana';
    await playOut(page, {
      async before(_, n) {
        for (const pair of await ticketsOf(page)) tickets[name].add(pair);
        const [mine, watched] = await Promise.all([saidBy(page), saidBy(carla)]);
        for (const pair of tickets[other])
          if (!tickets[name].has(pair))
            assert.ok(!endsIn(mine, pair), `${name} does not see ${other}’s ticket ${pair}`);
        for (const pair of tickets[name])
          assert.ok(!endsIn(watched, pair), `who looks on does not see ${name}’s ticket ${pair}`);
        assert.doesNotMatch(
          watched,
          /you have \d|Your hand|Your tickets|You can pay|Tickets on offer/,
          'who looks on has no hand',
        );
        assert.doesNotMatch(watched, /Since your last turn/, 'who looks on has no turn');
        if (n !== 6) return;
        await page.getByLabel('Say something').fill(`Hello, I am ${name}.`);
        await page.getByRole('button', { name: 'Send' }).click();
        await pages[other].getByRole('region', { name: 'Chat' }).getByText(`Hello, I am ${name}.`).waitFor();
      },
    });
  }
  await carla.getByRole('log').waitFor();
  await Promise.all([play('Ana'), play('Bruno')]);
  assert.ok(tickets.Ana.size > 0 && tickets.Bruno.size > 0, 'both had tickets');
  const rows = await soundSheet(ana, 2);
  assert.deepEqual(rows.map((r) => r.name).sort(), ['Ana', 'Bruno']);
  await carla.getByRole('button', { name: 'Skip' }).click();
  await carla.getByRole('region', { name: 'Score sheet' }).waitFor();
  assert.deepEqual(await scoreSheet(bruno), rows, 'both see the same sheet');
  assert.deepEqual(await scoreSheet(carla), rows, 'and so does who looked on');

  await ana.getByRole('button', { name: 'More' }).click();
  await ana.getByRole('menuitem', { name: 'Verify the shuffle' }).click();
  await ana.getByText(/All is right/).waitFor();
  await shot(carla, 'end-watched-desktop-light');
});
