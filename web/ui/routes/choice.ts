// A choice in a route game as advice: "Claim Berlin–Essen for 2 blue." Only words; the choice comes from the engine.
import type { Place } from '../../core/api';
import type { RoutesBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import { DECK, type RoutesPosition } from '../../core/position';
import { paymentWords, theCard } from './words';
import type { RoutesLegal } from './legal';

export function routeChoice(
  t: Translate,
  board: RoutesBoard,
  { market, seats }: RoutesPosition,
  seat: number,
  legal: RoutesLegal,
): string {
  switch (legal.kind) {
    case 'claim': {
      const route = board.routes.find((r) => r.number === legal.route);
      return t('Claim {0} for {1}.', route ? `${route.a}–${route.b}` : '', paymentWords(t, board, legal));
    }
    case 'draw':
      return legal.slot === DECK
        ? t('Take a card from the deck.')
        : t('Take {0}.', theCard(t, board, market[legal.slot] ?? ''));
    case 'station':
      return t('Build a station in {0}.', legal.city);
    case 'keep': {
      const offer = seats[seat - 1]?.offer ?? [];
      return t('Keep {0}.', legal.tickets.map((i) => (offer[i] ? `${offer[i].a}–${offer[i].b}` : '')).join(', '));
    }
    case 'tickets':
      return t('Draw tickets.');
    case 'extra':
      return t('Pay what the tunnel asks.');
    case 'decline':
      return t('Take the cards back.');
    default:
      return t('Pass.');
  }
}

/** What a choice is about on the board. */
export function routePlace(legal: RoutesLegal): Place {
  if (legal.kind === 'claim') return { routes: [legal.route] };
  return legal.kind === 'station' ? { cities: [legal.city] } : {};
}
