// How the legal events of Metro are arranged, and the words for what a tile would do.
import { expect, test } from 'vitest';
import type { TableState } from '../core/api';
import type { LineChange } from '../ui/metro/questions';
import type { MetroBoard } from '../core/board';
import { translator } from '../core/i18n';
import type { MetroPosition, MetroStation } from '../core/position';
import type { MetroLegal } from '../ui/metro/legal';
import {
  changesSpoken,
  changeWords,
  gain,
  nextTurn,
  ownedChanges,
  ownTiles,
  placeables,
  tagsOf,
  turned,
} from '../ui/metro/placing';

const t = translator(null);
const place = (event: number, square: string, tile: string, turns = 0): MetroLegal => ({
  event,
  kind: 'place',
  square,
  tile,
  turns,
});
const station = (
  number: number,
  owner: number | null,
  length: number,
  end: MetroStation['end'] = null,
  points = 0,
): MetroStation => ({
  number,
  owner,
  length,
  end,
  points,
  complete: end !== null,
  name: null,
  square: 'a1',
  side: 'west',
  waits: null,
  crossed: [],
});
const change = (before: number, line: MetroStation): LineChange => ({ before, line, words: '' });
const table = { seat: 2, names: ['Marta', 'Ana', 'Chen'] } as TableState;

test('legal events become tiles, turns and squares', () => {
  const all = placeables([
    place(1, 'h4', 'aacb'),
    { event: 9, kind: 'redraw' },
    place(2, 'a1', 'aacb'),
    place(3, 'a1', 'aacb', 2),
    place(4, 'b1', 'dddd'),
  ]);
  expect(all.map((p) => p.tile)).toEqual(['aacb', 'dddd']);
  expect([...all[0]!.turns.keys()]).toEqual([0, 2]);
  expect(all[0]!.turns.get(0)).toEqual(
    new Map([
      ['h4', 1],
      ['a1', 2],
    ]),
  );
  expect([nextTurn(all[0]!, 0, 1), nextTurn(all[0]!, 0, -1), nextTurn(all[0]!, 2, 1), nextTurn(all[1]!, 0, 1)]).toEqual(
    [2, 2, 0, 0],
  );
});

test('turning follows the board', () => {
  const board = {
    tiles: [
      { code: 'aacb', turned: 'baac' },
      { code: 'baac', turned: 'cbaa' },
      { code: 'cbaa', turned: 'acba' },
    ],
  } as unknown as MetroBoard;
  expect([0, 1, 2].map((n) => turned(board, 'aacb', n))).toEqual(['aacb', 'baac', 'cbaa']);
});

test('own tiles: nothing of others, the drawn one only for the player who drew it', () => {
  const position = {
    redrawn: true,
    drawn: 'dddd',
    to_act: 2,
    seats: [{ hand: null }, { hand: ['aacb'] }],
  } as unknown as MetroPosition;
  expect(ownTiles(position, 2)).toEqual({ hand: ['aacb'], drawn: 'dddd' });
  expect(ownTiles(position, 1)).toEqual({ hand: [], drawn: null });
  expect(ownTiles(position, null)).toEqual({ hand: [], drawn: null });
});

test('changes: own lines first, those that score, nobody’s left out', () => {
  const changes = [
    change(3, station(5, null, 4)),
    change(0, station(29, 3, 3, 29, 3)),
    change(0, station(28, 2, 1)),
    change(2, station(7, 1, 5)),
  ];
  expect(ownedChanges(changes, 2).map((c) => c.line.number)).toEqual([28, 29, 7]);
  expect(ownedChanges(changes, 2).map(gain)).toEqual([1, 3, 3]);
  expect(tagsOf(ownedChanges(changes, 2)).get(29)).toEqual({ text: '+3', scores: true });
});

test('words for the eye and for screen readers', () => {
  const grows = change(0, station(28, 2, 1));
  const ends = change(0, station(29, 3, 3, 29, 3));
  const centre = change(4, station(3, 1, 5, 'centre', 10));
  expect(changeWords(t, grows)).toBe('grows from 0 to 1 tile');
  expect(changeWords(t, ends)).toBe('ends at station 29: 3 tiles');
  expect(changeWords(t, centre)).toBe('ends in the centre: 5 tiles, counted twice');
  expect(changesSpoken(t, table, [grows, ends])).toBe(
    'Your line 28 grows to 1 tile. Chen’s line 29 ends at station 29 and scores 3.',
  );
  expect(changesSpoken(t, table, [centre])).toBe('Marta’s line 3 ends in the centre and scores 10.');
  expect(changesSpoken(t, table, [])).toBe('No line changes.');
});
