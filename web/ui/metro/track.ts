// The tracks of a Metro tile as curves, in a box of 100 by 100, and where squares lie in the drawing. Geometry only.
import type { Side } from '../../core/board';

const SIDES: Side[] = ['north', 'east', 'south', 'west'];

// A wagon comes in on the right-hand track of a side, seen from outside, and leaves on the other.
const IN: Record<Side, [number, number]> = { north: [32, 0], east: [100, 32], south: [68, 100], west: [0, 68] };
const OUT: Record<Side, [number, number]> = { north: [68, 0], east: [100, 68], south: [32, 100], west: [0, 32] };
const INWARD: Record<Side, [number, number]> = { north: [0, 1], east: [-1, 0], south: [0, -1], west: [1, 0] };

export interface Track {
  from: Side;
  to: Side;
  d: string;
}

export function trackPath(from: Side, to: Side): string {
  const p = IN[from];
  const q = OUT[to];
  const n = INWARD[from];
  const m = INWARD[to];
  const apart = (SIDES.indexOf(to) - SIDES.indexOf(from) + 4) % 4;
  const k = apart === 2 ? 33.3 : apart === 0 ? 46 : 0.5523 * Math.abs(p[0] - q[0]);
  const c = (a: [number, number], b: [number, number]) =>
    `${+(a[0] + k * b[0]).toFixed(2)} ${+(a[1] + k * b[1]).toFixed(2)}`;
  return `M${p[0]} ${p[1]}C${c(p, n)} ${c(q, m)} ${q[0]} ${q[1]}`;
}

// The letters of a tile's code: where the way in from each side leads.
const STEP: Record<string, number> = { a: 2, b: 1, c: 3, d: 0 };

export function tracksOf(code: string): Track[] {
  return SIDES.map((from, i) => {
    const to = SIDES[(i + (STEP[code[i] ?? 'a'] ?? 2)) % 4]!;
    return { from, to, d: trackPath(from, to) };
  });
}

/** Column and row, from the top left, of a square such as "c4" on a board of so many rows. */
export function squareAt(name: string, rows: number): { column: number; row: number } {
  return { column: name.charCodeAt(0) - 97, row: rows - Number(name.slice(1)) };
}

export function squareName(column: number, row: number, rows: number): string {
  return `${String.fromCharCode(97 + column)}${rows - row}`;
}

export const TILE = 100;
export const EDGE = 64; // room for the stations around the squares

/** The upper left corner of a square in the drawing. */
export function placeOf(square: string, rows: number): { x: number; y: number } {
  const at = squareAt(square, rows);
  return { x: EDGE + at.column * TILE, y: EDGE + at.row * TILE };
}

export { IN, INWARD };
