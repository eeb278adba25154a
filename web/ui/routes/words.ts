// Names and sentences about a route game, to be read or heard. Only words: numbers, legality and
// reasons come from the engine.
import type { Route, RoutesBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import type { TicketRef } from '../../core/position';
import type { Payment } from './payments';

export const wildOf = (board: RoutesBoard) => board.cards.find((c) => c.wild)?.name ?? 'locomotive';

/** The plural of an English word of a board file, as the catalogue has it: trains, buses, cities. */
function plural(word: string): string {
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : word + (/[sx]$/.test(word) ? 'es' : 's');
}

/** A noun of the board (a wild card, a piece, a place) in the singular or the plural. */
export const noun = (t: Translate, n: number, name: string) => t(n === 1 ? name : plural(name));

/** "train cards", "transport cards". */
export const cardsOf = (t: Translate, board: RoutesBoard) =>
  t(board.words.cards ? `${board.words.cards} cards` : 'cards');

/** A colour in the words of the board: in Spanish there is a different word for purple if the cards are train cards. */
const inContext = (board: RoutesBoard, name: string) =>
  board.words.cards ? `${board.words.cards}\u0004${name}` : name;
export const colourName = (t: Translate, board: RoutesBoard, name: string) => t(inContext(board, name));

/** The name of a card: "yellow", "locomotive". */
export function cardName(t: Translate, board: RoutesBoard, name: string, n = 1): string {
  return name === wildOf(board) ? noun(t, n, name) : t(`${n === 1 ? 'card' : 'cards'}\u0004${inContext(board, name)}`);
}

/** "the yellow card", "the locomotive". */
export const theCard = (t: Translate, board: RoutesBoard, name: string) =>
  name === wildOf(board) ? t('the {0}', t(name)) : t('the {0} card', cardName(t, board, name));

/** "2 yellow", "1 locomotive". */
export const cardCount = (t: Translate, board: RoutesBoard, n: number, name: string) =>
  `${n} ${cardName(t, board, name, n)}`;

/** "2 yellow", "1 yellow and 1 locomotive". */
export function paymentWords(
  t: Translate,
  board: RoutesBoard,
  p: { colour: string | null; coloured: number; wilds: number },
): string {
  const parts: string[] = [];
  if (p.coloured > 0 && p.colour !== null) parts.push(cardCount(t, board, p.coloured, p.colour));
  if (p.wilds > 0 || parts.length === 0) parts.push(cardCount(t, board, p.wilds, wildOf(board)));
  return parts.length === 2 ? t('{0} and {1}', parts[0]!, parts[1]!) : parts[0]!;
}

/** "yellow tunnel", "grey ferry", "blue route". */
export function kindWords(t: Translate, board: RoutesBoard, route: Route): string {
  const colour = colourName(t, board, route.colour);
  if (route.tunnel) return t('{0} tunnel', colour);
  if (route.ferry > 0) return t('{0} ferry', colour);
  if (route.metro) return t('{0} metro route', colour);
  return t('{0} route', colour);
}

/** What a route is, in parts: kind, pieces, what it needs, points. */
export function routeFacts(t: Translate, board: RoutesBoard, route: Route): string[] {
  const facts = [kindWords(t, board, route), `${route.length} ${noun(t, route.length, route.kind)}`];
  if (route.cards !== route.length) facts.push(t('{0} {0|card|cards}', route.cards));
  if (route.ferry > 0) facts.push(t('needs {0}', cardCount(t, board, route.ferry, wildOf(board))));
  facts.push(t('{0} {0|point|points}', route.points));
  return facts;
}

export interface RouteState {
  owner: string | null; // name of the player who claimed it
  payments: Payment[];
}

const MANY = 4; // payments up to this number are listed one by one

/** What kind of route it is; of two that look the same, also which of them. */
function whichKind(t: Translate, board: RoutesBoard, route: Route): string {
  const kind = kindWords(t, board, route);
  const twin = board.routes.find((r) => r.number === route.twin);
  if (!twin || twin.colour !== route.colour || twin.tunnel !== route.tunnel || twin.ferry !== route.ferry) return kind;
  return route.number < twin.number ? t('{0}, the first of two', kind) : t('{0}, the second of two', kind);
}

/** The whole name of a route for screen readers. */
export function routeName(t: Translate, board: RoutesBoard, route: Route, now: RouteState): string {
  const ends = t('{0} to {1}', route.a, route.b);
  if (now.owner !== null) return t('{0}, {1}, claimed by {2}.', ends, whichKind(t, board, route), now.owner);
  const [, ...facts] = routeFacts(t, board, route);
  const what = `${[ends, whichKind(t, board, route), ...facts].join(', ')}.`;
  if (now.payments.length > 0) {
    const ways = now.payments.slice(0, MANY).map((p) => paymentWords(t, board, p));
    if (now.payments.length > MANY) ways.push(t('in other ways'));
    return `${what} ${t(
      'You can pay: {0}.',
      ways.reduce((left, right) => t('{0}; or {1}', left, right)),
    )}`;
  }
  return what;
}

/** "4 trains"; where routes cost more cards than pieces (Berlin), "4 pieces and 9 cards". */
export function wayWords(t: Translate, board: RoutesBoard, way: { pieces: number; cards: number }): string {
  if (way.cards !== way.pieces) return t('{0} {0|piece|pieces} and {1} {1|card|cards}', way.pieces, way.cards);
  return `${way.pieces} ${noun(t, way.pieces, board.options.pieces[0]?.name ?? 'train')}`;
}

type Missing = { pieces: number; cards: number } | null;

/** "possible, 4 trains to go": the state of a ticket; `way` is what session.way says is missing. */
export function ticketState(t: Translate, board: RoutesBoard, ticket: TicketRef, way: Missing): string {
  if (ticket.completed || ticket.state === 'done') return t('completed');
  if (ticket.state === 'possible')
    return way === null ? t('possible') : t('possible, {0} to go', wayWords(t, board, way));
  if (ticket.state === 'missed') return t('missed');
  return ticket.station ? t('cut off; a station can save it') : t('cut off');
}

export const ticketName = (t: Translate, board: RoutesBoard, x: TicketRef, way: Missing) =>
  t('{0} to {1}, {2} {2|point|points}, {3}.', x.a, x.b, x.points, ticketState(t, board, x, way));

/** The colours of a flag in their usual order; if a board has others, in the board's order. */
export function flagOf(board: RoutesBoard): string[] {
  const order = ['blue', 'white', 'red'];
  return [...board.options.flag].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** "a, b or c". */
export function anyOf(t: Translate, words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return t('{0} or {1}', words.slice(0, -1).join(', '), words[words.length - 1]!);
}
