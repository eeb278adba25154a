// What a balance report found about the routes and tickets of a map, in sentences.
import type { Finding, Totals } from '../../core/balance';
import type { RoutesBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import { hundredths } from '../map/findings';

export function routeFinding(t: Translate, board: RoutesBoard, totals: Totals, f: Finding): string {
  const route = (n: number) => {
    const r = board.routes.find((x) => x.number === n);
    return r ? `${r.a}–${r.b}` : '';
  };
  const ticket = (i: number) => {
    const k = totals.tickets?.[i];
    return k ? `${k.a}–${k.b}` : '';
  };
  switch (f.kind) {
    case 'never':
      return t('Nobody ever claims {0}.', f.routes.map(route).join(', '));
    case 'strong':
      return t(
        'Whoever has {0} wins {1} % of the games; {2} % would be fair.',
        route(f.route),
        hundredths(f.rate),
        hundredths(f.fair),
      );
    case 'hard':
      return t('The ticket {0} is completed in {1} % of {2} cases only.', ticket(f.ticket), hundredths(f.rate), f.kept);
    case 'value':
      return t(
        'The ticket {0} has {1} points for {2} pieces; by the others it would have about {3}.',
        ticket(f.ticket),
        f.points,
        f.pieces,
        f.usual,
      );
    default:
      return '';
  }
}
