// The review finds a blunder that was planted in a game of good players, and says what would have been better; the
// chances to win come from games that are played on.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { openLog, Replay } from '../core/replay';
import {
  added,
  chancesAt,
  curves,
  costly,
  costliest,
  estimate,
  reviewChoice,
  thinned,
  type Chances,
  type Reviewed,
} from '../core/review';
import { Agenda, type Job } from '../core/study';
import { loadModule, Wasm } from '../core/wasm';

const effort = { glance: 50, find: 200, look: 20, weigh: 60 };
let module: WebAssembly.Module;
let wasm: Wasm;
const all: Reviewed[] = [];

beforeAll(async () => {
  module = await loadModule(readFileSync('generated/anden.wasm'));
  wasm = new Wasm(module);
  const { events } = openLog(wasm, readFileSync('tests/blunder.log', 'utf8'), null);
  for (let n = events - 60; n < events; n++) {
    const reviewed = reviewChoice(wasm, n, effort);
    if (reviewed) all.push(reviewed);
  }
}, 60_000);

test('the planted blunder costs most, with what would have been better and why', () => {
  const [worst, ...others] = costliest(all, 3);
  expect(worst?.n).toBe(274);
  expect(worst?.played.legal.kind).toBe('tickets');
  expect(worst?.best?.legal.kind).toBe('claim');
  expect(worst?.best?.reason).toContain('Athína–Wilno');
  expect(worst?.cost).toBeGreaterThan(0.3);
  for (const r of others) expect(r.cost).toBeLessThan(worst?.cost ?? 0);
});

test('only what is worse by more than luck is called costly', () => {
  const choice = all[0];
  if (!choice) throw new Error('nothing was judged');
  const judged = (cost: number, error: number): Reviewed => ({ ...choice, best: choice.played, cost, error });
  expect(costly(judged(0.1, 0.03))).toBe(true);
  expect(costly(judged(0.1, 0.04))).toBe(false);
  expect(costly(judged(0.01, 0))).toBe(false);
  expect(costly({ ...judged(0.5, 0), best: null })).toBe(false);
  expect(all.filter(costly).length).toBeLessThan(all.length / 3);
});

test('the same question gets the same answer', () => {
  expect(reviewChoice(wasm, 274, effort)).toEqual(all.at(-1));
});

test('nothing is judged where nothing was chosen', () => {
  expect(reviewChoice(wasm, 0, effort)).toBeNull();
  expect(reviewChoice(wasm, 9999, effort)).toBeNull();
});

test('chances are those of all seats together, surer towards the end, and the result when it is over', () => {
  const log = readFileSync('../tests/games/paris-3.log', 'utf8');
  const paris = new Wasm(module);
  const { events } = openLog(paris, log, null);
  for (const n of [30, Math.round(events / 2), events]) {
    const { games, wins } = chancesAt(paris, n, 0, 30);
    expect(games).toBe(30);
    expect(wins.length).toBe(3);
    expect(wins.reduce((a, b) => a + b, 0)).toBeCloseTo(games, 1);
  }
  const over = new Replay(new Wasm(module), log, null).position(events, 'spectator');
  expect(chancesAt(paris, events, 0, 4).wins.map((w) => w > 0)).toEqual(over.seats.map((s) => s.rank === 1));
  const start = Math.round(events / 3);
  const both = added(chancesAt(paris, start, 0, 10), chancesAt(paris, start, 10, 10));
  const once = chancesAt(paris, start, 0, 20);
  expect(both.games).toBe(once.games);
  once.wins.forEach((wins, i) => expect(both.wins[i]).toBeCloseTo(wins, 2));
});

test('a choice of Metro is judged too', () => {
  const metro = new Wasm(module);
  const replay = new Replay(metro, readFileSync('../tests/games/metro-3.log', 'utf8'), null);
  const n = replay.moments('everything')[20]?.n ?? 0;
  const reviewed = reviewChoice(metro, n, { glance: 2, find: 5, look: 2, weigh: 4 });
  expect(reviewed?.seat).toBeGreaterThan(0);
  expect(reviewed?.cost).toBeGreaterThanOrEqual(0);
  expect(reviewed?.cost).toBeLessThanOrEqual(1);
});

test('each seat has a curve, which ends with the result', () => {
  const known: Chances[] = [
    { n: 9, games: 4, wins: [3, 1] },
    { n: 3, games: 2, wins: [1, 1] },
  ];
  expect(curves(known, 2, { n: 20, shares: [0, 1] })).toEqual([
    [
      [3, 0.5],
      [9, 0.75],
      [20, 0],
    ],
    [
      [3, 0.5],
      [9, 0.25],
      [20, 1],
    ],
  ]);
  expect(curves([], 2, { n: 20, shares: [0, 1] })).toEqual([[], []]);
});

test('positions are chosen evenly, a sketch first', () => {
  const list = Array.from({ length: 300 }, (_, i) => i * 2);
  const some = thinned(list, 100);
  expect(new Set(some).size).toBe(100);
  expect(some).toContain(0);
  expect(some).toContain(598);
  expect(some.slice(0, 25)).toEqual([...some.slice(0, 25)].sort((a, b) => a - b));
  expect(thinned([7], 100)).toEqual([7]);
  expect(thinned([], 100)).toEqual([]);
});

test('a review looks at every choice, first at those that may have cost most', () => {
  const effort = { glance: 1, find: 1, look: 1, weigh: 1 };
  const moments = Array.from({ length: 40 }, (_, i) => 3 * i);
  const agenda = new Agenda({ language: 'en', log: '', board: null, events: 120, moments, effort }, () => true);
  const done: Job[] = [];
  for (let job = agenda.next(); job; job = agenda.next()) {
    done.push(job);
    if (job.kind === 'glance') agenda.glanced({ n: job.n, cost: (job.n * 7) % 120 });
  }
  const of = (kind: Job['kind']) => done.filter((job) => job.kind === kind).map((job) => ('n' in job ? job.n : -1));
  expect(of('choice').slice(0, 3)).toEqual([51, 102, 33]);
  expect([...of('choice')].sort((a, b) => a - b)).toEqual(moments);
  expect(new Set(of('chances'))).toEqual(new Set(moments));
  expect(done.length).toBe(agenda.of);
  expect(done.findIndex((job) => job.kind === 'glance')).toBeGreaterThan(0); // a sketch of the chart comes first
});

test('an estimate knows how far luck goes', () => {
  expect(estimate([0.1, 0.1, 0.1])).toEqual({ mean: expect.closeTo(0.1), error: expect.closeTo(0) });
  expect(estimate([0, 0.2]).error).toBeCloseTo(0.1);
});
