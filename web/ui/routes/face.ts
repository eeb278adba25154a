// The route games on the page: see table/face.ts.
import type { RoutesBoard } from '../../core/board';
import type { RoutesPosition } from '../../core/position';
import type { Face } from '../table/face';
import { routeChoice, routePlace } from './choice';
import { routeCounting } from './counting';
import { routeFinding } from './findings';
import type { RoutesLegal } from './legal';
import { routeColumns } from './sheet';

export const routesFace: Face<RoutesBoard, RoutesPosition, RoutesLegal> = {
  screen: () => import('./RouteGame.svelte'),
  picture: () => import('./RoutePicture.svelte'),
  columns: routeColumns,
  counting: routeCounting,
  tally: () => import('./RouteTally.svelte'),
  points: (position, seat, part) => position.seats[seat - 1]?.score[part] ?? null,
  choice: routeChoice,
  place: routePlace,
  effort: { glance: 60, find: 300, look: 50, weigh: 120 },
  rules: () => import('./rules'),
  seat: () => import('./RouteKnown.svelte'),
  hand: () => import('./RouteHand.svelte'),
  sheet: () => import('./RouteSheet.svelte'),
  note: () => import('./ExpressNote.svelte'),
  balance: () => import('./RouteBalance.svelte'),
  finding: routeFinding,
  lessons: () => import('./lessons'),
};
