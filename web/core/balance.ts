// How a board plays, from games of the program against itself. The games are played in a worker (study.worker.ts);
// here are the conclusions from their sums. web/wasm/balance.c is the other side.
import type { BoardError } from './api';
import type { Wasm } from './wasm';

export interface Totals {
  games: number;
  abandoned: number; // did not end
  turns: number; // of all seats together, in all games
  shortest: number;
  longest: number;
  best: number; // score
  worst: number;
  seats: { wins: number; score: number }[]; // sums; shared wins count in parts
  order: { wins: number; score: number }[]; // the seat that begins comes first
  routes?: { number: number; claimed: number; won: number }[];
  tickets?: {
    a: string;
    b: string;
    points: number;
    long: boolean;
    pieces: number;
    kept: number;
    won: number;
    made: number;
  }[];
  stations?: number;
}

/** Begins. Gives null, or a mistake in the board. */
export function openBalance(wasm: Wasm, boardText: string, seats: number): BoardError | null {
  const answer = wasm.json<{ error?: BoardError }>('balance_open', boardText, seats);
  return answer.error ?? null;
}

/** Plays some more games, numbered from `first`, and gives the sums of all games so far. */
export function playBalance(wasm: Wasm, first: number, games: number): Totals {
  wasm.call('balance_play', first, games);
  return wasm.json<Totals>('balance_totals', null);
}

/** Something that the maker of the map should look at. The page puts it into words. */
export type Finding =
  | { kind: 'abandoned'; games: number; of: number }
  | { kind: 'order'; place: number; rate: number; fair: number; games: number } // place 1 begins
  | { kind: 'seat'; seat: number; rate: number; fair: number; games: number }
  | { kind: 'never'; routes: number[] }
  | { kind: 'strong'; route: number; rate: number; fair: number; claims: number } // its owners win too often
  | { kind: 'hard'; ticket: number; rate: number; kept: number }
  | { kind: 'value'; ticket: number; points: number; pieces: number; usual: number }; // pays much more or less than others

/** Is a rate further from what is fair than luck explains (three standard errors)? */
function odd(rate: number, fair: number, n: number): boolean {
  return n > 0 && Math.abs(rate - fair) > 3 * Math.sqrt((fair * (1 - fair)) / n);
}

function ofTurns(t: Totals, fair: number): Finding[] {
  const found: Finding[] = [];
  if (t.abandoned > 0) found.push({ kind: 'abandoned', games: t.abandoned, of: t.games + t.abandoned });
  t.order.forEach((o, i) => {
    const rate = o.wins / t.games;
    if (odd(rate, fair, t.games)) found.push({ kind: 'order', place: i + 1, rate, fair, games: t.games });
  });
  t.seats.forEach((s, i) => {
    const rate = s.wins / t.games;
    if (odd(rate, fair, t.games)) found.push({ kind: 'seat', seat: i + 1, rate, fair, games: t.games });
  });
  return found;
}

/** What tickets of a length are usually worth, from the median of their points for each piece. */
function usual(tickets: { points: number; pieces: number }[]): (pieces: number) => number {
  const pays = tickets.map((k) => k.points / k.pieces).sort((a, b) => a - b);
  const middle = pays[Math.floor(pays.length / 2)] ?? 1;
  return (pieces) => middle * pieces;
}

function ofTickets(t: Totals): Finding[] {
  const found: Finding[] = [];
  const tickets = t.tickets ?? [];
  const value = usual(tickets.filter((k) => !k.long));
  tickets.forEach((k, i) => {
    const expected = value(k.pieces);
    if (!k.long && tickets.length > 4 && Math.abs(k.points - expected) >= Math.max(3, expected * 0.4))
      found.push({ kind: 'value', ticket: i, points: k.points, pieces: k.pieces, usual: Math.round(expected) });
    if (k.kept >= 20 && k.made / k.kept < 0.4)
      found.push({ kind: 'hard', ticket: i, rate: k.made / k.kept, kept: k.kept });
  });
  return found;
}

function ofRoutes(t: Totals, fair: number): Finding[] {
  const found: Finding[] = [];
  const routes = t.routes ?? [];
  const never = routes.filter((r) => r.claimed === 0).map((r) => r.number);
  if (never.length && t.games >= 20) found.push({ kind: 'never', routes: never });
  for (const r of routes) {
    const rate = r.won / r.claimed;
    // Many routes are looked at, so even luck of one in a thousand has to be ruled out.
    if (r.claimed >= 30 && rate - fair > 4 * Math.sqrt((fair * (1 - fair)) / r.claimed) && rate > fair + 0.1)
      found.push({ kind: 'strong', route: r.number, rate, fair, claims: r.claimed });
  }
  return found;
}

export function findings(t: Totals): Finding[] {
  if (t.games === 0) return ofTurns(t, 1);
  const fair = 1 / t.seats.length;
  return [...ofTurns(t, fair), ...ofRoutes(t, fair), ...ofTickets(t)];
}
