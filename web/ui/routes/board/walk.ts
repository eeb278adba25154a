// The order of a board for the keyboard: the next lit route, and the neighbour in the direction of an arrow.
import type { Point } from '../../table/box';

/**
 * What lies next in a direction: near, and more ahead than to the side. null if nothing lies that
 * way. `places` are the things to walk to, by name.
 */
export function neighbour<T>(places: Iterable<[T, Point]>, from: Point, way: Point): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const [name, p] of places) {
    const along = (p.x - from.x) * way.x + (p.y - from.y) * way.y;
    const aside = Math.abs((p.x - from.x) * way.y) + Math.abs((p.y - from.y) * way.x);
    const cost = along + 2 * aside;
    if (along > 1 && aside <= 2 * along && cost < least) {
      least = cost;
      best = name;
    }
  }
  return best;
}

/** The next item of a list after the focused one; goes round at the ends. */
export function nextOf<T>(list: readonly T[], focused: T | null, step: 1 | -1): T | null {
  if (list.length === 0) return null;
  const at = focused === null ? -1 : list.indexOf(focused);
  if (at < 0) return list[step > 0 ? 0 : list.length - 1] ?? null;
  return list[(at + step + list.length) % list.length] ?? null;
}

/** Places in reading order: in bands from the top, from the left in each. For "next" on a map. */
export function readingOrder<T>(places: Iterable<[T, Point]>, band = 60): T[] {
  return [...places]
    .sort(([, p], [, q]) => Math.floor(p.y / band) - Math.floor(q.y / band) || p.x - q.x || p.y - q.y)
    .map(([name]) => name);
}
