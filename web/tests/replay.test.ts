// Replaying: the golden games in the page's engine, from every point of view; logs with mistakes.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { placeOf, textOf } from '../core/log';
import type { RoutesPosition } from '../core/position';
import { LogError, Replay } from '../core/replay';
import { loadModule, Wasm } from '../core/wasm';

const GAMES = '../tests/games';
const text = (name: string) => readFileSync(`${GAMES}/${name}`, 'utf8');
let module: WebAssembly.Module;
const open = (log: string, board: string | null = null) => new Replay(new Wasm(module), log, board);

function refused(log: string, board: string | null = null): LogError {
  try {
    open(log, board);
  } catch (error) {
    if (error instanceof LogError) return error;
    throw error;
  }
  throw new Error('not refused');
}

beforeAll(async () => {
  module = await loadModule(readFileSync('generated/anden.wasm'));
});

test('every golden game leads to its result, and its beginning is a log again', () => {
  const logs = readdirSync(GAMES).filter((name) => name.endsWith('.log'));
  expect(logs.length).toBeGreaterThan(20);
  for (const name of logs) {
    const log = text(name);
    const replay = open(log, name.startsWith('pond') ? text('pond.board') : null);
    const moments = replay.moments('everything');
    const last = moments.at(-1);
    expect(last?.n, name).toBe(replay.events);
    expect(replay.over, name).toBe(true);
    const result = /^result (.*?)(?: *#.*)?$/m.exec(log)?.[1];
    expect(result, name).toBeTruthy();
    const scores = replay.position(replay.events, 'spectator').seats.map((s) => s.score.total);
    expect(replay.log(replay.events).includes(`result ${result}`), name).toBe(true);
    for (const score of scores) expect(result, name).toContain(String(score));
    const middle = moments[Math.floor(moments.length / 2)]?.n ?? 0;
    const half = open(replay.log(middle), replay.boardText ?? (name.startsWith('pond') ? text('pond.board') : null));
    expect(half.events).toBe(middle);
    expect(half.over).toBe(false);
    expect(half.position(middle, 1)).toEqual(replay.position(middle, 1));
  }
});

test('moments are positions in which somebody acts, said in words', () => {
  const replay = open(text('europe-3.log'));
  const moments = replay.moments('everything');
  expect(moments[0]?.seat).toBeNull();
  expect(moments.slice(0, -1).every((m) => m.acts !== null)).toBe(true);
  expect(moments.slice(1).every((m) => m.seat !== null && textOf(m.runs).endsWith('.'))).toBe(true);
  const claim = moments.find((m) => placeOf(m.runs).routes?.length);
  expect(claim?.points).toBeGreaterThan(0);
  replay.speak('es');
  expect(replay.moments('everything')[5]?.runs).not.toEqual(moments[5]?.runs);
});

test('a seat sees its own cards only, a spectator none', () => {
  const replay = open(text('europe-2.log'));
  const n = replay.moments('everything').at(40)?.n ?? 0;
  const hands = (viewer: 1 | 2 | 'spectator' | 'everything') => {
    const position = replay.position(n, viewer) as RoutesPosition;
    return position.seats.map((s) => s.hand !== null);
  };
  expect(hands(1)).toEqual([true, false]);
  expect(hands(2)).toEqual([false, true]);
  expect(hands('spectator')).toEqual([false, false]);
  expect(hands('everything')).toEqual([true, true]);
  const blind = replay.moments('everything').findIndex((m) => m.seat === 1 && / from the deck/.test(textOf(m.runs)));
  expect(textOf(replay.moments(2)[blind]!.runs)).toContain('a card from the deck');
});

test('what was undone is left out', () => {
  const log = text('paris-2.log');
  const replay = open(log);
  const at = replay.moments('everything')[10]?.n ?? 0;
  const to = replay.moments('everything')[9]?.n ?? 0;
  const lines = replay.log(at).trimEnd();
  const again = open(`${lines}\nundo ${to}\n`);
  expect(again.events).toBe(to);
  expect(again.undone).toBe(at - to);
  expect(again.position(to, 1)).toEqual(replay.position(to, 1));
});

test('a bad log is refused with its line, an unknown map by its name', () => {
  const lines = text('berlin-2.log').split('\n');
  const at = lines.findIndex((l) => l.includes(': claim '));
  lines[at] = '2: claim Nowhere-Elsewhere red 2+0';
  const error = refused(lines.join('\n'));
  expect(error.line).toBe(at + 1);
  expect(error.message).toBeTruthy();
  expect(error.board).toBeNull();
  expect(refused('').line).toBeGreaterThan(0);
  expect(refused('nonsense').line).toBe(1);
  const own = refused(text('pond-2.log'));
  expect(own.board).toBe('pond');
  expect(own.message).toContain('pond');
});
