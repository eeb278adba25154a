// A family that the page can't draw: the null game is played to its end on the screen that uses only words, at a table
// like any other.
import { readFileSync } from 'node:fs';
import type { Component } from 'svelte';
import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import type { Session } from '../core/api';
import { translator } from '../core/i18n';
import { textOf } from '../core/log';
import type { AnyLegal } from '../core/position';
import type { ScreenProps } from '../ui/table/face';
import { page, SEED, when } from './table';

Object.assign(globalThis, {
  localStorage: { getItem: () => null, setItem: () => {} },
  location: { hash: '' },
  addEventListener: () => {},
});
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { language: 'en' } });

const text = readFileSync('../tests/laws/null.board', 'utf8');
const t = translator(null);

async function begin() {
  const { local, close } = page();
  const table = await local.create({
    board: { text },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    names: ['Ana', ''],
    seed: SEED,
  });
  const { faceOf } = await import('../ui/families');
  const session = await table.open(1);
  return { session, face: faceOf(session.state.board), end: () => (table.close(), close()) };
}

/** The text of a screen, without its markup. */
function words(Screen: Component<ScreenProps>, session: Session): string {
  return render(Screen, { props: { session } })
    .body.replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

test('the screen shows seats, scores, the log and every legal event, until the game is over', async () => {
  const { session, face, end } = await begin();
  const Screen = (await face.screen()).default;
  let turns = 0;
  for (;;) {
    const state = await when(session, (s) => s.myTurn || s.status === 'over');
    const shown = words(Screen, session);
    for (const name of state.names) expect(shown).toContain(name);
    for (const seat of state.position?.seats ?? []) expect(shown).toContain(`Points: ${seat.points}`);
    for (const line of state.log) expect(shown).toContain(textOf(line.runs));
    if (state.status === 'over') break;
    turns++;
    const legal = state.legal as AnyLegal[];
    expect(legal.map((l) => l.text)).toEqual(['say 1', 'say 2', 'say 3'].slice(0, legal.length));
    for (const said of ['Say 1', 'Say 2', 'Say 3'])
      expect(shown.includes(said)).toBe(legal.some((l) => said === `Say ${l.text?.slice(4)}`));
    expect((await session.do(legal.at(-1)!.event)).ok).toBe(true);
    await when(session, (s) => s.last > state.last);
  }
  expect(turns).toBeGreaterThan(1);
  expect(session.state.log.some((l) => textOf(l.runs).startsWith('Ana: say '))).toBe(true);
  end();
});

test('the score sheet has the parts of the score that the engine names', async () => {
  const { session, face, end } = await begin();
  const { board, position } = await when(session, (s) => s.myTurn);
  expect(face.columns(t, board, position!)).toEqual([{ part: 'said', name: 'Said' }]);
  expect(face.points(position!, 1, 'said')).toBe(position!.seats[0]?.points);
  expect((await face.rules()).rulesCard(board, t).about).toBe('There is no rules card for this game.');
  end();
});
