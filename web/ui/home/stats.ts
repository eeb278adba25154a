// What the games kept on this device say about how one plays: how often one wins against which level, the best points
// of each game, the longest run of wins. Only finished games of one person against bots count, and none that began in
// the middle of another.
import type { LocalRecord } from '../../core/api';
import { castOf } from '../cast';

export const LEVELS = ['easy', 'medium', 'hard', 'expert'];

export interface Play {
  games: number;
  rates: { level: string; won: number; of: number }[]; // a game counts for the strongest bot in it
  best: { game: string; title: string; points: number }[];
  run: { wins: number; from: number; to: number } | null; // moments of its first and last win
}

/** Points and rank of the person at the screen; null if there are several people or they are not known. */
export function ownOf({ persons, standing }: LocalRecord): { points: number; rank?: number } | null {
  return persons.length === 1 ? (standing?.seats[persons[0]! - 1] ?? null) : null;
}

function counts(game: LocalRecord): boolean {
  return game.over && !game.damaged && !game.forked && ownOf(game)?.rank !== undefined && levelOf(game) >= 0;
}

/** The number of the highest level at the table; -1 if no bot there has one. */
function levelOf({ bots }: LocalRecord): number {
  return Math.max(-1, ...bots.map((bot) => LEVELS.indexOf(castOf(bot)?.level ?? bot)));
}

function longestRun(games: readonly LocalRecord[]): Play['run'] {
  let best: Play['run'] = null;
  let now = null as Play['run'];
  for (const game of [...games].sort((a, b) => a.changed - b.changed)) {
    const won = ownOf(game)?.rank === 1;
    now = won ? { wins: (now?.wins ?? 0) + 1, from: now?.from ?? game.changed, to: game.changed } : null;
    if (now && now.wins > (best?.wins ?? 0)) best = now;
  }
  return best;
}

export function playOf(list: readonly LocalRecord[]): Play {
  const games = list.filter(counts);
  const rates = LEVELS.map((level, i) => {
    const those = games.filter((game) => levelOf(game) === i);
    return { level, won: those.filter((game) => ownOf(game)?.rank === 1).length, of: those.length };
  });
  const best = new Map<string, Play['best'][number]>();
  for (const game of games) {
    const points = ownOf(game)?.points ?? 0;
    if (points > (best.get(game.game)?.points ?? -Infinity))
      best.set(game.game, { game: game.game, title: game.title, points });
  }
  return { games: games.length, rates, best: [...best.values()], run: longestRun(games) };
}

/** The order of the list: games in progress first, then the newest. */
export function inOrder(list: readonly LocalRecord[]): LocalRecord[] {
  return [...list].sort((a, b) => Number(a.over) - Number(b.over) || b.changed - a.changed);
}
