// Where the price of a metro route is written: beside its space, where it covers least of the rest of the drawing.
import type { Route, RoutesBoard } from '../../../core/board';
import { middle, scaleOf, type Point } from './geometry';

const AWAY = 18; // from the middle of the space, in spaces of the usual size
const RADIUS = 9;
const LETTER = { width: 6.2, above: 10, below: 3 }; // of a city's name, about

interface Bar extends Point {
  angle: number;
  length: number;
  width: number;
}

/** How near a point is to a bar: 0 inside it. */
function toBar(p: Point, b: Bar): number {
  const a = (b.angle * Math.PI) / 180;
  const [dx, dy] = [p.x - b.x, p.y - b.y];
  const along = Math.abs(dx * Math.cos(a) + dy * Math.sin(a)) - b.length / 2;
  const aside = Math.abs(dy * Math.cos(a) - dx * Math.sin(a)) - b.width / 2;
  return Math.hypot(Math.max(0, along), Math.max(0, aside));
}

function labelOf(city: RoutesBoard['cities'][number], k: number): Bar {
  const width = city.name.length * LETTER.width * k;
  const x = city.label.x + { start: width / 2, middle: 0, end: -width / 2 }[city.label.anchor];
  return {
    x,
    y: city.label.y + ((LETTER.below - LETTER.above) / 2) * k,
    angle: 0,
    length: width,
    width: (LETTER.above + LETTER.below) * k,
  };
}

/** The places for a price, the best first if nothing is in the way: beside the middle, then nearer to an end, then beyond it. */
function around(r: Route, k: number): Point[] {
  const s = middle(r);
  const a = ((r.spaces[0]?.angle ?? 0) * Math.PI) / 180;
  const at = (along: number, aside: number) => ({
    x: s.x + (along * Math.cos(a) - aside * Math.sin(a)) * k,
    y: s.y + (along * Math.sin(a) + aside * Math.cos(a)) * k,
  });
  return [0, 10, -10, 18, -18].flatMap((along) => [at(along, -AWAY), at(along, AWAY)]).concat(at(34, 0), at(-34, 0));
}

const found = new WeakMap<RoutesBoard, Map<number, Point>>();

/** For the number of every metro route, where its price is written. */
export function pricesOf(board: RoutesBoard): Map<number, Point> {
  const known = found.get(board) ?? priced(board);
  found.set(board, known);
  return known;
}

function priced(board: RoutesBoard): Map<number, Point> {
  const k = scaleOf(board);
  const bars: Bar[] = [
    ...board.routes.flatMap((r) =>
      r.spaces.map((s) => ({ ...s, length: (r.metro ? 45 : 31) * k, width: (r.metro ? 16 : 10.6) * k })),
    ),
    ...board.cities.map((c) => labelOf(c, k)),
    ...board.cities.map((c) => ({ x: c.x, y: c.y, angle: 0, length: 12 * k, width: 12 * k })),
  ];
  const prices = new Map<number, Point>();
  for (const r of board.routes.filter((x) => x.metro)) {
    const covers = (p: Point) =>
      bars.reduce((sum, b) => sum + Math.max(0, RADIUS * k - toBar(p, b)), 0) +
      [...prices.values()].reduce(
        (sum, q) => sum + 2 * Math.max(0, 2 * RADIUS * k - Math.hypot(p.x - q.x, p.y - q.y)),
        0,
      );
    prices.set(
      r.number,
      around(r, k)
        .map((p) => ({ p, covers: covers(p) }))
        .reduce((best, next) => (next.covers < best.covers - 0.5 * k ? next : best)).p,
    );
  }
  return prices;
}
