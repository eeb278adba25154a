// Questions to the engine about a position of a route game: web/wasm/routes/why.c answers.
import type { Question, Reason } from '../../core/api';
import type { RoutesBoard } from '../../core/board';
import { DECK, type TicketRef } from '../../core/position';
import { whyNot } from '../table/questions';

/** A way between two cities: the routes still to claim, what they cost, and those of its routes that one has. */
export interface TicketWay {
  routes: number[];
  pieces: number;
  cards: number;
  own: number[];
}

const cityOf = (board: RoutesBoard, name: string) => board.cities.findIndex((city) => city.name === name);
const endsOf = (board: RoutesBoard, { a, b }: TicketRef) => [cityOf(board, a), cityOf(board, b)];

export const whyRoute = (route: number): Question<Reason> => ({ ask: 'why_route', numbers: [route], turn: true });
/** Half of a double route that the viewer can't claim any more, whoever's turn it is. */
export const whyShut = (route: number): Question<Reason> => ({ ask: 'why_shut', numbers: [route] });
/** A station there. */
export const whyCity = (board: RoutesBoard, name: string): Question<Reason> => ({
  ...{ ask: 'why_city', numbers: [cityOf(board, name)], turn: true },
});
/** A card of the market, or DECK. */
export const whySlot = (slot: number) => whyNot(slot === DECK ? 'draw deck' : `draw ${slot + 1}`);
export const whyTickets = () => whyNot('tickets');
/** Numbers in the offer, from 0. */
export const whyKeep = (tickets: readonly number[]) => whyNot(['keep', ...tickets.map((i) => i + 1)].join(' '));

/** The way for a ticket, held or on offer, with the fewest pieces still to lay; null if it is cut off. `laid`: routes
 *  that count as claimed. */
export const wayOf = (
  board: RoutesBoard,
  ticket: TicketRef,
  laid: readonly number[] = [],
): Question<TicketWay | null> => ({ ask: 'ask_way', input: Uint8Array.from(laid), numbers: endsOf(board, ticket) });

/** At the end: how a seat travelled a ticket (`own`), or what it lacked (`routes`). */
export const travelled = (board: RoutesBoard, seat: number, ticket: TicketRef): Question<TicketWay | null> => ({
  ...{ ask: 'ask_travelled', numbers: [seat, ...endsOf(board, ticket)] },
});

/** For a payment of a tunnel: how many more cards its three cards can ask for at most, and how many more the
 *  seat could pay. */
export const riskOf = (event: number): Question<{ most: number; spare: number }> => ({
  ...{ ask: 'ask_tunnel', numbers: [event] },
});
