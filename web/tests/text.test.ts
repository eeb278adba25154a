// Families that the page can't draw are played to their end on the screen that uses only words, at a table like any other:
// the null game, and the family of tests/family/ if the module has it (ANDEN_MODULE).
import { readFileSync } from 'node:fs';
import type { Component } from 'svelte';
import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import type { Session } from '../core/api';
import { capital, translator } from '../core/i18n';
import { textOf } from '../core/log';
import type { ScreenProps } from '../ui/table/face';
import { textFace } from '../ui/text/face';
import { engine, page, SEED, when } from './table';

Object.assign(globalThis, {
  localStorage: { getItem: () => null, setItem: () => {} },
  location: { hash: '' },
  addEventListener: () => {},
});
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { language: 'en' } });

const nullGame = { name: 'null', board: { text: readFileSync('../tests/laws/null.board', 'utf8') } };
const rowsGames = engine.games.filter((g) => g.family === 'rows');
const games = [nullGame, ...rowsGames.map(({ id }) => ({ name: id, board: { id } }))];
const t = translator(null);

async function begin(board: { text: string } | { id: string }) {
  const { local, close } = page();
  const table = await local.create({
    board,
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

/** All choices of these games, and whether a screen offers one: the log writes them in small letters. */
const EVENTS = ['take', 'say 1', 'say 2', 'say 3'];
for (let card = 1; card <= 24; card++) for (let row = 1; row <= 3; row++) EVENTS.push(`lay ${card} ${row}`);
const offered = (shown: string, event: string) => new RegExp(`\\b${capital(event)}\\b`).test(shown);

test('the module has the families that it is made with', () => {
  expect(games.length).toBe(process.env.ANDEN_MODULE ? 2 : 1);
});

test.each(games)(
  '$name: seats, scores, the log and legal events are on the screen until the end',
  async ({ board }) => {
    const { session, face, end } = await begin(board);
    expect(face).toBe(textFace);
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
      const { legal } = state;
      for (const event of EVENTS) expect(offered(shown, event)).toBe(legal.some((l) => l.text === event));
      expect(legal.every((l) => EVENTS.includes(l.text!))).toBe(true);
      expect((await session.do(legal.at(-1)!.event)).ok).toBe(true);
      await when(session, (s) => s.last > state.last);
    }
    expect(turns).toBeGreaterThan(1);
    expect(session.state.log.some((l) => /^Ana: say |^You (lay|take) /.test(textOf(l.runs)))).toBe(true);
    end();
  },
);

test('the score sheet has the parts of the score that the engine names', async () => {
  const { session, face, end } = await begin(nullGame.board);
  const { board, position } = await when(session, (s) => s.myTurn);
  expect(face.columns(t, board, position!)).toEqual([{ part: 'said', name: 'Said' }]);
  expect(face.points(position!, 1, 'said')).toBe(position!.seats[0]?.points);
  expect((await face.rules()).rulesCard(board, t).about).toBe('There is no rules card for this game.');
  end();
});
