// The balance of a board: the sums of simulated games add up, and findings follow from them.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { findings, openBalance, playBalance, type Totals } from '../core/balance';
import type { RoutesBoard } from '../core/board';
import { engineOf } from '../core/engine';
import { loadModule, Wasm } from '../core/wasm';

let wasm: Wasm;
const text = (id: string) => engineOf(wasm).boardText(id);

beforeAll(async () => {
  wasm = new Wasm(await loadModule(readFileSync('generated/anden.wasm')));
});

const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);

test('twenty games of Europe add up', () => {
  const board = engineOf(wasm).board('europe') as RoutesBoard;
  expect(openBalance(wasm, text('europe'), 3)).toBeNull();
  playBalance(wasm, 0, 12);
  const t = playBalance(wasm, 12, 8);
  expect(t.games + t.abandoned).toBe(20);
  expect(sum(t.seats.map((s) => s.wins))).toBeCloseTo(t.games, 2);
  expect(sum(t.order.map((s) => s.wins))).toBeCloseTo(t.games, 2);
  expect(sum(t.seats.map((s) => s.score))).toBe(sum(t.order.map((s) => s.score)));
  expect(t.routes?.length).toBe(board.routes.length);
  for (const r of t.routes ?? []) {
    expect(r.claimed).toBeLessThanOrEqual(t.games);
    expect(r.won).toBeLessThanOrEqual(r.claimed);
  }
  expect(sum((t.tickets ?? []).map((k) => k.kept))).toBeGreaterThanOrEqual(t.games * 3 * 2);
  for (const k of t.tickets ?? []) expect(k.made).toBeLessThanOrEqual(k.kept);
  const longest = t.tickets?.find((k) => k.a === 'Brest' && k.b === 'Petrograd');
  expect(longest?.pieces).toBe(20);
  expect(t.turns / t.games).toBeGreaterThanOrEqual(t.shortest);
  expect(t.turns / t.games).toBeLessThanOrEqual(t.longest);
  expect(t.worst).toBeLessThan(t.best);
});

test('the same games again give the same sums, and Metro has seats only', () => {
  openBalance(wasm, text('metro'), 4);
  const first = playBalance(wasm, 0, 4);
  openBalance(wasm, text('metro'), 4);
  expect(playBalance(wasm, 0, 4)).toEqual(first);
  expect(first.routes).toBeUndefined();
});

test('a bad board or number of seats is refused', () => {
  expect(openBalance(wasm, 'andenboard 2\n', 2)?.line).toBe(1);
  expect(openBalance(wasm, text('berlin'), 6)?.message).toBeTruthy();
});

const even: Totals = {
  games: 400,
  abandoned: 0,
  turns: 40_000,
  shortest: 80,
  longest: 120,
  best: 150,
  worst: 20,
  seats: [
    { wins: 202, score: 0 },
    { wins: 198, score: 0 },
  ],
  order: [
    { wins: 195, score: 0 },
    { wins: 205, score: 0 },
  ],
  routes: [{ number: 3, claimed: 200, won: 104 }],
  tickets: Array.from({ length: 6 }, (_, i) => ({
    a: 'A',
    b: `B${i}`,
    points: 4 + i,
    long: false,
    pieces: 4 + i,
    kept: 90,
    won: 44,
    made: 80,
  })),
};

test('nothing is found where nothing is odd', () => {
  expect(findings(even)).toEqual([]);
});

test('what is odd is found', () => {
  const odd = structuredClone(even);
  odd.order = [
    { wins: 250, score: 0 },
    { wins: 150, score: 0 },
  ];
  odd.routes = [
    { number: 3, claimed: 200, won: 160 },
    { number: 4, claimed: 0, won: 0 },
  ];
  const [ticket] = odd.tickets ?? [];
  if (ticket) Object.assign(ticket, { points: 15, made: 20 });
  odd.abandoned = 2;
  expect(findings(odd).map((f) => f.kind)).toEqual(['abandoned', 'order', 'order', 'never', 'strong', 'value', 'hard']);
});
