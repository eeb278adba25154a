// A choice in words, as advice: "Claim Berlin–Essen for 2 blue." Only words; the choice comes from the engine.
import type { Board } from '../../core/board';
import type { Translate } from '../../core/i18n';
import type { Legal, Position, RoutesPosition } from '../../core/position';
import { DECK } from '../routes/facts';
import { cardName, paymentWords } from '../routes/words';

/** `position` is the one before the choice, as the seat that made it saw it. */
export function choiceWords(t: Translate, board: Board, position: Position, seat: number, legal: Legal): string {
  if (board.family === 'metro') {
    if (legal.kind !== 'place') return t('Draw another tile.');
    return `${legal.turns > 0 ? t('Place on {0}, with {1} {1|quarter turn|quarter turns}', legal.square, legal.turns) : t('Place on {0}', legal.square)}.`;
  }
  const { market, seats } = position as RoutesPosition;
  switch (legal.kind) {
    case 'claim': {
      const route = board.routes.find((r) => r.number === legal.route);
      return t('Claim {0} for {1}.', route ? `${route.a}–${route.b}` : '', paymentWords(t, board, legal));
    }
    case 'draw':
      return legal.slot === DECK
        ? t('Take a card from the deck.')
        : t('Take {0} from the market.', cardName(t, board, market[legal.slot] ?? ''));
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
export function choicePlace(legal: Legal): { routes?: number[]; cities?: string[]; squares?: string[] } {
  if (legal.kind === 'claim') return { routes: [legal.route] };
  if (legal.kind === 'station') return { cities: [legal.city] };
  return legal.kind === 'place' ? { squares: [legal.square] } : {};
}
