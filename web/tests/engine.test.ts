// The engine's answers outside of any game: games, boards, options, mistakes in board files.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../core/api';
import type { RoutesBoard } from '../core/board';
import { engineOf } from '../core/engine';
import { translator, type Catalogue } from '../core/i18n';
import { loadModule, Wasm } from '../core/wasm';
import { CAST } from '../ui/cast';

let engine: Engine;

beforeAll(async () => {
  engine = engineOf(new Wasm(await loadModule(readFileSync('generated/anden.wasm'))));
});

test('the four games, their boards and levels', () => {
  expect(engine.games.map((g) => g.id)).toEqual(['europe', 'berlin', 'paris', 'metro']);
  expect(engine.levels).toEqual(['easy', 'medium', 'hard', 'expert']);
  expect(engine.cast).toEqual(CAST.map(({ id, level, manner }) => ({ name: id, level, manner })));
  for (const game of engine.games) {
    const board = engine.board(game.id);
    expect(board?.id).toBe(game.id);
    expect(board?.family).toBe(game.family);
    expect(engine.readBoard(engine.boardText(game.id)).board).toEqual(board);
  }
  expect(engine.board('atlantis')).toBeNull();
});

test('a bad board file is refused with its line, and what is sound is there', () => {
  const text = engine
    .boardText('europe')
    .replace(/^city .*$/m, 'city')
    .replace(/^route Brest .*$/m, 'route Brest Dieppe orange two');
  const { board, errors } = engine.readBoard(text);
  expect((board as RoutesBoard).cities.length).toBe(46);
  expect(errors.map((e) => e.line)).toContain(text.split('\n').indexOf('route Brest Dieppe orange two') + 1);
  expect(engine.readBoard('andenboard 1\nfamily trains\n').board).toBeNull();
  expect(errors[0]?.line).toBe(text.split('\n').indexOf('city') + 1);
  expect(errors[0]?.message).toBeTruthy();
});

test('options have help in the language chosen', () => {
  const board = engine.board('metro');
  if (!board) throw new Error('no board');
  const english = engine.options(board).map((o) => o.help);
  expect(engine.options(board).map((o) => o.name)).toContain('turning');
  engine.speak('es');
  const spanish = translator(JSON.parse(readFileSync('generated/es.json', 'utf8')) as Catalogue);
  expect(engine.options(board).map((o) => o.help)).toEqual(english.map((help) => spanish(help)));
  expect(english.every((help) => spanish(help) !== help)).toBe(true);
  engine.speak('en');
});
