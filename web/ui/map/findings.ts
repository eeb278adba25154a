// What a balance report found, in sentences.
import type { Finding, Totals } from '../../core/balance';
import type { Board } from '../../core/board';
import type { Translate } from '../../core/i18n';
import { faceOf } from '../families';

export const percent = (part: number, whole: number) => (whole > 0 ? `${hundredths(part / whole)} %` : '–');
export const hundredths = (rate: number) => Math.round(rate * 100);

export function findingWords(t: Translate, board: Board, totals: Totals, f: Finding): string {
  switch (f.kind) {
    case 'abandoned':
      return t('{0} of {1} games had no end and were given up.', f.games, f.of);
    case 'order':
      return f.place === 1
        ? t(
            'Whoever begins wins {0} % of {1} games; {2} % would be fair.',
            hundredths(f.rate),
            f.games,
            hundredths(f.fair),
          )
        : t(
            'Whoever plays number {0} in the round wins {1} % of {2} games; {3} % would be fair.',
            f.place,
            hundredths(f.rate),
            f.games,
            hundredths(f.fair),
          );
    case 'seat':
      return t(
        'Seat {0} wins {1} % of {2} games; {3} % would be fair.',
        f.seat,
        hundredths(f.rate),
        f.games,
        hundredths(f.fair),
      );
    default:
      return faceOf(board).finding?.(t, board, totals, f) ?? '';
  }
}
