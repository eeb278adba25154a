// The log of a route game for the eye: a line for each turn, with its places and cards, made of what the table told.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { LogLine } from '../core/api';
import type { RoutesBoard } from '../core/board';
import { translator } from '../core/i18n';
import { speak } from '../core/language';
import { Replay } from '../core/replay';
import { Wasm } from '../core/wasm';
import { partsOf, storyOf, turnOf, type Teller } from '../ui/routes/story';
import { module, page } from './table';

const en = translator(null);
const es = translator(JSON.parse(readFileSync('generated/es.json', 'utf8')) as Record<string, string>);

/** The log of a game up to an event, as a seat has been told it; and how it is told there. */
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
  const { log, board, names, acts } = session.state;
  table.close();
  close();
  speak('en', en);
  const teller: Teller = { t: language === 'es' ? es : en, board: board as RoutesBoard, names, seat };
  return { log, teller, board: board as RoutesBoard, acts };
}

const text = (teller: Teller, told: ReturnType<typeof storyOf>[number]) =>
  partsOf(teller, told)
    .map((p) => p.text)
    .join('')
    .replaceAll('\u00a0', ' ');

for (const language of ['en', 'es'] as const)
  for (const name of ['europe-4', 'berlin-3', 'paris-4'])
    test(`${name} in ${language}: every entry is in one line, and every line says something`, async () => {
      const { log, teller, board } = await logOf(name, 1, 2, language);
      const told = storyOf(board, log);
      expect(told.flatMap((x) => x.lines).sort((a, b) => a.n - b.n)).toEqual([...log].sort((a, b) => a.n - b.n));
      expect(told.length).toBeLessThan(log.length * 0.8);
      for (const line of told) {
        const words = text(teller, line);
        expect(words.length).toBeGreaterThan(3);
        expect(words).not.toMatch(/[\u0001-\u0003{}]/);
        // What the table said after the sentence that is told otherwise is not lost.
        for (const extra of [
          'Few pieces are left: everybody has one last turn.',
          'The game is over.',
          'completes a flag',
        ])
          if (line.lines.some((l) => l.words.includes(extra))) expect(words).toContain(extra);
      }
      const points = (lines: { points: number | null }[]) => lines.reduce((sum, l) => sum + (l.points ?? 0), 0);
      expect(points(told)).toBe(points(log));
    });

test('turns in words', async () => {
  const { log, teller, board } = await logOf('europe-4', 1, 2);
  const told = storyOf(board, log);
  const all = told.map((x) => text(teller, x));
  expect(all).toContain('You take blue, and purple from the deck.');
  expect(all.some((w) => /^(Ana|Eva|Juan) takes \w+ and a card from the deck\.$/.test(w))).toBe(true);
  expect(all.some((w) => /^(Ana|Eva|Juan) draws tickets and keeps \d\.$/.test(w))).toBe(true);
  expect(
    all.some((w) => /^Juan does not claim the tunnel Sarajevo–Sofia: it asks for 1 more\. Turned up: /.test(w)),
  ).toBe(true);
  expect(all.some((w) => /a tunnel, for .*, and 1 \w+ more\./.test(w))).toBe(true);
  expect(all.some((w) => /a tunnel, for .*; it asks for nothing more\./.test(w))).toBe(true);
  const claim = told.find((x) => /^You claim Budapest–Wien for 1 white\./.test(text(teller, x)))!;
  expect(claim.points).toBe(1);
  expect(partsOf(teller, claim)).toContainEqual({ text: 'white', card: 'white' });
  expect(partsOf(teller, claim)).toContainEqual({ text: 'Budapest–Wien', place: true });
});

test('a tunnel for which no card is left to turn up is claimed at once', async () => {
  const { log, teller, board } = await logOf('europe-4', 1, 2);
  const line = log.find((l) => l.what?.kind === 'claim' && l.words.startsWith('Eva tries the tunnel'))!;
  const [told] = storyOf(board, [{ ...line, points: 2, what: { ...line.what!, claimed: line.what!.route! } }]);
  expect(told?.open).toBe(false);
  expect(text(teller, told!)).toMatch(/^Eva claims .*, a tunnel, for .*; it asks for nothing more\.$/);
});

test('the number of the turn', async () => {
  for (const part of [0.3, 0.6]) {
    const { log, board, acts } = await logOf('europe-4', part, 1);
    const told = storyOf(board, log);
    const seat = acts[0]!;
    const begun = [1, 2, 3, 4].map((s) => told.filter((x) => x.turn && x.seat === s).length);
    expect(Math.max(...begun) - Math.min(...begun)).toBeLessThan(2); // round the table
    expect(turnOf(told, seat)).toBe(Math.max(...begun) === Math.min(...begun) ? begun[0]! + 1 : Math.max(...begun));
  }
});

test('lines that do not change stay the same, and what is taken back counts no more', async () => {
  const { log, board } = await logOf('europe-4', 0.5, 1);
  const before = storyOf(board, log.slice(0, -1));
  const after = storyOf(board, log, before);
  expect(after.slice(0, -1).every((x, i) => x === before[i])).toBe(true);
  const last = after.findLast((x) => x.turn)!;
  const undone = log.map((l): LogLine => (last.lines.includes(l) ? { ...l, undone: true } : l));
  const seat = last.seat!;
  expect(turnOf(storyOf(board, undone), seat)).toBe(after.filter((x) => x.turn && x.seat === seat).length);
});
