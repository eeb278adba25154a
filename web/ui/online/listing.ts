// Plain functions for lists of tables: their order, and what they say about a table.
import type { TableState } from '../../core/api';
import type { Chair, Listing, Timing } from '../../core/messages';
import { castOf } from '../cast';
import { level } from '../games';
import { t } from '../settings.svelte';

/** Own tables: first those that wait for us, then others in progress, then the rest; the newest first in each group. */
export function inOrder(list: readonly Listing[]): Listing[] {
  const weight = (l: Listing) => (l.your_turn ? 0 : l.status === 'playing' ? 1 : l.status === 'open' ? 2 : 3);
  return [...list].sort((a, b) => weight(a) - weight(b) || b.since - a.since);
}

/** Can its people be asked to play again? Only if not all the others were bots. */
export function mayInvite(l: Listing): boolean {
  return l.status === 'over' && l.your_seat !== undefined && l.chairs.filter((c) => c.kind === 'person').length > 1;
}

/** Seats of a table that are still free. */
export function openSeats(chairs: readonly Chair[]): number {
  return chairs.filter((c) => c.kind === 'open').length;
}

/** A list with places: people with the same number of points share one. Null stays null. */
export function ranked<T>(list: readonly T[] | null, points: (one: T) => number): (T & { place: number })[] | null {
  return list?.map((one) => ({ ...one, place: 1 + list.filter((o) => points(o) > points(one)).length })) ?? null;
}

/** A name in words: "someone" is the server's name for people who have deleted their account, and for nobody else. */
export function called(name: string): string {
  return name === 'someone' ? t('someone') : name;
}

/** Who sits on a chair, in words. */
export function who(chair: Chair): string {
  if (chair.kind === 'bot') {
    const bot = chair.bot ?? chair.name ?? '';
    const somebody = castOf(bot);
    return somebody ? `${somebody.name}, ${level(bot)}` : t('bot, {0}', level(bot));
  }
  if (chair.kind === 'open') return t('open');
  return chair.name === undefined ? t('somebody') : called(chair.name);
}

export function clockWords(timing: Timing): string {
  const minutes = Math.round((timing.seconds ?? 0) / 60);
  const span =
    (timing.seconds ?? 0) < 60
      ? t('{0} seconds', timing.seconds ?? 0)
      : minutes >= 1440
        ? t('{0} {0|day|days}', Math.round(minutes / 1440))
        : t('{0} {0|minute|minutes}', minutes);
  if (timing.kind === 'move') return t('{0} for each move', span);
  if (timing.kind === 'game')
    return timing.increment
      ? t('{0} for the game, {1} s more after each move', span, timing.increment)
      : t('{0} for the game', span);
  return t('no clock');
}

/** What people without a seat may do; tables of older servers let them write if the table is public. */
function spectators(table: { public: boolean; spectators?: string }): string {
  return table.spectators ?? (table.public ? 'chat' : 'watch');
}

export function mayWatch(table: { public: boolean; spectators?: string }): boolean {
  return spectators(table) !== 'none';
}

/** May the viewer write at a table? */
export function mayWrite(table: Pick<TableState, 'seat' | 'host' | 'plan'>): boolean {
  return table.seat !== null || table.host || spectators(table.plan) === 'chat';
}

/** Who may come, who may watch, and whether it counts, in words. */
export function tableWords(plan: TableState['plan']): string {
  const words = [
    plan.public ? t('in the lobby for everybody') : t('only for those who have the link'),
    { none: t('no spectators'), watch: t('spectators only watch'), chat: t('spectators may write') }[
      spectators(plan)
    ] ?? '',
    plan.rated === undefined ? '' : plan.rated ? t('rated') : t('not rated'),
  ];
  return words.filter((word) => word !== '').join(' · ');
}

/** What a table waits for before it can start; null if nothing. */
export function notYet(chairs: readonly Chair[]): string | null {
  const open = openSeats(chairs);
  return open > 0 ? t('{0} {0|seat is|seats are} still open: wait, or let bots sit there.', open) : null;
}

/** How many turns began or went on after an entry. */
export function movesAfter(state: TableState, last: number): number {
  return state.log.filter((l) => l.last > last && l.of === 'turn').length;
}
