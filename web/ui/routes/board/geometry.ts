// Where the routes of a board lie: lines through their spaces, middles, boxes. Geometry only.
import type { Route, RoutesBoard } from '../../../core/board';
import type { Point } from '../../table/box';

const HALF = 15.5; // from the middle of a space to its end, in spaces of the usual size

/** How much bigger the spaces of a board are than the usual ones. */
export const scaleOf = (board: RoutesBoard) => (board.space?.width ?? 10.6) / 10.6;

/** The ends of every space of a route in the order of travel, from city a to city b. */
export function trackOf(board: RoutesBoard, route: Route): Point[] {
  const k = scaleOf(board);
  const from = board.cities.find((c) => c.name === route.a);
  let last: Point = { x: from?.x ?? 0, y: from?.y ?? 0 };
  const points: Point[] = [];
  for (const s of route.spaces) {
    const dx = Math.cos((s.angle * Math.PI) / 180) * HALF * k;
    const dy = Math.sin((s.angle * Math.PI) / 180) * HALF * k;
    const near =
      Math.hypot(s.x - dx - last.x, s.y - dy - last.y) <= Math.hypot(s.x + dx - last.x, s.y + dy - last.y) ? 1 : -1;
    last = { x: s.x + near * dx, y: s.y + near * dy };
    points.push({ x: s.x - near * dx, y: s.y - near * dy }, last);
  }
  return points;
}

const path = (points: Point[]) => `M${points.map((p) => `${+p.x.toFixed(2)} ${+p.y.toFixed(2)}`).join('L')}`;

/** For every route number: the track along its spaces, as points and as a path, and the path with both cities. */
export function linesOf(board: RoutesBoard): Map<number, { track: Point[]; line: string; whole: string }> {
  const at = new Map(board.cities.map((c) => [c.name, c as Point]));
  return new Map(
    board.routes.map((r) => {
      const track = trackOf(board, r);
      const [a, b] = [at.get(r.a), at.get(r.b)];
      return [r.number, { track, line: path(track), whole: a && b ? path([a, ...track, b]) : path(track) }];
    }),
  );
}

/** The middle of a route: of its middle space, or between the two middle ones. */
export function middle(route: Route): Point {
  const n = route.spaces.length;
  const a = route.spaces[Math.floor((n - 1) / 2)];
  const b = route.spaces[Math.floor(n / 2)];
  return { x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2, y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2 };
}

/** A closed path around a line, at a distance from it. */
export function outlineOf(points: readonly Point[], by: number): string {
  const side = (list: readonly Point[]): Point[] =>
    list.map((p, i) => {
      const a = list[Math.max(0, i - 1)] ?? p;
      const b = list[Math.min(list.length - 1, i + 1)] ?? p;
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const out = i === 0 ? -by : i === list.length - 1 ? by : 0; // round the ends
      const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      return { x: p.x - uy * by + ux * out * 0.4, y: p.y + ux * by + uy * out * 0.4 };
    });
  return `${path([...side(points), ...side([...points].reverse())])}Z`;
}
