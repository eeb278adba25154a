// The score sheet at the end, as the engine counted it, arranged for the board of flaps: which columns, which rows, what
// stands on the flaps while the columns turn one after the other.
import type { TableState } from '../../core/api';
import type { Board, RoutesBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import type { Position, RoutesPosition, RoutesSeat, TicketRef } from '../../core/position';
import { noun } from '../routes/words';

export interface Column {
  part: string; // of the score, or 'total'
  name: string;
}

export interface Row {
  seat: number;
  name: string;
  rank: number | null;
  parts: (number | null)[]; // by column
}

/** The parts that a board can score, in the order of counting; the total is the last. */
export function columnsOf(t: Translate, board: Board): Column[] {
  const total = { part: 'total', name: t('Points') };
  if (board.family === 'metro')
    return [{ part: 'stations', name: t('To stations') }, { part: 'centre', name: t('To the centre') }, total];
  const o = board.options;
  const columns = [
    { part: 'routes', name: t('Routes') },
    { part: 'tickets', name: t('Tickets') },
  ];
  if (o.stations > 0) columns.push({ part: 'stations', name: t('Stations') });
  if (o.express_points > 0) columns.push({ part: 'express', name: t('Express') });
  if (o.flag.length > 0) columns.push({ part: 'flag', name: t('Flag') });
  return [...columns, total];
}

/** The place of a seat: the table's word (somebody may have given up), else the engine's. */
export function rankOf(table: TableState, seat: number): number | null {
  return table.result?.find((r) => r.seat === seat)?.rank ?? table.position?.seats[seat - 1]?.rank ?? null;
}

/** A part of a seat's score. Those of Metro are its lines, by where they end. */
export function pointsOf(position: Position, seat: number, part: string): number | null {
  if (!('stations' in position) || part === 'total') return position.seats[seat - 1]?.score[part] ?? null;
  const lines = position.stations.filter(
    (s) => s.owner === seat && s.complete && (s.end === 'centre') === (part === 'centre'),
  );
  return lines.reduce((sum, s) => sum + s.points, 0);
}

/** One row a seat; in the order of places once `ranked`, before that in the order of seats. */
export function rowsOf(table: TableState, position: Position, columns: readonly Column[], ranked: boolean): Row[] {
  const rows = position.seats.map((s) => ({
    seat: s.seat,
    name: table.names[s.seat - 1] ?? s.name,
    rank: ranked ? rankOf(table, s.seat) : null,
    parts: columns.map((c) => pointsOf(position, s.seat, c.part)),
  }));
  return rows.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.seat - b.seat);
}

/** A number on so many flaps, at the right; a real minus sign. */
export function onFlaps(n: number | null, flaps: number): string {
  return (n === null ? '' : String(n).replace('-', '−')).padStart(flaps, ' ');
}

/** How many flaps a column needs, at least three. */
export function flapsOf(position: Position, part: string): number {
  return Math.max(3, ...position.seats.map((s) => String(pointsOf(position, s.seat, part) ?? '').length));
}

const WHEEL = ' ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789−';
const STEPS = 6;

/** What a flap shows on its way from one letter to another: at most six steps, the last is the goal. */
export function stepsBetween(from: string, to: string): string[] {
  if (from === to) return [];
  const a = WHEEL.indexOf(from);
  const b = WHEEL.indexOf(to);
  if (a < 0 || b < 0) return [to];
  const way = (b - a + WHEEL.length) % WHEEL.length;
  const n = Math.min(STEPS, way);
  return Array.from({ length: n }, (_, i) => WHEEL[(a + Math.round(((i + 1) * way) / n)) % WHEEL.length] ?? to);
}

/** The sentence above the flaps, and what decided between equal points. */
export function headline(t: Translate, table: TableState): { words: string; tie: string | null } {
  const position = table.position;
  if (!position) return { words: '', tie: null };
  const winners = position.seats.map((s) => s.seat).filter((s) => rankOf(table, s) === 1);
  const byPoints =
    position.over &&
    winners.every((s) => position.seats[s - 1]?.rank === 1) &&
    position.seats.filter((s) => s.rank === 1).length === winners.length;
  if (byPoints && position.result) return { words: position.result, tie: position.tie };
  if (winners.length === 0) return { words: t('The game was ended before it was over.'), tie: null };
  return {
    words: t('{0} wins: the others gave up.', winners.map((s) => table.names[s - 1] ?? '').join(', ')),
    tie: null,
  };
}

/** Points of the tickets that were completed, and of those that were not. */
export function ticketSums(tickets: readonly TicketRef[]): { done: number; missed: number } {
  const sum = (list: readonly TicketRef[]) => list.reduce((n, x) => n + x.points, 0);
  return { done: sum(tickets.filter((x) => x.completed)), missed: sum(tickets.filter((x) => !x.completed)) };
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
