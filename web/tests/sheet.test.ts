// The score sheet at the end: columns by board, rows by place, flaps, sentences.
import { expect, test } from 'vitest';
import type { TableState } from '../core/api';
import type { Board, RoutesBoard } from '../core/board';
import { translator } from '../core/i18n';
import type { Position, RoutesPosition } from '../core/position';
import { columnsOf, flapsOf, headline, onFlaps, pointsOf, rowsOf, stepsBetween } from '../ui/end/sheet';
import { expressWords } from '../ui/routes/sheet';

const t = translator(null);
const board = (stations: number, express: number, flag: string[]) =>
  ({
    family: 'routes',
    options: { stations, express_points: express, flag, pieces: [{ name: 'train', count: 45 }] },
  }) as unknown as RoutesBoard;
const position = {
  over: true,
  result: 'Ana wins with 114 points.',
  tie: null,
  seats: [
    { seat: 1, rank: 2, score: { routes: 50, tickets: -14, total: 36 }, longest_trail: 28 },
    { seat: 2, rank: 1, score: { routes: 58, tickets: 56, total: 114 }, longest_trail: 29 },
  ],
} as unknown as RoutesPosition;
const table = { names: ['Marta', 'Ana'], result: null, position, board: board(0, 0, []) } as unknown as TableState;

test('a board has the columns that it can score', () => {
  const parts = (b: Board) => columnsOf(t, b, position).map((c) => c.part);
  expect(parts(board(3, 10, []))).toEqual(['routes', 'tickets', 'stations', 'express', 'total']);
  expect(parts(board(0, 0, ['blue', 'white', 'red']))).toEqual(['routes', 'tickets', 'flag', 'total']);
  expect(parts({ family: 'metro' } as Board)).toEqual(['stations', 'centre', 'total']);
});

test('rows stand in the order of seats until the places are known', () => {
  const columns = columnsOf(t, board(0, 0, []), position);
  const all = (seat: number, part: string) => pointsOf(board(0, 0, []), position, seat, part);
  expect(rowsOf(table, columns, all, false).map((r) => [r.seat, r.rank])).toEqual([
    [1, null],
    [2, null],
  ]);
  expect(rowsOf(table, columns, all, true).map((r) => [r.seat, r.rank, r.parts])).toEqual([
    [2, 1, [58, 56, 114]],
    [1, 2, [50, -14, 36]],
  ]);
});

test('numbers on flaps, and the way from letter to letter', () => {
  expect([onFlaps(-14, 3), onFlaps(8, 3), onFlaps(null, 3), onFlaps(-112, 4)]).toEqual(['−14', '  8', '   ', '−112']);
  expect(flapsOf(board(0, 0, []), position, 'tickets')).toBe(3);
  expect(stepsBetween('A', 'A')).toEqual([]);
  expect(stepsBetween('A', 'C')).toEqual(['B', 'C']);
  for (const [from, to] of [
    [' ', 'Z'],
    ['9', 'A'],
    ['−', ' '],
    ['A', 'É'],
    ['Z', '1'],
  ] as const) {
    const steps = stepsBetween(from, to);
    expect(steps.length).toBeLessThanOrEqual(6);
    expect(steps.at(-1)).toBe(to);
  }
});

test('the sentence is the engine’s, unless somebody gave up', () => {
  expect(headline(t, table)).toEqual({ words: 'Ana wins with 114 points.', tie: null });
  const gaveUp = {
    ...table,
    result: [
      { seat: 1, rank: 1, score: 36 },
      { seat: 2, rank: 2, score: 114 },
    ],
  };
  expect(headline(t, gaveUp).words).toBe('Marta wins: the others gave up.');
  const early = {
    ...table,
    position: { ...position, over: false, result: null, seats: position.seats.map((s) => ({ ...s, rank: null })) },
  } as TableState;
  expect(headline(t, early).words).toBe('The game was ended before it was over.');
});

test('the longest path', () => {
  expect(expressWords(t, table, position, board(3, 10, []))).toEqual({
    seats: [2],
    words: '29 trains, ahead of Marta by 1',
  });
  expect(expressWords(t, table, position, board(3, 0, []))).toBeNull();
});

test('lines of Metro are counted by where they end, and add up', () => {
  const line = (owner: number, points: number, end: number | 'centre', complete = true) => ({
    owner,
    points,
    end,
    complete,
  });
  const metro = {
    seats: [{ seat: 1, score: { lines: 15, total: 15 } }],
    stations: [line(1, 3, 29), line(1, 12, 'centre'), line(2, 9, 4), line(1, 7, 3, false)],
  } as unknown as Position;
  const lines = { family: 'metro' } as Board;
  expect(pointsOf(lines, metro, 1, 'stations')).toBe(3);
  expect(pointsOf(lines, metro, 1, 'centre')).toBe(12);
  expect(pointsOf(lines, metro, 1, 'total')).toBe(15);
});
