// The rules card of a game that the page does not know: what the board file says about itself.
import type { Board } from '../../core/board';
import type { Translate } from '../../core/i18n';
import type { Card } from '../learn/card';

export function rulesCard(board: Board, t: Translate): Card {
  const about = board.about.join(' ');
  return { about: about || t('There is no rules card for this game.'), turn: null, tables: [], more: [], keys: [] };
}
