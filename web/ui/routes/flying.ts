// The picture of a flying card: the back, if the card is not known.
import type { RoutesBoard } from '../../core/board';
import { looksOf } from './board/look';
import { artOf } from './art.svelte';
import { wildOf } from './words';

export function lookOf(board: RoutesBoard, card: string | null): string {
  if (card === null) return artOf('back');
  const wild = wildOf(board);
  return card === wild ? artOf('wild', wild) : artOf(looksOf(board).get(card) ?? 'back');
}
