// One's own games on this device and the daily deal: what is counted, that the first result is kept, which
// cards a date has.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { LocalRecord } from '../core/api';
import { engineOf } from '../core/engine';
import { memoryStore } from '../core/store';
import { loadModule, Wasm } from '../core/wasm';
import { dateOf, dealOf, minutesLeft, numberOf, seedText, weekOf } from '../ui/home/daily';
import { exported } from '../ui/parts/files';
import { inOrder, playOf } from '../ui/home/stats';

const engine = engineOf(new Wasm(await loadModule(readFileSync('generated/anden.wasm'))));

let n = 0;
function game(bots: string[], rank: number, points: number, more: Partial<LocalRecord> = {}): LocalRecord {
  n += 1;
  return {
    id: String(n),
    game: 'europe',
    title: 'Europe',
    names: ['Ana', ...bots.map(() => '')],
    persons: [1],
    bots: ['', ...bots],
    over: true,
    changed: n,
    standing: { acts: [], seats: [{ points, rank }, ...bots.map(() => ({ points: 50, rank: 2 }))] },
    forked: false,
    daily: null,
    damaged: false,
    ...more,
  };
}

test('a game counts once, for the strongest bot in it', () => {
  const play = playOf([
    game(['tilde', 'carmen'], 1, 98),
    game(['hard'], 2, 121),
    game(['easy'], 1, 60, { game: 'paris', title: 'Paris' }),
    game(['otto'], 1, 300, { forked: true }),
    game(['otto'], 1, 300, { damaged: true }),
    game(['otto'], 1, 300, { persons: [1, 2] }),
    game(['otto'], 1, 300, { over: false, standing: { acts: [1], seats: [{ points: 3 }] } }),
    game([], 1, 300),
  ]);
  expect(play.games).toBe(3);
  expect(play.rates.map(({ level, won, of }) => [level, won, of])).toEqual([
    ['easy', 1, 1],
    ['medium', 0, 0],
    ['hard', 1, 2],
    ['expert', 0, 0],
  ]);
  expect(play.best.map(({ game: id, points }) => [id, points])).toEqual([
    ['europe', 121],
    ['paris', 60],
  ]);
});

test('the longest run of wins is in the order of time, whatever the order of the list', () => {
  const runs = [1, 2, 1, 1, 1, 3, 1].map((rank) => game(['otto'], rank, 10));
  expect(playOf([...runs].reverse()).run).toEqual({ wins: 3, from: runs[2]!.changed, to: runs[4]!.changed });
  expect(playOf([]).run).toBe(null);
  expect(inOrder([runs[0]!, game(['otto'], 1, 1, { over: false, changed: 0 })])[0]?.over).toBe(false);
});

test('a file of all games has the logs of those that are over, and skips what is damaged', async () => {
  const list = [game(['otto'], 1, 98), game(['otto'], 1, 1, { over: false }), game(['otto'], 1, 1, { damaged: true })];
  const file = JSON.parse(await exported(list, async (id) => `log of ${id}`)) as { games: { log: string | null }[] };
  expect(file.games.map((g) => g.log)).toEqual([`log of ${list[0]!.id}`, null]);
});

test('the seed of a day is the SHA-256 of a line that anybody can write', () => {
  const text = seedText('2026-11-16', 'europe');
  expect(text).toBe('anden daily 2026-11-16 europe');
  expect(engine.digest(text)).toBe(createHash('sha256').update(text).digest('hex'));
  expect(dealOf('2026-11-16', 'europe', 'ab', 'Ana')).toMatchObject({ seed: 'ab', daily: '2026-11-16', undo: 'safe' });
});

test('a day begins at midnight in UTC and has a number', () => {
  expect(dateOf(Date.UTC(2026, 10, 16, 23, 59))).toBe('2026-11-16');
  expect(numberOf('2026-11-16')).toBe(320);
  expect(numberOf('2027-01-01')).toBe(366);
  expect(minutesLeft(Date.UTC(2026, 10, 16, 14, 48))).toBe(9 * 60 + 12);
});

test('the first result of a day counts', async () => {
  const store = memoryStore();
  const day = { date: '2026-11-16', game: 'europe', id: 'a', points: 98, rank: 1, of: 4 };
  await store.addDay(day);
  await store.addDay({ ...day, id: 'b', points: 120 });
  await store.addDay({ ...day, game: 'paris', id: 'c', points: 40 });
  expect((await store.days()).map((d) => d.id)).toEqual(['a', 'c']);
  const week = weekOf(await store.days(), 'europe', '2026-11-17');
  expect(week.map((d) => d.date.slice(8))).toEqual(['11', '12', '13', '14', '15', '16', '17']);
  expect(week[5]?.day?.points).toBe(98);
  expect(week[6]?.day).toBe(null);
});
