// The drawing of a flying card: the back, if the card is not known.
import type { RoutesBoard } from '../../core/board';
import { looksOf } from './board/look';
import { artOf } from './art.svelte';
import { wildOf } from './words';

/** root: the screen, where the hand shows what the board's wild card looks like. */
export function faceOf(board: RoutesBoard | undefined, card: string | null, root: Element | undefined): string {
  if (!board || card === null) return artOf('back') ?? '';
  if (card !== wildOf(board)) return artOf(looksOf(board).get(card) ?? 'back') ?? '';
  return root?.querySelector(`[data-hand="${CSS.escape(card)}"] .card`)?.innerHTML ?? artOf('wild') ?? '';
}
