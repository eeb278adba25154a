// How cards, routes and pieces look: names of the tokens and the shapes of symbols.json.
import symbols from '../../assets/symbols.json';
import type { RoutesBoard } from '../../../core/board';

export const KNOWN = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'black', 'white'] as const;
export type Look = (typeof KNOWN)[number] | 'grey';

/**
 * The look of each colour of a board. A board may name its colours as it likes: known names get
 * their own look, other names get one that is still free.
 */
export function looksOf(board: RoutesBoard): Map<string, Look> {
  const looks = new Map<string, Look>([['grey', 'grey']]);
  const names = board.cards.filter((c) => !c.wild).map((c) => c.name);
  const free = KNOWN.filter((k) => !names.includes(k));
  for (const name of names) looks.set(name, KNOWN.find((k) => k === name) ?? free.shift() ?? 'grey');
  return looks;
}

export function symbolOf(look: Look): string {
  return look === 'grey' ? '' : symbols.cards[look].d;
}

export function wildSymbol(name: string): string {
  const wild: Record<string, string> = symbols.wild;
  return wild[name] ?? symbols.wild.locomotive;
}

export const shapes = symbols.pieces;
