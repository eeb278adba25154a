// Positions as the engine writes them (protocol/view_json.h), as far as the page draws them.
import type { Side } from './board';

/** The place of the deck among the cards that can be drawn: after those of the market. */
export const DECK = 5;

export interface Way {
  square: string;
  from: Side;
}

export interface MetroStation {
  number: number;
  name: string | null;
  square: string;
  side: Side;
  owner: number | null;
  complete: boolean;
  length: number;
  points: number;
  waits: Way | null;
  end: number | 'centre' | null;
  crossed: Way[];
}

interface Score {
  total: number | null;
  [part: string]: number | null;
}

export interface Seat {
  seat: number;
  name: string;
  points: number; // so far, for everybody to see
  score: Score;
  rank: number | null;
}

export interface MetroSeat extends Seat {
  stations: number[];
  hand: string[] | null;
  hand_size: number;
}

/** What all positions have. Each family adds to it in an interface of its own. */
export interface Position {
  game: string;
  title: string;
  hash: string;
  rules: number;
  options: Record<string, number>;
  as: number | 'spectator' | 'everything';
  events: number;
  over: boolean;
  to_act: number | 'chance' | null;
  result: string | null; // when it is over: who wins, in a sentence
  tie: string | null; // what decided between equal points
  seats: Seat[];
}

export interface MetroPosition extends Position {
  squares: { square: string; tile: string }[];
  stations: MetroStation[];
  supply: number;
  unseen_tiles: Record<string, number>;
  redrawn: boolean;
  drawn: string | null;
  seats: MetroSeat[];
}

export interface RouteRef {
  a: string;
  b: string;
  length: number;
  colour: string;
  cards: number;
  piece: string;
  tunnel: boolean;
  icons: number;
  points: number;
  number: number;
}

export interface TicketRef {
  a: string;
  b: string;
  points: number;
  long: boolean;
  completed: boolean;
  state: 'done' | 'possible' | 'cut off' | 'missed';
  station?: boolean; // the ticket is cut off, but a station could save it
  to_go?: { pieces: number; cards: number }; // it is possible: what is still missing on the shortest way
}

export interface RoutesSeat extends Seat {
  routes: RouteRef[];
  stations: string[];
  stations_left: number;
  borrowed: (RouteRef | null)[] | null;
  tickets: TicketRef[] | null;
  tickets_min: number;
  tickets_max: number;
  offered: number;
  offer: TicketRef[] | null;
  hand: Record<string, number> | null;
  hand_size: number;
  known: Record<string, number>;
  pieces: number;
  pieces_left: Record<string, number>;
  flag_cards?: Record<string, number>;
  flags?: number;
  longest_trail: number | null;
  trail: number[] | null; // at the end: the routes that make it
}

/** What happens next. */
export type Phase = 'deal' | 'set-up' | 'turn' | 'second card' | 'tunnel' | 'tickets' | 'over';

export interface RoutesPosition extends Position {
  market: (string | null)[];
  deck: number;
  discard: number;
  discard_cards: Record<string, number>;
  deck_cards: Record<string, number> | null; // only for a viewer who sees everything
  ticket_deck: number | null;
  tickets_left: 'none' | 'one' | 'more';
  tunnel: {
    route: RouteRef;
    paid: { colour: string | null; coloured: number; wilds: number };
    turned_up: string[];
    asks: boolean[];
    extra: number;
  } | null;
  phase: Phase;
  last_round: boolean;
  last_turns: number;
  seats: RoutesSeat[];
}

/** The next position, in which every part that says the same as before is the same object as before: what is drawn from
 *  it need not be drawn again. */
export function shared<T>(last: unknown, next: T): T {
  if (typeof next !== 'object' || next === null || typeof last !== 'object' || last === null) return next;
  const [before, now] = [last as Record<string, unknown>, next as Record<string, unknown>];
  const keys = Object.keys(now);
  let same = keys.length === Object.keys(before).length && Array.isArray(before) === Array.isArray(now);
  for (const key of keys) {
    now[key] = shared(before[key], now[key]);
    if (now[key] !== before[key] || !(key in before)) same = false;
  }
  return same ? (last as T) : next;
}

/** A legal event, as protocol/event_json.h writes it. Each family adds to it in a type of its own. */
export interface Legal {
  event: number;
  kind: string;
  text?: string; // as written in a log, if the family has no other description
}
