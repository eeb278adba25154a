// What a person chose for a game: who sits where, the options, the clock. Kept in the browser for each game, and
// turned into the request for a table. There are no rules here: numbers of seats and options come from the
// engine.
import type { LocalGame } from '../../core/api';
import type { Setting, Timing, Wish } from '../../core/messages';
import { keep, keptValue } from '../../core/kept';
import { nextOf } from '../cast';
import type { Mode } from '../route';

export interface Seat {
  kind: 'person' | 'bot' | 'open'; // open: online, for anybody who comes
  name: string; // of a person at this screen
  bot: string; // a character of the cast or a level, kept while the seat is a person's
}

export interface Choice {
  seats: Seat[];
  options: Record<string, number>;
  clock: 'none' | 'move' | 'game';
  minutes: number; // of the clock
  increment: number; // seconds
  undo: 'never' | 'safe' | 'agreed';
  public: boolean;
  spectators: 'none' | 'watch' | 'chat';
  rated: boolean;
}

export const LEVEL = 'medium';

export function seat(kind: Seat['kind'], name = '', bot = LEVEL): Seat {
  return { kind, name, bot };
}

/** One more seat; for a bot that does not sit there yet, unless the caller says otherwise. */
export function oneMore(seats: readonly Seat[], kind: Seat['kind'] = 'bot'): Seat {
  const taken = seats.filter((s) => s.kind === 'bot').map((s) => s.bot);
  return seat(kind, '', nextOf(taken, LEVEL));
}

/**
 * Here: one person and bots, four seats in all; "Play now" plays this unless something else was chosen.
 * Online: one's own seat and an open one.
 */
export function preset(mode: Mode, most: number): Choice {
  const seats = [seat('person')];
  if (mode === 'online') seats.push(oneMore(seats, 'open'));
  else while (seats.length < Math.min(4, most)) seats.push(oneMore(seats));
  return {
    seats,
    options: {},
    clock: 'none',
    minutes: 10,
    increment: 0,
    undo: 'agreed',
    public: false,
    spectators: 'watch',
    rated: true,
  };
}

const key = (game: string, mode: Mode) => `anden.choice.${game}.${mode}`;

/** Something kept earlier that still has the right form, and as many seats as the game allows. */
function sound(c: Partial<Choice> | null, most: number): c is Choice {
  return (
    !!c &&
    Array.isArray(c.seats) &&
    c.seats.length >= 2 &&
    c.seats.length <= most &&
    c.seats.every(
      (s) => ['person', 'bot', 'open'].includes(s?.kind) && typeof s.name === 'string' && typeof s.bot === 'string',
    ) &&
    typeof c.options === 'object' &&
    typeof c.minutes === 'number'
  );
}

export function recall(game: string, mode: Mode, most: number): Choice {
  const first = preset(mode, most);
  const kept = { ...first, ...(keptValue(key(game, mode)) as Partial<Choice> | null) };
  return sound(kept, most) ? kept : first;
}

export function remember(game: string, mode: Mode, choice: Choice): void {
  keep(key(game, mode), JSON.stringify(choice));
}

function wishes(c: Choice, open: Wish['kind']): Wish[] {
  return c.seats.map((s) =>
    s.kind === 'bot' ? { kind: 'bot', bot: s.bot } : { kind: s.kind === 'open' ? open : 'person' },
  );
}

function settings(c: Choice): Setting[] {
  return Object.entries(c.options).map(([name, value]) => ({ name, value }));
}

function timing(c: Choice): Timing {
  if (c.clock === 'none') return { kind: 'none' };
  const seconds = Math.round(c.minutes * 60);
  return c.clock === 'game' ? { kind: 'game', seconds, increment: c.increment } : { kind: 'move', seconds };
}

/** A game on this device. A person without a name is named after the seat, in the language of the page. */
export function toLocal(board: LocalGame['board'], c: Choice): LocalGame {
  return {
    board,
    seats: wishes(c, 'person'),
    names: c.seats.map((s) => (s.kind === 'bot' ? '' : s.name.trim())),
    options: settings(c),
    timing: timing(c),
    undo: c.undo === 'agreed' && persons(c) > 1 ? 'safe' : c.undo,
  };
}

/** A table at a server: the first person's seat is one's own, the others are open. */
export function toTable(game: string, c: Choice) {
  const own = c.seats.findIndex((s) => s.kind === 'person');
  const seats: Wish[] = c.seats.map((s, i) =>
    s.kind === 'bot' ? { kind: 'bot', bot: s.bot } : { kind: i === own ? 'person' : 'open' },
  );
  const start = seats.every((s) => s.kind !== 'open');
  const { undo, spectators, rated } = c;
  return {
    game,
    seats,
    options: settings(c),
    timing: timing(c),
    undo,
    public: c.public,
    spectators,
    rated,
    start,
  };
}

export function persons(c: Choice): number {
  return c.seats.filter((s) => s.kind !== 'bot').length;
}

/** The reason why a game can't start. */
export type Trouble = 'few' | 'many' | 'nobody' | 'same name' | null;

export function trouble(c: Choice, fewest: number, most: number): Trouble {
  if (c.seats.length < fewest) return 'few';
  if (c.seats.length > most) return 'many';
  if (!c.seats.some((s) => s.kind === 'person')) return 'nobody';
  const names = c.seats.filter((s) => s.kind === 'person' && s.name.trim()).map((s) => s.name.trim().toLowerCase());
  return new Set(names).size < names.length ? 'same name' : null;
}
