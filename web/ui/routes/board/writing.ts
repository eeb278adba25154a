// Where names, prices and the letters of ways stand on a board: where they cover least of each other and of the rest of the drawing.
// Network.svelte draws them.
import type { City, Route, RoutesBoard } from '../../../core/board';
import { around, cheapest, meet, moved, type Box, type Point } from '../../table/box';
import { middle, scaleOf } from './geometry';
import type { Marks, Offer } from './marks';

export const LEGIBLE = 0.8; // pixels for a unit of a board with spaces of the usual size

/** Is the view so far away that only the cities in question are named? k: how much bigger spaces are than usual; scale:
 *  pixels for a unit. */
export const isFar = (k: number, scale: number) => k * scale < LEGIBLE;

/** The height of a city's name in units: grows by the root of the zoom and is never under 13 pixels. */
export function letterOf(k: number, scale: number): number {
  if (isFar(k, scale)) return Math.max(20, 13 / scale);
  return Math.max(13, 13.25 * k * Math.sqrt(scale / 1.06)) / scale;
}

let pen: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>(); // of names: measuring one is slow
const forgets = new Set<() => void>();

/** Calls this whenever names get other widths, because a font has been loaded. */
export const onWidths = (forget: () => void) => forgets.add(forget);
onWidths(() => widths.clear());

/** A canvas context with the typeface of names. */
function takePen(): CanvasRenderingContext2D | null {
  if (typeof document === 'undefined') return null;
  const forget = () => forgets.forEach((call) => call());
  void document.fonts.ready.then(forget);
  document.fonts.addEventListener('loadingdone', forget);
  return document.createElement('canvas').getContext('2d');
}

/** How wide a name is, in heights of its letters. */
function widthOf(name: string): number {
  pen ??= takePen();
  if (!pen) return name.length * 0.53;
  const known = widths.get(name);
  if (known !== undefined) return known;
  pen.font = `680 100px ${getComputedStyle(document.body).fontFamily}`;
  const width = pen.measureText(name).width / 100;
  widths.set(name, width);
  return width;
}

/** The box of a city's name. */
export function nameBox({ name, label }: Pick<City, 'name' | 'label'>, letter: number): Box {
  const width = widthOf(name) * letter;
  const x = label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
  return { x, y: label.y - 0.8 * letter, width, height: 1.05 * letter };
}

// ---- prices of metro routes: beside the space, wherever the board is shown

const AWAY = 18; // from the middle of the space, in spaces of the usual size
const RADIUS = 9;
const PRICE = 12.5; // the height of its letters
const LEAST = 11; // pixels: smaller prices are not written
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

function nameBar({ name, label }: City, k: number): Bar {
  const width = name.length * LETTER.width * k;
  return {
    x: label.x + { start: width / 2, middle: 0, end: -width / 2 }[label.anchor],
    y: label.y + ((LETTER.below - LETTER.above) / 2) * k,
    angle: 0,
    length: width,
    width: (LETTER.above + LETTER.below) * k,
  };
}

/** The places for a price, the best first if nothing is in the way: beside the middle, then nearer to an end, then beyond it. */
function beside(r: Route, k: number): [Point, ...Point[]] {
  const s = middle(r);
  const a = ((r.spaces[0]?.angle ?? 0) * Math.PI) / 180;
  const at = (along: number, aside: number) => ({
    x: s.x + (along * Math.cos(a) - aside * Math.sin(a)) * k,
    y: s.y + (along * Math.sin(a) + aside * Math.cos(a)) * k,
  });
  const [first, ...more] = [0, 10, -10, 18, -18].flatMap((along) => [at(along, -AWAY), at(along, AWAY)]);
  return [first!, ...more, at(34, 0), at(-34, 0)];
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
    ...board.cities.map((c) => nameBar(c, k)),
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
    prices.set(r.number, cheapest(beside(r, k), covers, 0.5 * k));
  }
  return prices;
}

// ---- what stands on a board at some zoom

/** How a board is seen: pixels for a unit, and what is visible at zoom 1. */
export interface Sight {
  scale: number;
  frame: Box;
}

export interface Writing {
  letter: number; // the height of names
  disc: number; // the radius of the letters of ways
  names: { name: string; x: number; y: number; anchor: 'start' | 'middle' | 'end'; box: Box }[];
  letters: { of: Offer; city: string; x: number; y: number }[];
  prices: (Point & { cards: number; route: number })[]; // those that can be read and that no name covers
}

type Things = Pick<Marks, 'owners' | 'stations' | 'discs' | 'offers'>;

