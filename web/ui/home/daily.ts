// The daily deal: the same cards for everybody on a date (UTC) and a board, against the same three bots. The seed is the SHA-256 of
// a line of text, so that anybody can compute it: doc/daily.md.
import type { Day, LocalGame } from '../../core/api';

export const OPPONENTS = ['otto', 'carmen', 'greta'];
const DAY = 86_400_000;

/** The date in UTC: 2026-11-16. */
export function dateOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** Its number: 1 is the first of January 2026. */
export function numberOf(date: string): number {
  return Math.round((Date.parse(date) - Date.UTC(2025, 11, 31)) / DAY);
}

/** The text whose SHA-256 is the seed. */
export function seedText(date: string, game: string): string {
  return `anden daily ${date} ${game}`;
}

/** The settings of a table on this device. Nothing that has shown a card can be taken back. */
export function dealOf(date: string, game: string, seed: string, name: string): LocalGame {
  return {
    board: { id: game },
    seats: [{ kind: 'person' }, ...OPPONENTS.map((bot) => ({ kind: 'bot', bot }))],
    names: [name, ...OPPONENTS.map(() => '')],
    undo: 'safe',
    seed,
    daily: date,
  };
}

/** The last seven dates up to today, each with its first result. */
export function weekOf(days: readonly Day[], game: string, today: string): { date: string; day: Day | null }[] {
  return Array.from({ length: 7 }, (_, i) => {
    const date = dateOf(Date.parse(today) - (6 - i) * DAY);
    return { date, day: days.find((d) => d.date === date && d.game === game) ?? null };
  });
}

/** Minutes until the next deal. */
export function minutesLeft(moment: number): number {
  return Math.ceil((DAY - (moment % DAY)) / 60_000);
}
