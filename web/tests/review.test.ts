// The review finds a blunder that was planted in a game of good players, and says what would have been better.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { openLog, Replay } from '../core/replay';
import { cost, curves, dearest, reviewChoice, type Reviewed } from '../core/review';
import { loadModule, Wasm } from '../core/wasm';

let module: WebAssembly.Module;
let wasm: Wasm;
const all: Reviewed[] = [];

beforeAll(async () => {
  module = await loadModule(readFileSync('generated/anden.wasm'));
  wasm = new Wasm(module);
  const { events } = openLog(wasm, readFileSync('tests/blunder.log', 'utf8'), null);
  for (let n = events - 60; n < events; n++) {
    const reviewed = reviewChoice(wasm, n, 200);
    if (reviewed) all.push(reviewed);
  }
}, 60_000);

test('the planted blunder costs most, with what would have been better and why', () => {
  const [worst] = dearest(all, 3);
  expect(worst?.n).toBe(274);
  expect(worst?.played.legal.kind).toBe('tickets');
  expect(worst?.best?.legal.kind).toBe('claim');
  expect(worst?.best?.reason).toContain('Athína-Wilno');
  expect(worst && cost(worst)).toBeGreaterThan(0.3);
  expect(all.filter((r) => cost(r) < 0.1).length).toBeGreaterThan(all.length * 0.8);
});

test('the same question gets the same answer', () => {
  expect(reviewChoice(wasm, 274, 200)).toEqual(all.at(-1));
});

test('nothing is judged where nothing was chosen', () => {
  expect(reviewChoice(wasm, 0, 10)).toBeNull();
  expect(reviewChoice(wasm, 9999, 10)).toBeNull();
});

test('a choice of Metro is judged too', () => {
  const metro = new Wasm(module);
  const replay = new Replay(metro, readFileSync('../tests/games/metro-3.log', 'utf8'), null);
  const n = replay.moments('everything')[20]?.n ?? 0;
  const reviewed = reviewChoice(metro, n, 5);
  expect(reviewed?.played.chance).toBeGreaterThanOrEqual(0);
  expect(reviewed?.played.chance).toBeLessThanOrEqual(1);
});

test('each seat has a curve, which ends with the result', () => {
  const lines = curves(all, 2, { n: 275, shares: [1, 0] });
  expect(lines.length).toBe(2);
  expect(lines[0]?.at(-1)).toEqual([275, 1]);
  expect(lines.flat().every(([, chance]) => chance >= 0 && chance <= 1)).toBe(true);
});
