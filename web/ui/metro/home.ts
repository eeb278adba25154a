// How much of the board of Metro a window shows at least: the stations, around them the coordinates and the tags.
import type { MetroBoard } from '../../core/board';
import type { Box } from '../table/box';
import { EDGE, TILE } from './track';

export const READABLE = 0.62; // pixels for a unit, from which on there is room for words and tags
const TAGS = { side: 50, above: 34 }; // units
const LETTERS = 16; // pixels beside a board that has room only for the coordinates
const TOAST = 52; // pixels
const LOSS = 0.95; // the board may become smaller by this factor to make room for a toast

type Size = Pick<MetroBoard, 'size'>;

const innerOf = ({ size }: Size) => ({
  width: size.columns * TILE + 2 * EDGE,
  height: size.rows * TILE + 2 * EDGE,
});

/** `below`: pixels that stay free under the board. */
export function homeOf(board: Size, width: number, height: number, below = 0): Box {
  const inner = innerOf(board);
  const scale = (x: number, y: number) =>
    Math.max(0.01, Math.min((width - 2 * x) / inner.width, (height - below - 2 * y) / inner.height));
  const roomy = Math.min(
    width / (inner.width + 2 * TAGS.side),
    Math.max(1, height - below) / (inner.height + 2 * TAGS.above),
  );
  const small = scale(LETTERS, LETTERS);
  const [unit, x, y] = roomy >= READABLE ? [roomy, TAGS.side, TAGS.above] : [small, LETTERS / small, LETTERS / small];
  return { x: -x, y: -y, width: inner.width + 2 * x, height: inner.height + 2 * y + below / unit };
}

const unitOf = (frame: Box, width: number, height: number) => Math.min(width / frame.width, height / frame.height);

/** The pixels to keep free under the board so that a toast fits there; null, if that would cost too much of the board. */
export function roomBelow(board: Size, width: number, height: number): number | null {
  const frame = homeOf(board, width, height);
  const unit = unitOf(frame, width, height);
  const below = Math.min(TOAST, Math.max(0, 2 * TOAST - (height - frame.height * unit)));
  return unitOf(homeOf(board, width, height, below), width, height) >= LOSS * unit ? below : null;
}
