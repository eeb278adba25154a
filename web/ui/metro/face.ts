// Metro on the page: see table/face.ts.
import type { MetroBoard } from '../../core/board';
import type { MetroPosition } from '../../core/position';
import type { Face } from '../table/face';
import { metroChoice, metroPlace } from './choice';
import type { MetroLegal } from './legal';
import { metroColumns, metroPoints } from './sheet';

export const metroFace: Face<MetroBoard, MetroPosition, MetroLegal> = {
  screen: () => import('./MetroGame.svelte'),
  picture: () => import('./MetroPicture.svelte'),
  columns: metroColumns,
  points: metroPoints,
  choice: (t, _board, _position, _seat, legal) => metroChoice(t, legal),
  place: metroPlace,
  effort: { glance: 12, find: 40, look: 8, weigh: 24 },
  rules: () => import('./rules'),
  seat: () => import('./MetroKnown.svelte'),
  hand: () => import('./MetroHand.svelte'),
  sheet: () => import('./MetroSheet.svelte'),
  lessons: () => import('./lessons'),
};
