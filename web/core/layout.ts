// Places for everything that has none in the board file, so that every map can be drawn: cities on an ellipse,
// spaces along the straight line between two cities. Things that have a place keep it.
import type { Board, City, Route, RoutesBoard, Space } from './board';

const FRAME = { width: 1000, height: 667 };
const SPACE = { length: 31, width: 10.6 };

/** Cities as the engine writes them: without places if the file has none. */
type Bare = Pick<City, 'name' | 'alias'> & Partial<City>;

function cityOn(city: Bare, i: number, n: number, frame: typeof FRAME): City {
  const angle = (i / n) * 2 * Math.PI - Math.PI / 2;
  const x = frame.width / 2 + Math.cos(angle) * frame.width * 0.4;
  const y = frame.height / 2 + Math.sin(angle) * frame.height * 0.4;
  const side = Math.cos(angle);
  const anchor = side > 0.3 ? 'start' : side < -0.3 ? 'end' : 'middle';
  return {
    ...city,
    x,
    y,
    label: {
      x: x + 12 * Math.sign(Math.round(side * 2)),
      y: y + (anchor === 'middle' ? (Math.sin(angle) < 0 ? -14 : 24) : 4),
      anchor,
    },
  };
}

/** Spaces evenly between two cities; halves of a double route lie side by side. */
function straight(route: Route, a: City, b: City, size: typeof SPACE): Space[] {
  const turned = Math.atan2(b.y - a.y, b.x - a.x);
  const angle = Math.round((((turned * 180) / Math.PI) % 180) + 180) % 180;
  const aside =
    route.twin === null ? 0 : (route.twin < route.number ? 1 : -1) * size.width * 0.7 * (a.name < b.name ? 1 : -1);
  return Array.from({ length: route.length }, (_, i) => {
    const part = (i + 0.5) / route.length;
    return {
      x: a.x + (b.x - a.x) * part - Math.sin(turned) * aside,
      y: a.y + (b.y - a.y) * part + Math.cos(turned) * aside,
      angle,
      icon: i < route.ferry,
    };
  });
}

/** Some may be missing in a draft: they are written as 0 0, where nobody puts a space. */
const missing = (spaces: Space[] | undefined) => !spaces || spaces.some((s) => s.x === 0 && s.y === 0);

function drawableRoutes(board: RoutesBoard): RoutesBoard {
  const frame = board.frame ?? FRAME;
  const space = board.space?.length ? board.space : SPACE;
  const cities = (board.cities as Bare[]).map((c, i): City =>
    c.label && (c.x || c.y) ? (c as City) : cityOn(c, i, board.cities.length, frame),
  );
  const at = new Map(cities.map((c) => [c.name, c]));
  const routes = board.routes.map((r) => {
    const a = at.get(r.a);
    const b = at.get(r.b);
    return a && b && missing(r.spaces) ? { ...r, spaces: straight(r, a, b, space) } : r;
  });
  return { ...board, frame, space, cities, routes };
}

/** A map with places for all cities and routes; any other board is returned as it is. */
export function drawable(given: Board): Board {
  const board = given as RoutesBoard;
  if (!('cities' in board)) return given;
  const whole =
    board.frame &&
    board.space?.length &&
    board.cities.every((c) => c.label && (c.x || c.y)) &&
    !board.routes.some((r) => missing(r.spaces));
  return whole ? board : drawableRoutes(board);
}
