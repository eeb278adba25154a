// Every map can be drawn: things without a place in the file get one, the others keep theirs.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../core/api';
import type { RoutesBoard } from '../core/board';
import { engineOf } from '../core/engine';
import { loadModule, Wasm } from '../core/wasm';

let engine: Engine;
const tiny = readFileSync('../doc/examples/tiny.board', 'utf8');
const bare = tiny
  .replace(/^(frame|space|decor| {2}via| {2}at) .*\n/gm, '')
  .replace(/^(city (?:"[^"]*"|\S+)).*?( alias \S+)?$/gm, '$1$2');

beforeAll(async () => {
  engine = engineOf(new Wasm(await loadModule(readFileSync('generated/anden.wasm'))));
});

function read(text: string): { board: RoutesBoard; errors: string[] } {
  const { board, errors } = engine.readBoard(text);
  if (board?.family !== 'routes') throw new Error('no board');
  return { board: board as RoutesBoard, errors: errors.map((e) => e.message) };
}

test('a map without places is drawn all the same', () => {
  const { board, errors } = read(bare);
  expect(errors).toEqual([]);
  for (const c of board.cities) {
    expect(c.x).toBeGreaterThan(0);
    expect(c.x).toBeLessThan(board.frame?.width ?? 0);
  }
  for (const r of board.routes) {
    expect(r.spaces.length).toBe(r.length);
    expect(r.spaces.every((s) => s.angle >= 0 && s.angle < 180)).toBe(true);
    expect(r.spaces.filter((s) => s.icon).length).toBe(r.ferry);
  }
  const [first, second] = board.routes.filter((r) => r.twin !== null);
  expect(first?.spaces).not.toEqual(second?.spaces);
});

test('places of the file are kept, and only what is missing is filled in', () => {
  const whole = read(tiny).board;
  const draft = read(tiny.replace(/^ {2}at 194\.5.*\n/m, ''));
  expect(draft.errors.length).toBe(1);
  const [was, is] = [whole, draft.board].map((b) => b.routes.filter((r) => r.tunnel)[0]);
  expect(is?.spaces.length).toBe(was?.spaces.length);
  expect(is?.spaces.every((s) => s.x > 0)).toBe(true);
  expect(draft.board.routes.filter((r) => !r.tunnel)).toEqual(whole.routes.filter((r) => !r.tunnel));
});