/** `rings`: cities in question. They and the ends of ways are named from afar too. */
export function writingOf(board: RoutesBoard, things: Things, rings: ReadonlySet<string>, sight: Sight): Writing {
  const { owners, stations, discs, offers } = things;
  const { scale, frame } = sight;
  const k = scaleOf(board);
  const far = isFar(k, scale);
  const letter = letterOf(k, scale);
  const disc = Math.max(10.5 * k, 9.5 / scale);

  const letters = board.cities.flatMap((c) => {
    const here = offers.filter((o) => o.ends.includes(c.name)).sort((a, b) => a.letter.localeCompare(b.letter));
    // A station keeps its place on the city: the letters stand beside it.
    const first = stations.has(c.name) ? 1 : -(here.length - 1) / 2;
    return here.map((of, i) => ({ of, city: c.name, x: c.x + (first + i) * 1.9 * disc, y: c.y }));
  });
  const solid = [
    ...letters.map((l) => ({ city: l.city, ...around(l, disc) })),
    ...board.cities.map((c) => ({ city: c.name, ...around(c, 5 * k) })),
  ];
  const tags = board.routes.flatMap(({ number: route, metro, cards }) => {
    const p = pricesOf(board).get(route);
    return metro && p && !owners.has(route) && PRICE * k * scale >= LEAST
      ? [{ ...p, route, cards, box: around(p, RADIUS * k) }]
      : [];
  });

  const labels = tags.map((tag) => tag.box);

  /** How far a box must move to be inside the frame. */
  function inwards({ x, y, width, height }: Box): Point {
    const margin = 4 / scale;
    const into = (from: number, size: number, start: number, room: number) =>
      Math.max(0, start + margin - from) - Math.max(0, from + size - (start + room - margin));
    return { x: into(x, width, frame.x, frame.width), y: into(y, height, frame.y, frame.height) };
  }

  /** How far a name moves off what lies on its city, if possible not onto another name, a letter, a city or a price. */
  function offset(c: City, box: Box, names: Box[]): Point {
    const ways = letters.filter((l) => l.city === c.name).length;
    const high = ways > 0 ? 1.1 * disc : discs.has(c.name) ? 22 * k : stations.has(c.name) ? 12 * k : 0;
    const others = solid.filter((b) => b.city !== c.name);
    if (high === 0 && !far && !others.some((b) => meet(box, b))) return { x: 0, y: 0 };
    const off = Math.max(high, 9 * k);
    const own = around(c, (stations.has(c.name) ? ways + 1 : Math.max(1, ways * 0.95)) * off, off);
    const count = (boxes: Box[], there: Box) => boxes.filter((b) => meet(there, b)).length;
    const cost = (m: Point) => {
      const there = moved(box, m);
      const covers = 2 * count(names, there) + 2 * count(others, there) + count(labels, there);
      return Math.hypot(m.x, m.y) + letter * (covers + (meet(there, own) ? 8 : 0));
    };
    const within = (m: Point): Point => {
      const more = inwards(moved(box, m));
      return { x: m.x + more.x, y: m.y + more.y };
    };
    return cheapest(
      [
        within({ x: 0, y: 0 }),
        within({ x: 0, y: own.y - (box.y + box.height) }),
        within({ x: 0, y: own.y + own.height - box.y }),
        within({ x: own.x - (box.x + box.width), y: 0 }),
        within({ x: own.x + own.width - box.x, y: 0 }),
      ],
      cost,
    );
  }

  const ends = new Set(letters.map((l) => l.city));
  const named = far ? board.cities.filter((c) => rings.has(c.name) || ends.has(c.name)) : board.cities;
  const home = new Map(named.map((c) => [c.name, nameBox(c, letter)]));
  const boxes = new Map([...home].map(([name, b]) => [name, moved(b, inwards(b))]));
  const names = new Map<string, Writing['names'][number]>();
  // If there are few names, each knows in the second round where the others went.
  for (let round = 0; round < (far ? 2 : 1); round++)
    for (const c of named) {
      const box = home.get(c.name)!;
      const by = offset(
        c,
        box,
        [...boxes].flatMap(([name, b]) => (name === c.name ? [] : [b])),
      );
      const there = moved(box, by);
      boxes.set(c.name, there);
      names.set(c.name, {
        ...{ name: c.name, x: c.label.x + by.x, y: c.label.y + by.y },
        ...{ anchor: c.label.anchor, box: there },
      });
    }
  return {
    ...{ letter, disc, letters, names: [...names.values()] },
    prices: tags.filter((tag) => !far || ![...names.values()].some((n) => meet(n.box, tag.box))),
  };
}
