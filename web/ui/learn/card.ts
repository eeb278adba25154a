// A rules card as data: the contents of the card in the box, for the board at hand, and the keys.
import type { Translate } from '../../core/i18n';

export interface Paragraph {
  title: string;
  icon?: 'cards' | 'train' | 'ticket' | 'station'; // of symbols.json
  lines: string[];
}

/** One row of points: what it is for (a number of spaces or cards), and how many. */
export interface PointsTable {
  title: string;
  what: string; // the head of the first row
  counts: string; // the head of the second row
  rows: { size: number; points: number }[];
}

export interface Card {
  about: string;
  turn: { title: string; parts: Paragraph[] } | null;
  tables: PointsTable[];
  more: Paragraph[];
  keys: [key: string, does: string][];
}

/** The keys that all games have. */
export const sharedKeys = (t: Translate): [string, string][] => [
  ['P', t('to the players')],
  ['L', t('what the others did, then arrows; else the log')],
  ['U', t('undo')],
  ['+  −  0', t('zoom in, zoom out, the whole board')],
  ['⇧ ← →', t('move the board')],
  [t('Space'), t('the next move, if bots wait for you')],
  ['M', t('menu')],
  ['?', t('this card')],
  ['Esc', t('close, or let go')],
];
