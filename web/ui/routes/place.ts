// Where a popover lies over the board: never on its route nor on that route's cities, near to them, and where it hides
// least of what can be done, then least of the person's own pieces. Also the line that joins the two.

import { inside, meet, type Box, type Point } from '../table/box';

export interface Scene {
  window: { width: number; height: number };
  size: { width: number; height: number }; // of the popover
  about: Box[]; // what must stay visible
  lit: Point[]; // other things that can be done
  own: Point[]; // the person's own pieces
  fixed?: Box[]; // what else should stay free: controls over the board, cities that the words name
}

/** A place by its number among the sixteen, so that it can be kept when only the size changes. */
export interface Place extends Box {
  spot: number;
}

const MARGIN = 16;
const GAP = 28; // between the subject and a popover beside it
const NEAR = 200; // pixels: a leader up to this length is fine
const STEP = 60; // pixels: beyond that, each further step is worse

/** Rows and columns without the middle: eight places round something, in reading order. */
function round(across: number[], down: number[]): Point[] {
  return down.flatMap((y, row) => across.flatMap((x, column) => (row === 1 && column === 1 ? [] : [{ x, y }])));
}

/** Corners and middles of the window's edges, then the eight places beside the subject. */
function places({ window: w, size, about }: Scene): Place[] {
  const edges = round(
    [MARGIN, (w.width - size.width) / 2, w.width - size.width - MARGIN],
    [MARGIN, (w.height - size.height) / 2, w.height - size.height - MARGIN],
  );
  const low = { x: Math.min(...about.map((b) => b.x)), y: Math.min(...about.map((b) => b.y)) };
  const high = { x: Math.max(...about.map((b) => b.x + b.width)), y: Math.max(...about.map((b) => b.y + b.height)) };
  const beside = round(
    [low.x - GAP - size.width, (low.x + high.x - size.width) / 2, high.x + GAP],
    [low.y - GAP - size.height, (low.y + high.y - size.height) / 2, high.y + GAP],
  );
  const within = (v: number, room: number) => Math.max(0, Math.min(room - MARGIN, Math.max(MARGIN, v)));
  return [...edges, ...(about.length > 0 ? beside : [])].map((p, spot) => ({
    spot,
    x: within(p.x, w.width - size.width),
    y: within(p.y, w.height - size.height),
    ...size,
  }));
}

/** The pixels from a point to a box. */
function distance(p: Point, b: Box): number {
  return Math.hypot(Math.max(b.x - p.x, 0, p.x - b.x - b.width), Math.max(b.y - p.y, 0, p.y - b.y - b.height));
}

/** The place of a popover. `last` is its old place: it stays there as long as that hides nothing and is not far away. */
export function placeFor(scene: Scene, last?: number): Place {
  const centre = middleOf(scene.about);
  const cost = (b: Box) => {
    const hides = scene.about.reduce((sum, a) => sum + meet(a, b), 0);
    const covers = (scene.fixed ?? []).reduce((sum, a) => sum + meet(a, b), 0);
    const away = distance(centre, b);
    const far = Math.max(0, Math.ceil((away - NEAR) / STEP));
    const lit = scene.lit.filter((p) => inside(p, b)).length;
    const own = scene.own.filter((p) => inside(p, b)).length;
    return [hides, covers, far, lit, own, Math.round(away / 50)];
  };
  const less = (a: number[], b: number[]) => {
    const i = a.findIndex((v, k) => v !== b[k]);
    return i >= 0 && a[i]! < b[i]!;
  };
  const all = places(scene).map((place) => ({ place, cost: cost(place) }));
  const kept = all.find(({ place, cost: c }) => place.spot === last && c[0] === 0 && c[1] === 0 && c[2]! <= 1);
  return (kept ?? all.reduce((best, next) => (less(next.cost, best.cost) ? next : best))).place;
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
