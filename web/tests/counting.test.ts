// The longest path grows from one end: its routes in the order of travel.
import { expect, test } from 'vitest';
import type { Route, RoutesBoard } from '../core/board';
import { legsOf, trailed } from '../ui/routes/counting';

const at = { A: [0, 0], B: [40, 0], C: [80, 0], D: [40, 40] } as Record<string, [number, number]>;
const cities = Object.entries(at).map(([name, [x, y]]) => ({ name, x, y }));
function route(number: number, a: string, b: string, length = 1): Route {
  const [p, q] = [at[a]!, at[b]!];
  const spaces = [0.3, 0.7].map((s) => ({ x: p[0] + s * (q[0] - p[0]), y: p[1] + s * (q[1] - p[1]), angle: 0 }));
  return { number, a, b, length, spaces } as unknown as Route;
}

test('a path with a loop is travelled whole, each route from where the one before ended', () => {
  const routes = [route(1, 'A', 'B'), route(2, 'B', 'C'), route(3, 'D', 'C'), route(4, 'D', 'B')];
  const path = trailed(routes);
  expect(path.map((x) => x.route.number).sort()).toEqual([1, 2, 3, 4]);
  let city = path[0]!.from;
  for (const { route: r, from } of path) {
    expect(from).toBe(city);
    city = r.a === from ? r.b : r.a;
  }
});

test('it grows as fast everywhere, and each route from the right end', () => {
  const routes = [route(1, 'A', 'B', 1), route(2, 'C', 'B', 3)];
  const legs = legsOf({ cities, routes } as unknown as RoutesBoard, [1, 2], 800);
  const [first, second] = [...legs.values()].sort((a, b) => a.at - b.at);
  expect(first!.at).toBe(0);
  expect(second!.at).toBe(first!.ms);
  expect(first!.ms + second!.ms).toBe(800);
  const fromA = legs.get(1)!.at === 0;
  expect(legs.get(1)!.back).toBe(!fromA);
  expect(legs.get(2)!.back).toBe(fromA);
});
