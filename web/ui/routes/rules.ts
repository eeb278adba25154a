// The rules card of a route game, with the numbers and the features of the board at hand. It explains rules; it does
// not apply any.
import type { RoutesBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import type { Card, Paragraph, PointsTable } from '../learn/card';
import { keyList } from './keys';
import { anyOf, cardsOf, colourName, flagOf, noun, wildOf } from './words';

/** Points by spaces of the routes with ordinary pieces, by cards of the metro routes. */
function points(board: RoutesBoard, metro: boolean): { size: number; points: number }[] {
  const found = new Map<number, number>();
  for (const r of board.routes) if (r.metro === metro) found.set(metro ? r.cards : r.length, r.points);
  return [...found].sort((a, b) => a[0] - b[0]).map(([size, value]) => ({ size, points: value }));
}

function claiming(b: RoutesBoard, t: Translate): string[] {
  const lines = [
    t(
      'Pay as many cards of its colour as it has spaces, and put a piece on each. Wild cards stand in for any card: {0}.',
      noun(t, 2, wildOf(b)),
    ),
  ];
  if (b.routes.some((r) => r.colour === 'grey')) lines.push(t('A grey route takes cards of any one colour.'));
  lines.push(t('It need not touch your other routes, and counts its points at once.'));
  const few = b.options.both_halves_from - 1;
  if (!b.routes.some((r) => r.double)) return lines;
  if (few < b.seats_min) lines.push(t('Double routes: nobody may own both.'));
  else if (few === b.seats_min)
    lines.push(t('Double routes: nobody may own both, and with {0} players only one of them can be used.', few));
  else
    lines.push(
      t('Double routes: nobody may own both, and with {0} players or fewer only one of them can be used.', few),
    );
  return lines;
}

function routesTurn(b: RoutesBoard, t: Translate): Paragraph[] {
  const wild = wildOf(b);
  const parts: Paragraph[] = [
    {
      title: t('Draw {0}', cardsOf(t, b)),
      icon: 'cards',
      lines: [
        t('Take two, each face up or blind from the deck.'),
        t('A face-up {0} is the whole draw: only as the first card, and no second one follows.', t(wild)),
        t('If three of the five face-up cards are {0}, all five are replaced.', noun(t, 2, wild)),
      ],
    },
    { title: t('Claim a route'), icon: 'train', lines: claiming(b, t) },
    {
      title: t('Draw tickets'),
      icon: 'ticket',
      lines: [t('Draw {0} and keep at least one. The others go under the ticket deck.', b.options.draw_tickets)],
    },
  ];
  if (b.features.includes('stations'))
    parts.push({
      title: t('Build a station'),
      icon: 'station',
      lines: [
        t('In any {1} without one, one a turn, {0} in the game.', b.options.stations, t(b.words.place)),
        t(
          'The first costs 1 card, the second 2 of one colour, the third 3. Wild cards stand in: {0}.',
          noun(t, 2, wild),
        ),
        t('At the end each lets you use one route of another player that leads there. It serves all your tickets.'),
      ],
    });
  return parts;
}

function features(b: RoutesBoard, t: Translate): Paragraph[] {
  const wilds = noun(t, 2, wildOf(b));
  const more: Paragraph[] = [];
  if (b.features.includes('tunnels'))
    more.push({
      title: t('Tunnels'),
      lines: [
        t(
          'Pay, then three cards are turned up: each of your colour, and each {0}, asks for one more card.',
          t(wildOf(b)),
        ),
        t('What it asks for is paid in the colour you have paid, or with wild cards: {0}.', wilds),
        t(
          'If you can’t or won’t pay, you take your cards back and the turn is over. Paid with {0} alone, only {0} count.',
          wilds,
        ),
      ],
    });
  if (b.features.includes('ferries'))
    more.push({
      title: t('Ferries'),
      lines: [t('For each symbol on a ferry at least one of the cards must be a wild one: {0}.', wilds)],
    });
  if (b.features.includes('metro_routes')) {
    const [, metro] = b.options.pieces;
    more.push({
      title: t('Metro routes'),
      lines: [
        t(
          'One space, one of your {1} {0}. The number beside it says how many cards it costs.',
          noun(t, 2, metro?.name ?? 'metro car'),
          metro?.count ?? 0,
        ),
      ],
    });
  }
  if (b.features.includes('flag'))
    more.push({
      title: t('The flag'),
      lines: [
        t(
          'When you claim a {0} route, you may lay one card of that colour from the payment before you, unless one lies there.',
          anyOf(
            t,
            flagOf(b).map((c) => colourName(t, b, c)),
          ),
        ),
        t('Wild cards never count for it: {0}.', wilds),
        t(
          'All colours together: {0} points. The cards go to the discards, and you can begin another.',
          b.options.flag_points,
        ),
      ],
    });
  return more;
}

/** What sets off the last round: pieces of one kind are called by their name. */
function lastRound(b: RoutesBoard, t: Translate): string {
  const { last_round_at: left, pieces } = b.options;
  if (left === 0) return t('When somebody ends a turn without pieces, everybody has one last turn.');
  if (left === 1) return t('When somebody ends a turn with one piece or none, everybody has one last turn.');
  return t(
    'When somebody ends a turn with {0} {1} or fewer, everybody has one last turn.',
    left,
    noun(t, left, pieces.length > 1 ? 'piece' : (pieces[0]?.name ?? 'piece')),
  );
}

function routesEnd(b: RoutesBoard, t: Translate): Paragraph[] {
  const o = b.options;
  const pieces = o.pieces.map((p) => `${p.count} ${noun(t, p.count, p.name)}`).join(', ');
  const begin = [
    t(
      'Each player has {0}, {1} cards and {2} tickets, and keeps at least {3} of these.',
      pieces,
      o.hand,
      o.first_long + o.first_regular,
      o.first_keep,
    ),
  ];
  if (o.first_long) begin.push(t('A long ticket is among them; it may be given up too.'));
  const end = [lastRound(b, t), t('A completed ticket adds its points, any other takes them away.')];
  if (b.features.includes('stations')) end.push(t('Each station not built: {0} points.', o.station_points));
  if (b.features.includes('longest_path'))
    end.push(
      b.words.express
        ? t(
            '{1}, for the longest path of your own pieces: {0} points, also to each of those who tie.',
            o.express_points,
            b.words.express,
          )
        : t('The longest path of your own pieces: {0} points, also to each of those who tie.', o.express_points),
    );
  const ties = b.features.includes('stations') || b.features.includes('longest_path');
  end.push(
    ties
      ? t('Equal points: more completed tickets, then fewer stations built, then the longest path.')
      : t('Equal points: more completed tickets; else the victory is shared.'),
  );
  return [
    { title: t('At the start'), lines: begin },
    { title: t('The end'), lines: end },
  ];
}

export function rulesCard(b: RoutesBoard, t: Translate): Card {
  const tables: PointsTable[] = [
    { title: t('Points of a route'), what: t('spaces'), counts: t('points'), rows: points(b, false) },
  ];
  const metro = points(b, true);
  if (metro.length)
    tables.push({ title: t('Points of a metro route'), what: t('cards'), counts: t('points'), rows: metro });
  return {
    about: t('Claim routes, and join the two places of each of your tickets. Most points win.'),
    turn: { title: t('Your turn: one of these'), parts: routesTurn(b, t) },
    tables,
    more: [...features(b, t), ...routesEnd(b, t)],
    keys: keyList(b, t),
  };
}
