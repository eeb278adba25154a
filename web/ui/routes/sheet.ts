// The score sheet of a route game, as the engine counted it: its columns, tickets, and the longest path in words.
import type { TableState } from '../../core/api';
import type { RoutesBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import type { RoutesPosition, RoutesSeat } from '../../core/position';
import type { Column } from '../end/sheet';
import { noun } from './words';

export function routeColumns(t: Translate, { options: o }: RoutesBoard): Column[] {
  const columns = [
    { part: 'routes', name: t('Routes') },
    { part: 'tickets', name: t('Tickets') },
  ];
  if (o.stations > 0) columns.push({ part: 'stations', name: t('Stations') });
  if (o.express_points > 0) columns.push({ part: 'express', name: t('Express') });
  if (o.flag.length > 0) columns.push({ part: 'flag', name: t('Flag') });
  return columns;
}

/** How long a seat's own longest path is: "9 trains". */
export function ownPath(t: Translate, position: RoutesPosition, board: RoutesBoard, seat: number): string {
  const most = position.seats[seat - 1]?.longest_trail ?? 0;
  return `${most} ${noun(t, most, board.options.pieces[0]?.name ?? 'train')}`;
}

/** Whose longest path it is, and by how much: "29 trains, ahead of Chen by 1". */
export function expressWords(
  t: Translate,
  table: TableState,
  position: RoutesPosition,
  board: RoutesBoard,
): { seats: number[]; words: string } | null {
  const length = (s: RoutesSeat) => s.longest_trail ?? 0;
  const most = Math.max(0, ...position.seats.map(length));
  if (board.options.express_points === 0 || most === 0) return null;
  const seats = position.seats.filter((s) => length(s) === most).map((s) => s.seat);
  const next = position.seats.filter((s) => length(s) < most).sort((a, b) => length(b) - length(a))[0];
  const pieces = `${most} ${noun(t, most, board.options.pieces[0]?.name ?? 'train')}`;
  if (seats.length > 1) return { seats, words: t('{0} each', pieces) };
  return {
    seats,
    words: next ? t('{0}, ahead of {1} by {2}', pieces, table.names[next.seat - 1] ?? '', most - length(next)) : pieces,
  };
}
