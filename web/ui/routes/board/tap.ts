// What a finger means that touches the board: whatever is nearest to it on the screen, routes that can be claimed before
// everything else. Geometry only.
import type { Point } from '../../table/box';

// Pixels of the screen.
const REACH = 24; // from the finger to a route
const CITY = 14; // to a city
const ALIKE = 12; // two routes whose distances differ by less are equally near: the person chooses
const MOST = 3; // to choose from

/** What lies on the board, in its units. */
export interface Ground {
  tracks: ReadonlyMap<number, readonly Point[]>; // of routes: lines along their spaces
  lit: ReadonlySet<number>; // routes that can be claimed
  cities: readonly (Point & { name: string })[]; // that answer a tap
}

/** Several routes: the person chooses; the nearest comes first. */
export type Meant = { routes: number[] } | { city: string } | null;

function toLine(p: Point, line: readonly Point[]): number {
  let least = Infinity;
  for (const [i, a] of line.entries()) {
    const b = line[i + 1] ?? a;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const along = dx || dy ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy) : 0;
    const part = Math.min(1, Math.max(0, along));
    least = Math.min(least, Math.hypot(p.x - a.x - part * dx, p.y - a.y - part * dy));
  }
  return least;
}

/** What a tap at a point of the board means; scale: pixels for a unit. */
export function meantBy(tap: Point, scale: number, { tracks, lit, cities }: Ground): Meant {
  const near = [...tracks]
    .map(([route, line]) => ({ route, away: toLine(tap, line) * scale }))
    .filter(({ away }) => away <= REACH)
    .sort((a, b) => a.away - b.away);
  const bright = near.filter(({ route }) => lit.has(route));
  const least = bright[0]?.away ?? Infinity;
  const city = cities
    .map((c) => ({ name: c.name, away: Math.hypot(c.x - tap.x, c.y - tap.y) * scale }))
    .reduce((a, b) => (b.away < a.away ? b : a), { name: '', away: Infinity });
  if (city.away <= CITY && city.away < least) return { city: city.name };
  const alike = bright.filter(({ away }) => away - least < ALIKE).slice(0, MOST);
  const meant = alike.length > 0 ? alike : near.slice(0, 1);
  return meant.length > 0 ? { routes: meant.map(({ route }) => route) } : null;
}
