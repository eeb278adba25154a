// Where a popover lies over the board: never on the route it is about nor on its cities; among eight places the one
// that hides least of what can be done, then least of the person's own pieces. And the line that joins the two.

export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  width: number;
  height: number;
}

export interface Scene {
  window: { width: number; height: number };
  size: { width: number; height: number }; // of the popover
  about: Box[]; // what must stay visible
  lit: Point[]; // what can be done besides
  own: Point[]; // own pieces
  fixed?: Box[]; // controls over the board that should stay free
}

const MARGIN = 16;

const meet = (a: Box, b: Box) => Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
const inside = (p: Point, b: Box) => p.x >= b.x && p.x <= b.x + b.width && p.y >= b.y && p.y <= b.y + b.height;

/** The eight places: corners and middles of the edges, in reading order. */
function places({ window: w, size }: Scene): Box[] {
  const across = [MARGIN, (w.width - size.width) / 2, w.width - size.width - MARGIN];
  const down = [MARGIN, (w.height - size.height) / 2, w.height - size.height - MARGIN];
  return down.flatMap((y, row) => across.flatMap((x, column) => (row === 1 && column === 1 ? [] : [{ x: Math.max(0, x), y: Math.max(0, y), ...size }])));
}

/** The place of a popover; the first of the best in reading order. */
export function placeFor(scene: Scene): Box {
  const centre = middleOf(scene.about);
  const cost = (b: Box) => {
    const hides = scene.about.reduce((sum, a) => sum + meet(a, b), 0);
    const covers = (scene.fixed ?? []).reduce((sum, a) => sum + meet(a, b), 0);
    const lit = scene.lit.filter((p) => inside(p, b)).length;
    const own = scene.own.filter((p) => inside(p, b)).length;
    const far = Math.hypot(b.x + b.width / 2 - centre.x, b.y + b.height / 2 - centre.y);
    return [hides, covers, lit, own, Math.round(far / 50)];
  };
  const less = (a: number[], b: number[]) => {
    const i = a.findIndex((v, k) => v !== b[k]);
    return i >= 0 && a[i]! < b[i]!;
  };
  return places(scene)
    .map((box) => ({ box, cost: cost(box) }))
    .reduce((best, next) => (less(next.cost, best.cost) ? next : best)).box;
}

export function middleOf(boxes: readonly Box[]): Point {
  const n = Math.max(1, boxes.length);
  return {
    x: boxes.reduce((sum, b) => sum + b.x + b.width / 2, 0) / n,
    y: boxes.reduce((sum, b) => sum + b.y + b.height / 2, 0) / n,
  };
}

/** The leader from a popover to a point: out of the nearest side, then straight to it. */
export function leader(from: Box, to: Point): Point[] {
  const cx = from.x + from.width / 2;
  const cy = from.y + from.height / 2;
  const aside = Math.abs(to.x - cx) - from.width / 2;
  const above = Math.abs(to.y - cy) - from.height / 2;
  if (aside <= 0 && above <= 0) return [];
  const reach = 24;
  if (aside >= above) {
    const way = to.x > cx ? 1 : -1;
    const x = cx + (way * from.width) / 2;
    const y = Math.min(from.y + from.height - 40, Math.max(from.y + 40, to.y));
    return [{ x, y }, { x: x + way * Math.min(reach, aside), y }, to];
  }
  const way = to.y > cy ? 1 : -1;
  const y = cy + (way * from.height) / 2;
  const x = Math.min(from.x + from.width - 40, Math.max(from.x + 40, to.x));
  return [{ x, y }, { x, y: y + way * Math.min(reach, above) }, to];
}
