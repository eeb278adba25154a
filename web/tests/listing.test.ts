// What lists say about games and tables: the posters match the engine's boards; the order of one's own tables; words.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { engineOf } from '../core/engine';
import type { Listing } from '../core/messages';
import { loadModule, Wasm } from '../core/wasm';

Object.assign(globalThis, {
  localStorage: { getItem: () => null, setItem: () => {} },
  matchMedia: () => ({ matches: false }),
});
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { language: 'en' } });
let games: typeof import('../ui/games');
let listing: typeof import('../ui/online/listing');
let kept: typeof import('../ui/home/kept');
beforeAll(async () => {
  [games, listing, kept] = await Promise.all([
    import('../ui/games'),
    import('../ui/online/listing'),
    import('../ui/home/kept'),
  ]);
});

describe('posters', () => {
  it('tell of every game of the engine, with its number of players', async () => {
    const engine = engineOf(new Wasm(await loadModule(readFileSync('generated/anden.wasm'))));
    expect(games.GAMES.map((g) => [g.id, ...g.seats])).toEqual(engine.games.map((g) => [g.id, g.seatsMin, g.seatsMax]));
  });
});

describe('a ranking', () => {
  it('gives equal ratings the same place', () => {
    const list = [1612.4, 1500.2, 1499.8, 1480].map((rating, i) => ({ name: `n${i}`, rating, games: 3 }));
    const places = listing.ranked(list, (one) => Math.round(one.rating));
    expect(places?.map((one) => one.place)).toEqual([1, 2, 2, 4]);
    expect(listing.ranked(null, () => 0)).toBe(null);
  });
});

describe('tables', () => {
  const table = (table: string, more: Partial<Listing>): Listing => ({
    table,
    game: 'europe',
    status: 'playing',
    public: true,
    chairs: [],
    timing: { kind: 'none' },
    last: 1,
    since: 0,
    ...more,
  });

  it('come in the order in which they need us', () => {
    const list = [
      table('over', { status: 'over', since: 9 }),
      table('open', { status: 'open' }),
      table('old', { since: 1 }),
      table('new', { since: 2 }),
      table('turn', { your_turn: true }),
    ];
    expect(listing.inOrder(list).map((l) => l.table)).toEqual(['turn', 'new', 'old', 'open', 'over']);
  });

  it('say what they wait for', () => {
    const chairs = [
      { seat: 1, kind: 'person', name: 'Ana' },
      { seat: 2, kind: 'open' },
      { seat: 3, kind: 'bot', bot: 'hard' },
    ];
    expect(chairs.map(listing.who)).toEqual(['Ana', 'open', 'bot, hard']);
    expect(listing.notYet(chairs)).toBe('1 seat is still open: wait, or let bots sit there.');
    expect(listing.notYet(chairs.filter((c) => c.kind !== 'open'))).toBe(null);
  });

  it('tell of their clock', () => {
    expect(listing.clockWords({ kind: 'none' })).toBe('no clock');
    expect(listing.clockWords({ kind: 'move', seconds: 30 })).toBe('30 seconds for each move');
    expect(listing.clockWords({ kind: 'move', seconds: 60 })).toBe('1 minute for each move');
    expect(listing.clockWords({ kind: 'move', seconds: 259200 })).toBe('3 days for each move');
    expect(listing.clockWords({ kind: 'game', seconds: 1200, increment: 5 })).toBe(
      '20 minutes for the game, 5 s more after each move',
    );
  });

  it('were changed some time ago', () => {
    const now = 1e12;
    expect([5e3, 120e3, 7.2e6, 86.4e6].map((ms) => kept.ago(now - ms, now))).toEqual([
      'just now',
      '2 minutes ago',
      '2 hours ago',
      'yesterday',
    ]);
  });

  it('say who may look on and write', () => {
    const plan = (more: object) => ({ public: false, ...more }) as Parameters<typeof listing.tableWords>[0];
    const may = (more: object, seat: number | null = null, host = false) =>
      listing.mayWrite({ seat, host, plan: plan(more) });
    expect([may({}), may({ public: true }), may({ spectators: 'watch', public: true })]).toEqual([false, true, false]);
    expect([may({}, 1), may({}, null, true), may({ spectators: 'chat' })]).toEqual([true, true, true]);
    expect([listing.mayWatch(plan({})), listing.mayWatch(plan({ spectators: 'none' }))]).toEqual([true, false]);
    expect(listing.tableWords(plan({ spectators: 'none', rated: false }))).toBe(
      'only for those who have the link · no spectators · not rated',
    );
    expect(listing.tableWords(plan({ public: true, rated: true }))).toBe(
      'in the lobby for everybody · spectators may write · rated',
    );
  });
});
