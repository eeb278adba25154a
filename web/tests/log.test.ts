// The log as the page keeps it: the lines that the table makes, by their number, and what the page learns from
// their runs.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { LogLine, Run } from '../core/api';
import { translator } from '../core/i18n';
import { speak } from '../core/language';
import { placeOf, spokenSince, type Story, textOf, turnOf, turnsOf, withLines } from '../core/log';
import { Replay } from '../core/replay';
import { Wasm } from '../core/wasm';
import { module, page, SEED, when } from './table';

const en = translator(null);
const es = translator(JSON.parse(readFileSync('generated/es.json', 'utf8')) as Record<string, string>);

/** The log of a game up to an event, as a seat sees it. */
async function logOf(name: string, part: number, seat: number, language: 'en' | 'es' = 'en') {
  const replay = new Replay(new Wasm(module), readFileSync(`../tests/games/${name}.log`, 'utf8'), null);
  const { local, close } = page();
  speak(language, language === 'es' ? es : en);
  const table = await local.create({
    board: { id: replay.board },
    seats: replay.names.map(() => ({ kind: 'person' })),
    names: replay.names,
    log: replay.log(Math.floor(replay.events * part)),
  });
  const session = await table.open(seat);
  const { log, acts, position } = session.state;
  table.close();
  close();
  speak('en', en);
  return { log, acts, position: position!, points: replay.position(replay.events, 'everything').seats };
}

const textsOf = (log: readonly LogLine[]) => log.map((line) => textOf(line.runs).replaceAll('\u00a0', ' '));

for (const language of ['en', 'es'] as const)
  for (const name of ['europe-4', 'berlin-3', 'paris-4', 'metro-3'])
    test(`${name} in ${language}: every turn is a line that says something, and the points add up`, async () => {
      const { log, points } = await logOf(name, 1, 2, language);
      expect(log.map((line) => line.n)).toEqual([...new Set(log.map((line) => line.n))].sort((a, b) => a - b));
      const turns = log.filter((line) => line.of === 'turn');
      for (let i = 1; i < turns.length; i++) expect(turns[i]!.seat).toBe((turns[i - 1]!.seat! % points.length) + 1); // round the table
      for (const words of textsOf(log)) {
        expect(words.length).toBeGreaterThan(3);
        expect(words).not.toMatch(/[{}|\u0004]/);
      }
      for (const seat of points) {
        const sum = log.filter((l) => l.seat === seat.seat).reduce((all, l) => all + (l.points ?? 0), 0);
        if (name !== 'metro-3') expect(sum).toBe(seat.points);
        else expect(sum).toBeLessThanOrEqual(seat.points); // a tile can also complete lines of others
      }
      expect(textsOf(log).at(-1)).toContain(language === 'en' ? 'The game is over.' : 'La partida ha terminado.');
    });

test('turns in words, with places and cards', async () => {
  const { log } = await logOf('europe-4', 1, 2);
  const all = textsOf(log);
  expect(all).toContain('You take blue, and purple from the deck.');
  expect(all.some((w) => /^(Ana|Eva|Juan) takes \w+ and a card from the deck\.$/.test(w))).toBe(true);
  expect(all.some((w) => /^(Ana|Eva|Juan) draws tickets and keeps \d\.$/.test(w))).toBe(true);
  expect(
    all.some((w) => /^Juan does not claim the tunnel Sarajevo–Sofia: it asks for 1 more\. Turned up: /.test(w)),
  ).toBe(true);
  expect(all.some((w) => /a tunnel, for .*, and 1 \w+ more\./.test(w))).toBe(true);
  expect(all.some((w) => /a tunnel, for .*; it asks for nothing more\./.test(w))).toBe(true);
  const claim = log[all.findIndex((w) => w.startsWith('You claim Budapest–Wien for 1 white.'))]!;
  expect(claim.points).toBe(1);
  const [route, card] = claim.runs.filter((run): run is Exclude<Run, string> => typeof run !== 'string');
  expect(card).toEqual({ text: 'white', card: 'white' });
  expect(route?.text).toBe('Budapest–Wien');
  expect(placeOf(claim.runs)).toEqual({ routes: [route?.route], cities: [], squares: [] });
  const station = log.find((l) => placeOf(l.runs).cities?.length)!;
  expect(textOf(station.runs)).toContain(` a station in ${placeOf(station.runs).cities![0]} for`);
});

test('the number of the turn', async () => {
  for (const part of [0.3, 0.6]) {
    const { log, acts } = await logOf('europe-4', part, 1);
    const seat = acts[0]!;
    const begun = [1, 2, 3, 4].map((s) => log.filter((l) => l.of === 'turn' && l.seat === s).length);
    expect(Math.max(...begun) - Math.min(...begun)).toBeLessThan(2); // round the table
    expect(turnOf(log, seat)).toBe(Math.max(...begun) === Math.min(...begun) ? begun[0]! + 1 : Math.max(...begun));
  }
});

const story = (n: number, last: number, words: string, more: Partial<Story> = {}): Story => ({
  n,
  last,
  of: 'turn',
  seat: 1,
  runs: [words],
  ...more,
});

test('a line that grows takes its own place, and others stay the same objects', () => {
  const before = withLines([], [story(3, 3, 'You take red.'), story(5, 5, 'Swept.', { of: 'game' })]);
  const after = withLines(before, [story(3, 7, 'You take red and blue.'), story(9, 9, 'Ana passes.', { seat: 2 })]);
  expect(after.map((l) => textOf(l.runs))).toEqual(['You take red and blue.', 'Swept.', 'Ana passes.']);
  expect(after[1]).toBe(before[1]);
  expect(before.map((l) => textOf(l.runs))).toEqual(['You take red.', 'Swept.']);
  expect(spokenSince(after, 5)).toBe('You take red and blue. Ana passes.');
  expect(spokenSince(after, 9)).toBe('');
  expect(spokenSince(withLines([], [story(1, 1, 'You claim it.', { points: 4 })]), 0)).toBe('You claim it. +4');
});

test('what is taken back is struck, counts no more, and what people do stays', () => {
  const log = withLines(
    [],
    [
      story(2, 2, 'Ana begins.', { of: 'game', seat: 2 }),
      story(3, 3, 'You take red.'),
      story(6, 6, 'Ana agrees.', { of: 'table', seat: 2 }),
    ],
  );
  const back = withLines(log, [story(7, 7, 'You take back your last move.', { of: 'table', undone: 3 })]);
  expect(back.map((l) => l.undone)).toEqual([false, true, false, false]);
  expect([turnOf(log, 1), turnOf(log, 2), turnOf(back, 1)]).toEqual([1, 1, 1]);
  expect([turnsOf(log, 1), turnsOf(log, 2), turnsOf(back, 1)]).toEqual([1, 0, 0]);
  const again = withLines(back, [story(3, 8, 'You take red and blue.')]);
  expect(again.map((l) => l.undone)).toEqual([false, false, false, false]);
});

test('whoever came late has the same log as whoever was there', async () => {
  const { local, close } = page();
  const table = await local.create({
    board: { id: 'europe' },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    names: ['', ''],
    seed: SEED,
  });
  const session = await table.open(1);
  for (let i = 0; i < 12; i++) {
    const { legal, last } = await when(session, (s) => s.myTurn);
    await session.do(legal[(i * 7) % legal.length]!.event);
    await when(session, (s) => s.last > last);
  }
  const { log, last } = await when(session, (s) => s.myTurn);
  session.close();
  const late = await table.open(1);
  expect(late.state.last).toBe(last);
  expect(late.state.log).toEqual(log);
  close();
});
