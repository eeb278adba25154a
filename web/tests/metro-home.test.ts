// How the board of Metro lies in a window: coordinates and tags have room, and so do toasts, where that costs little.
import { expect, test } from 'vitest';
import { homeOf, roomBelow } from '../ui/metro/home';

const board = { size: { rows: 8, columns: 8 } };
const INNER = 8 * 100 + 2 * 64; // squares and stations
const unitIn = (f: { width: number; height: number }, width: number, height: number) =>
  Math.min(width / f.width, height / f.height);

test('words and tags have room around a large board, the coordinates around a small one', () => {
  expect(homeOf(board, 900, 840)).toEqual({ x: -50, y: -34, width: INNER + 100, height: INNER + 68 });
  for (const [width, height] of [
    [390, 490],
    [584, 294],
    [360, 330],
  ] as const) {
    const frame = homeOf(board, width, height);
    const unit = unitIn(frame, width, height);
    expect(-frame.x * unit).toBeCloseTo(16);
    expect(-frame.y * unit).toBeCloseTo(16);
  }
});

test('a toast fits under the board of phones and tablets that are high enough', () => {
  const free = (width: number, height: number) => {
    const below = roomBelow(board, width, height);
    if (below === null) return null;
    const frame = homeOf(board, width, height, below);
    const unit = unitIn(frame, width, height);
    return { unit, room: (height - frame.height * unit) / 2 + below };
  };
  for (const [width, height] of [
    [390, 495],
    [820, 828],
    [744, 781],
  ] as const) {
    const found = free(width, height);
    expect(found?.room).toBeGreaterThan(51.9);
    expect(found!.unit).toBeGreaterThan(0.94 * unitIn(homeOf(board, width, height), width, height));
  }
  expect(free(768, 668), 'it would cost too much').toBeNull();
});
