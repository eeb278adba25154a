// Points and boxes, in pixels or in units of a board, and the choice of the best of several places.

export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  width: number;
  height: number;
}

/** How much of two boxes is the same. */
export const meet = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

export const inside = (p: Point, b: Box): boolean =>
  p.x >= b.x && p.x <= b.x + b.width && p.y >= b.y && p.y <= b.y + b.height;

/** The box around a point that reaches so far to each side. */
export const around = ({ x, y }: Point, w: number, h = w): Box => ({ x: x - w, y: y - h, width: 2 * w, height: 2 * h });

export const grown = (b: Box, by: number): Box => ({
  x: b.x - by,
  y: b.y - by,
  width: b.width + 2 * by,
  height: b.height + 2 * by,
});

export const moved = (b: Box, by: Point): Box => ({ ...b, x: b.x + by.x, y: b.y + by.y });

/** The least box that holds all of these. */
export function union(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((b) => b.x + b.width)) - x,
    height: Math.max(...boxes.map((b) => b.y + b.height)) - y,
  };
}

/** The item that costs least, the first of them if several do. A later one must be cheaper by more than `by`. */
export function cheapest<T>(items: readonly [T, ...T[]], cost: (item: T) => number, by = 0): T {
  let [best] = items;
  let least = Infinity;
  for (const item of items) {
    const here = cost(item);
    if (here < least - by) [best, least] = [item, here];
  }
  return best;
}
