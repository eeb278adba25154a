// The score sheet at the end, as the engine counted it, arranged for the board of flaps: which columns, which rows, and
// what the flaps show while the columns turn one after the other.
import type { TableState } from '../../core/api';
import type { Board } from '../../core/board';
import type { Translate } from '../../core/i18n';
import type { Position } from '../../core/position';
import { faceOf } from '../families';

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

/** All columns of a board; the total is the last. */
export function columnsOf(t: Translate, board: Board, position: Position): Column[] {
  return [...faceOf(board).columns(t, board, position), { part: 'total', name: t('Points') }];
}

/** A part of a seat's score. */
export function pointsOf(board: Board, position: Position, seat: number, part: string): number | null {
  if (part === 'total') return position.seats[seat - 1]?.score.total ?? null;
  return faceOf(board).points(position, seat, part);
}

/** The place of a seat: as the table says (somebody may have given up), or else as the engine says. */
export function rankOf(table: TableState, seat: number): number | null {
  return table.result?.find((r) => r.seat === seat)?.rank ?? table.position?.seats[seat - 1]?.rank ?? null;
}

/** One row for each seat; in the order of places once `ranked`, before that in the order of seats. `shown`: what has
 *  been counted. */
export function rowsOf(
  table: TableState,
  columns: readonly Column[],
  shown: (seat: number, part: string) => number | null,
  ranked: boolean,
): Row[] {
  const rows = table.names.map((name, i) => ({
    seat: i + 1,
    name,
    rank: ranked ? rankOf(table, i + 1) : null,
    parts: columns.map((c) => shown(i + 1, c.part)),
  }));
  return rows.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.seat - b.seat);
}

/** A number on so many flaps, at the right; a real minus sign. */
export function onFlaps(n: number | null, flaps: number): string {
  return (n === null ? '' : String(n).replace('-', '−')).padStart(flaps, ' ');
}

/** How many flaps a column needs, at least three. */
export function flapsOf(board: Board, position: Position, part: string): number {
  return Math.max(3, ...position.seats.map((s) => String(pointsOf(board, position, s.seat, part) ?? '').length));
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
