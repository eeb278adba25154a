// Names, prices and the letters of ways stand where they can be read, whatever lies on the board.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RoutesBoard } from '../core/board';
import { engineOf } from '../core/engine';
import { loadModule, Wasm } from '../core/wasm';
import { scaleOf } from '../ui/routes/board/geometry';
import { homeOf } from '../ui/routes/board/home';
import { BARE, type Marks, type Offer } from '../ui/routes/board/marks';
import { isFar, nameBox, writingOf } from '../ui/routes/board/writing';
import { around, cheapest, meet, type Box } from '../ui/table/box';
import { dice } from './table';

const engine = engineOf(new Wasm(await loadModule(readFileSync('generated/anden.wasm'))));
const boards = engine.games.filter((g) => g.family === 'routes').map((g) => engine.board(g.id) as RoutesBoard);
const WINDOWS = [
  [1062, 696],
  [820, 756],
  [390, 400],
] as const;

const offer = (letter: string, ends: string[]): Offer => ({ letter, ends, d: '', dashes: [], on: false, bold: false });

/** A board in its middle: some stations and discs, four ways to choose from. */
function things(board: RoutesBoard, roll: (n: number) => number): Marks {
  const city = () => board.cities[roll(board.cities.length)]!.name;
  return {
    ...BARE,
    owners: new Map(board.routes.filter(() => roll(3) === 0).map((r) => [r.number, 1])),
    stations: new Map([1, 2, 3].map((seat) => [city(), seat])),
    discs: new Map([[city(), 2]]),
    offers: ['A', 'B', 'C', 'D'].map((letter) => offer(letter, [city(), city()])),
  };
}

for (const board of boards)
  for (const [width, height] of WINDOWS)
    test(`${board.name} in ${width}×${height}`, () => {
      const roll = dice(width);
      const frame = homeOf(board, width, height);
      const scale = Math.min(width / frame.width, height / frame.height);
      const far = isFar(scaleOf(board), scale);
      const clashes = { placed: 0, plain: 0 }; // of names with letters and with each other; if all stood at their cities
      for (let n = 0; n < 20; n++) {
        const marks = things(board, roll);
        const { names, letters, disc, letter, prices } = writingOf(board, marks, new Set(), { scale, frame });
        const ends = new Set(marks.offers.flatMap((o) => o.ends));
        expect(names.length).toBe(far ? ends.size : board.cities.length);
        for (const { name, box } of names) {
          expect(box.x, name).toBeGreaterThanOrEqual(frame.x);
          expect(box.x + box.width, name).toBeLessThanOrEqual(frame.x + frame.width);
        }
        if (12.5 * scaleOf(board) * scale < 11) expect(prices).toEqual([]);
        if (far) for (const p of prices) expect(names.some(({ box }) => meet(box, around(p, 8)))).toBe(false);
        const discs = letters.map((l) => around(l, disc));
        const count = (boxes: Box[]) =>
          boxes.reduce((sum, a, k) => sum + [...discs, ...boxes.slice(k + 1)].filter((b) => meet(a, b) > 0).length, 0);
        const plain = board.cities.filter((c) => names.some(({ name }) => name === c.name));
        clashes.placed += count(names.map(({ box }) => box));
        clashes.plain += count(plain.map((c) => nameBox(c, letter)));
      }
      expect(clashes.placed).toBeLessThan(clashes.plain / 2);
    });

test('a name stays at its city if nothing is in its way', () => {
  for (const board of boards) {
    const frame = homeOf(board, 1062, 696);
    const { names } = writingOf(board, BARE, new Set(), { scale: 1, frame });
    const home = new Map(board.cities.map((c) => [c.name, c.label]));
    const stays = names.filter(({ name, x, y }) => home.get(name)!.x === x && home.get(name)!.y === y);
    expect(stays.length).toBeGreaterThan(0.8 * names.length);
  }
});

test('the first of the cheapest is taken; a later one must be cheaper by enough', () => {
  const cost = (n: number) => Math.abs(n);
  expect(cheapest([3, -2, 2], cost)).toBe(-2);
  expect(cheapest([3, 2.5, 1], cost, 1)).toBe(1);
  expect(cheapest([3, 2.5], cost, 1)).toBe(3);
});
