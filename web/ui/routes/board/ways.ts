// The lines of several ways over the board: each along its routes, side by side where they share one.
import type { Route, RoutesBoard } from '../../../core/board';
import type { Point } from '../../table/box';
import { scaleOf } from './geometry';

const APART = 9.5; // units between the middles of two lines

/** The routes of a way in the order of travel; for each, whether it is travelled from its city a. */
function inOrder(routes: readonly Route[], from: string): { route: Route; along: boolean }[] {
  const left = new Set(routes);
  const out: { route: Route; along: boolean }[] = [];
  for (let city = from; left.size > 0;) {
    const route = [...left].find((r) => r.a === city || r.b === city);
    if (!route) break;
    left.delete(route);
    out.push({ route, along: route.a === city });
    city = route.a === city ? route.b : route.a;
  }
  return out;
}

/** The middles of a route's spaces, beginning with the nearest to its first city. */
function inTravel({ spaces }: Route, from: Point): Point[] {
  const [first, last] = [spaces[0], spaces.at(-1)];
  const away = (p: Point | undefined) => (p ? Math.hypot(p.x - from.x, p.y - from.y) : 0);
  return away(first) <= away(last) ? [...spaces] : [...spaces].reverse();
}

/** Points moved to the side of their line. */
function aside(points: readonly Point[], by: number): Point[] {
  if (by === 0) return [...points];
  return points.map((p, i) => {
    const [before, after] = [points[i - 1] ?? p, points[i + 1] ?? p];
    const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    return { x: p.x - ((after.y - before.y) / length) * by, y: p.y + ((after.x - before.x) / length) * by };
  });
}

const middle = (p: Point, q: Point): Point => ({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });
const put = (p: Point) => `${+p.x.toFixed(1)} ${+p.y.toFixed(1)}`;

/** A path that is rounded at every point but the first and the last. */
function rounded(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let d = `M${put(first)}`;
  for (const [i, p] of rest.entries()) {
    const next = rest[i + 1];
    d += next ? `Q${put(p)} ${put(middle(p, next))}` : `L${put(p)}`;
  }
  return d;
}

/** The path of every way, given by its routes and the city that it starts from. */
export function waysOf(board: RoutesBoard, ways: readonly { from: string; routes: readonly number[] }[]): string[] {
  const k = scaleOf(board);
  const at = new Map(board.cities.map((c) => [c.name, c as Point]));
  const lanes = new Map<number, number[]>(); // route → the ways over it
  for (const [i, w] of ways.entries()) for (const r of w.routes) lanes.set(r, [...(lanes.get(r) ?? []), i]);
  return ways.map(({ from, routes }, i) => {
    const points: Point[] = [];
    const legs = inOrder(
      board.routes.filter((r) => routes.includes(r.number)),
      from,
    );
    for (const [n, { route, along }] of legs.entries()) {
      const lane = lanes.get(route.number) ?? [i];
      const off = (lane.indexOf(i) - (lane.length - 1) / 2) * APART * k;
      const ends = [at.get(route.a), at.get(route.b)] as [Point, Point];
      const leg = aside([ends[0], ...inTravel(route, ends[0]), ends[1]], off);
      if (!along) leg.reverse();
      if (n === 0) leg[0] = at.get(from)!;
      if (n === legs.length - 1) leg[leg.length - 1] = along ? ends[1] : ends[0];
      // Where two legs meet beside a city, the line goes through the point halfway between their ends.
      const last = points.pop();
      const [first, ...more] = leg;
      points.push(last ? middle(last, first!) : first!, ...more);
    }
    return rounded(points);
  });
}
