// The whole board is visible in windows of every usual size: no city, name, space or price is cut, and no two names
// overlap.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RoutesBoard } from '../core/board';
import { engineOf } from '../core/engine';
import { loadModule, Wasm } from '../core/wasm';
import { scaleOf } from '../ui/routes/board/geometry';
import { contentOf, freeBelow, freeCorner, homeOf, TOAST, zoomBox } from '../ui/routes/board/home';
import { isFar, letterOf, nameBox } from '../ui/routes/board/writing';
import type { Box } from '../ui/table/box';

const engine = engineOf(new Wasm(await loadModule(readFileSync('generated/anden.wasm'))));
const boards = engine.games.filter((g) => g.family === 'routes').map((g) => engine.board(g.id) as RoutesBoard);

/** The space left for the board in windows of 1440×900, 1280×720, 820×1180, 390×844, 844×390 and 2560×1440. */
const WINDOWS = [
  [1062, 696],
  [926, 564],
  [820, 756],
  [390, 400],
  [584, 294],
  [2104, 1236],
] as const;

for (const board of boards)
  for (const [width, height] of WINDOWS)
    test(`${board.name} in ${width}×${height}`, () => {
      const home = homeOf(board, width, height);
      const scale = Math.min(width / home.width, height / home.height);
      for (const b of contentOf(board, scale)) {
        expect(b.x).toBeGreaterThanOrEqual(home.x);
        expect(b.y).toBeGreaterThanOrEqual(home.y);
        expect(b.x + b.width).toBeLessThanOrEqual(home.x + home.width);
        expect(b.y + b.height).toBeLessThanOrEqual(home.y + home.height);
      }
      const k = scaleOf(board);
      if (isFar(k, scale)) return;
      expect(letterOf(k, scale) * scale).toBeGreaterThanOrEqual(13);
      const names = board.cities.map((c) => ({ name: c.name, box: nameBox(c, letterOf(k, scale)) }));
      const overlap = names.flatMap((a, i) =>
        names
          .slice(i + 1)
          .filter(
            ({ box }) =>
              a.box.x < box.x + box.width &&
              box.x < a.box.x + a.box.width &&
              a.box.y + 2 < box.y + box.height &&
              box.y + 2 < a.box.y + a.box.height,
          )
          .map((b) => `${a.name}, ${b.name}`),
      );
      expect(overlap).toEqual([]);
    });

test('names are written where there is room for them', () => {
  for (const board of boards)
    for (const [width, height] of WINDOWS.filter(([w]) => w > 600)) {
      const home = homeOf(board, width, height);
      expect(isFar(scaleOf(board), Math.min(width / home.width, height / home.height))).toBe(false);
    }
});

/** Everything of a board that a box in a window hides. */
function hidden(board: RoutesBoard, width: number, height: number, box: Box) {
  const home = homeOf(board, width, height);
  const scale = Math.min(width / home.width, height / home.height);
  return contentOf(board, scale).filter((b) => {
    const x = width / 2 + (b.x - home.x - home.width / 2) * scale;
    const y = height / 2 + (b.y - home.y - home.height / 2) * scale;
    return (
      x < box.x + box.width && box.x < x + b.width * scale && y < box.y + box.height && box.y < y + b.height * scale
    );
  });
}

test('the buttons that zoom stand on no city, route or name of a desktop', () => {
  for (const board of boards) {
    const window = { width: 926, height: 564 };
    expect(hidden(board, 926, 564, zoomBox(freeCorner(board, window), window))).toEqual([]);
  }
});

for (const board of boards)
  for (const [width, height] of WINDOWS)
    test(`a toast covers nothing of ${board.name} in ${width}×${height}, or as little as possible`, () => {
      const at = (middle: number) => ({ x: middle - TOAST.width / 2, y: height - TOAST.height, ...TOAST });
      const found = freeBelow(board, { width, height });
      expect(found).toBeGreaterThanOrEqual(TOAST.width / 2);
      expect(found).toBeLessThanOrEqual(width - TOAST.width / 2);
      const hides = (middle: number) => hidden(board, width, height, at(middle)).length;
      expect(hides(found)).toBeLessThanOrEqual(hides(width / 2));
      if (width > 600) expect(hides(found), 'a space at most').toBeLessThanOrEqual(1);
    });
