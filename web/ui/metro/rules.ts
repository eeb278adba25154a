// The rules card of Metro, with the numbers of the board at hand. It explains rules; it does not apply any.
import type { MetroBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import { sharedKeys, type Card } from '../learn/card';

export function rulesCard(b: MetroBoard, t: Translate): Card {
  const tiles = b.tiles.reduce((sum, k) => sum + k.count, 0);
  const shares = Object.entries(b.owners).map(([seats, owners]) => ({
    size: Number(seats),
    points: owners.filter((o) => o === 1).length,
  }));
  return {
    about: t('Make the lines of your own stations long, and the lines of others short. Most points win.'),
    turn: {
      title: t('Your turn'),
      parts: [
        {
          title: t('Place a tile'),
          lines: [
            t(
              'On a free square at the edge, or beside a tile that lies there. It is not turned, unless you play with turning.',
            ),
            t('You may continue anybody’s line.'),
          ],
        },
        { title: t('Or draw another tile'), lines: [t('Then you must place that one, and keep the one you had.')] },
        {
          title: t('Not allowed'),
          lines: [
            t(
              'A line that runs from a station at the edge to a station at the edge over a single tile, unless the tile fits nowhere else.',
            ),
          ],
        },
      ],
    },
    tables: [{ title: t('Stations of each player'), what: t('players'), counts: t('stations'), rows: shares }],
    more: [
      {
        title: t('Points'),
        lines: [
          t('A line that arrives at a station counts at once for its owner: 1 point for each time it crosses a tile.'),
          t('If it arrives in the centre, it counts double.'),
          t('One tile can complete several lines, of several players.'),
        ],
      },
      {
        title: t('The end'),
        lines: [t('When all {0} tiles lie on the board. Equal points: the victory is shared.', tiles)],
      },
    ],
    keys: [
      ['← ↑ → ↓', t('from square to square')],
      [t('Enter'), t('choose the square; once more: place the tile')],
      ['Q  E', t('turn the tile')],
      ['D', t('draw another tile')],
      ['H', t('to your hand')],
      ...sharedKeys(t),
    ],
  };
}
