// What a balance report found, in sentences.
import type { Finding, Totals } from '../../core/balance';
import type { Board } from '../../core/board';
import type { Translate } from '../../core/i18n';

const percent = (rate: number) => Math.round(rate * 100);

export function findingWords(t: Translate, board: Board, totals: Totals, f: Finding): string {
  const route = (n: number) => {
    const r = board.family === 'routes' ? board.routes.find((x) => x.number === n) : undefined;
    return r ? `${r.a}–${r.b}` : '';
  };
  const ticket = (i: number) => {
    const k = totals.tickets?.[i];
    return k ? `${k.a}–${k.b}` : '';
  };
  switch (f.kind) {
    case 'abandoned':
      return t('{0} of {1} games had no end and were given up.', f.games, f.of);
    case 'order':
      return f.place === 1
        ? t('Whoever begins wins {0} % of {1} games; {2} % would be fair.', percent(f.rate), f.games, percent(f.fair))
        : t(
            'Whoever plays number {0} in the round wins {1} % of {2} games; {3} % would be fair.',
            f.place,
            percent(f.rate),
            f.games,
            percent(f.fair),
          );
    case 'seat':
      return t(
        'Seat {0} wins {1} % of {2} games; {3} % would be fair.',
        f.seat,
        percent(f.rate),
        f.games,
        percent(f.fair),
      );
    case 'never':
      return t('Nobody ever claims {0}.', f.routes.map(route).join(', '));
    case 'strong':
      return t(
        'Whoever has {0} wins {1} % of the games; {2} % would be fair.',
        route(f.route),
        percent(f.rate),
        percent(f.fair),
      );
    case 'hard':
      return t('The ticket {0} is completed in {1} % of {2} cases only.', ticket(f.ticket), percent(f.rate), f.kept);
    case 'value':
      return t(
        'The ticket {0} has {1} points for {2} pieces; by the others it would have about {3}.',
        ticket(f.ticket),
        f.points,
        f.pieces,
        f.usual,
      );
  }
}
