// Questions to the engine about a position of Metro.
import type { Question } from '../../core/api';
import type { MetroStation } from '../../core/position';
import { whyNot } from '../table/questions';

/** What placing a tile would do to a line. */
export interface LineChange {
  before: number; // tiles crossed until now
  words: string;
  line: MetroStation; // its station, as it would be then
}

export const whySquare = (square: string, tile: string, turns: number) =>
  whyNot(`place ${square} ${tile}${turns ? ` ${turns}` : ''}`);
export const whyRedraw = () => whyNot('redraw');
export const previewOf = (event: number): Question<LineChange[]> => ({ ask: 'ask_preview', numbers: [event] });
