// The rules card of a route game, with the numbers and the features of the board at hand. It tells rules; it does not
// apply any.
import type { RoutesBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import type { Card, Paragraph, PointsTable } from '../learn/card';

/** The plural of an English word of a board file, as the catalogue has it: trains, buses. */
export function plural(word: string): string {
  return word + (/[sx]$/.test(word) ? 'es' : 's');
}

/** Points by spaces of the routes with ordinary pieces, by cards of the metro routes. */
function points(board: RoutesBoard, metro: boolean): { size: number; points: number }[] {
  const found = new Map<number, number>();
  for (const r of board.routes) if (r.metro === metro) found.set(metro ? r.cards : r.length, r.points);
  return [...found].sort((a, b) => a[0] - b[0]).map(([size, value]) => ({ size, points: value }));
}

function routesTurn(b: RoutesBoard, t: Translate): Paragraph[] {
  const wild = b.cards.find((c) => c.wild)?.name ?? 'locomotive';
  const few = b.options.both_halves_from - 1;
  const parts: Paragraph[] = [
    {
      title: t('Draw cards'),
      icon: 'cards',
      lines: [
        t('Take two, each from the market or from the deck.'),
        t('A {0} from the market is the whole draw: only as the first card, and no second one follows.', t(wild)),
        t('Three {0} in the market: all five cards are dealt anew.', t(plural(wild))),
      ],
    },
    {
      title: t('Claim a route'),
      icon: 'train',
      lines: [
        t(
          'Pay as many cards of its colour as it has spaces; a grey route takes any one colour, and {0} stand in for any card.',
          t(plural(wild)),
        ),
        t('It counts its points at once.'),
      ],
    },
    {
      title: t('Draw tickets'),
      icon: 'ticket',
      lines: [t('Draw {0} and keep at least one. The others go under the ticket deck.', b.options.draw_tickets)],
    },
  ];
  if (b.routes.some((r) => r.double))
    parts[1]?.lines.push(
      few >= b.seats_min
        ? t('Double routes: nobody may own both halves, and with {0} players or fewer only one half can be used.', few)
        : t('Double routes: nobody may own both halves.'),
    );
  if (b.features.includes('stations'))
    parts.push({
      title: t('Build a station'),
      icon: 'station',
      lines: [
        t(
          'In any city without one, one a turn, {0} in the game. The first costs 1 card, the second 2 of one colour, the third 3.',
          b.options.stations,
        ),
        t('At the end each lets you use one route of another player there, for your tickets.'),
      ],
    });
  return parts;
}

function features(b: RoutesBoard, t: Translate): Paragraph[] {
  const wilds = t(plural(b.cards.find((c) => c.wild)?.name ?? 'locomotive'));
  const more: Paragraph[] = [];
  if (b.features.includes('tunnels'))
    more.push({
      title: t('Tunnels'),
      lines: [
        t(
          'Pay, then three cards are turned up: each of your colour, and each {0}, asks for one more card.',
          t(b.cards.find((c) => c.wild)?.name ?? 'locomotive'),
        ),
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
          t(plural(metro?.name ?? 'metro car')),
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
          'When you claim a route in one of the colours {0}, you may lay one card of that colour from the payment before you.',
          b.options.flag.map((c) => t(c)).join(', '),
        ),
        t('All colours together: {0} points, and you can begin another.', b.options.flag_points),
      ],
    });
  return more;
}

function routesEnd(b: RoutesBoard, t: Translate): Paragraph[] {
  const o = b.options;
  const pieces = o.pieces.map((p) => `${p.count} ${t(plural(p.name))}`).join(', ');
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
  const end = [
    t(
      'When somebody ends a turn with {0} {1} or fewer, everybody has one last turn.',
      o.last_round_at,
      o.pieces.length > 1 ? t('pieces') : t(plural(o.pieces[0]?.name ?? 'train')),
    ),
    t('A completed ticket adds its points, any other takes them away.'),
  ];
  if (b.features.includes('stations')) end.push(t('Each station not built: {0} points.', o.station_points));
  if (b.features.includes('longest_path'))
    end.push(t('The longest path of your own pieces: {0} points, also to each of those who tie.', o.express_points));
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
  };
}
