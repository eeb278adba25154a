// Paths in their final place: the numbers of a shape of symbols.json, of a rounded box or of a disc are themselves
// turned, scaled and moved. A board of paths without transforms is far cheaper to move than one in which every space
// has its own.

export interface At {
  x: number;
  y: number;
  angle?: number; // degrees
  k?: number; // scale
}

const short = (n: number) => String(+n.toFixed(2));

// How many numbers each command of a path takes.
const ARGS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** The commands of a path, each with its own numbers. */
function commands(d: string): [string, number[]][] {
  const out: [string, number[]][] = [];
  for (const [, letter = '', rest = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = numbersOf(rest, letter.toUpperCase() === 'A');
    const n = ARGS[letter.toUpperCase()] ?? 0;
    if (n === 0) out.push([letter, []]);
    for (let i = 0; n > 0 && i < numbers.length; i += n) {
      const next = i > 0 && letter === 'M' ? 'L' : i > 0 && letter === 'm' ? 'l' : letter;
      out.push([next, numbers.slice(i, i + n)]);
    }
  }
  return out;
}

/** Numbers as paths write them: signs and points begin new ones, the flags of an arc are one digit. */
function numbersOf(text: string, arc: boolean): number[] {
  const out: number[] = [];
  let rest = text;
  for (;;) {
    const flag = arc && (out.length % 7 === 3 || out.length % 7 === 4);
    const m = (flag ? /^[\s,]*([01])/ : /^[\s,]*([+-]?(?:\d+\.?\d*|\.\d+))/).exec(rest);
    if (!m) return out;
    out.push(Number(m[1]));
    rest = rest.slice(m[0].length);
  }
}

/** A path turned about 0 0, scaled, and moved. */
export function moved(d: string, { x, y, angle = 0, k = 1 }: At): string {
  const cos = Math.cos((angle * Math.PI) / 180) * k;
  const sin = Math.sin((angle * Math.PI) / 180) * k;
  let at = { x: 0, y: 0 };
  let start = at;
  let out = '';
  const put = (px: number, py: number) => `${short(px * cos - py * sin + x)} ${short(px * sin + py * cos + y)}`;
  for (const [letter, args] of commands(d)) {
    const upper = letter.toUpperCase();
    const own = letter !== upper;
    const px = (n: number) => (own ? at.x + n : n);
    const py = (n: number) => (own ? at.y + n : n);
    if (upper === 'Z') {
      at = start;
      out += 'Z';
      continue;
    }
    if (upper === 'H') at = { x: px(args[0]!), y: at.y };
    else if (upper === 'V') at = { x: at.x, y: py(args[0]!) };
    else if (upper === 'A') {
      const [rx, ry, turn, large, sweep, ex, ey] = args as [number, number, number, number, number, number, number];
      at = { x: px(ex), y: py(ey) };
      out += `A${short(rx * k)} ${short(ry * k)} ${short(turn + angle)} ${large} ${sweep} ${put(at.x, at.y)}`;
      continue;
    } else {
      const points: string[] = [];
      let end = at;
      for (let i = 0; i < args.length; i += 2) {
        end = { x: px(args[i]!), y: py(args[i + 1]!) };
        points.push(put(end.x, end.y));
      }
      at = end;
      if (upper === 'M') start = at;
      out += upper + points.join(' ');
      continue;
    }
    out += `L${put(at.x, at.y)}`;
  }
  return out;
}

/**
 * A path as pieces of at most so many commands: drawn with round ends they look like the whole, but each is small, and
 * the browser can skip those far from the part of the screen that it draws. They are not smaller still, since the
 * browser goes through all of them whenever anything on the screen changes. A path with smooth commands (S, T) stays
 * whole.
 */
export function pieces(d: string, most = 40): string[] {
  const all = commands(moved(d, { x: 0, y: 0 }));
  if (all.some(([letter]) => letter === 'S' || letter === 'T')) return [d];
  const out: string[] = [];
  let start = '';
  let at = '';
  let piece = '';
  let n = 0;
  const end = () => {
    if (n > 0) out.push(piece);
    piece = `M${at}`;
    n = 0;
  };
  for (const [letter, args] of all) {
    if (letter === 'M') {
      at = start = args.join(' ');
      end();
      continue;
    }
    piece += letter === 'Z' ? `L${start}` : letter + args.join(' ');
    at = letter === 'Z' ? start : args.slice(-2).join(' ');
    if (++n >= most) end();
  }
  end();
  return out;
}

const CELL = 300; // units: paths in the same square of the map are near to each other

/**
 * Joins short paths that are near to each other into fewer ones of at most so many commands: the browser goes through
 * all paths of a drawing whenever anything on the screen changes. They must begin with M, and their order must not
 * matter.
 */
export function gathered(paths: readonly string[], most = 40): string[] {
  const out: string[] = [];
  const open = new Map<string, { at: number; n: number }>(); // by square: the path that may still grow
  for (const d of paths) {
    const n = d.match(/[a-zA-Z]/g)?.length ?? 0;
    const [x = 0, y = 0] = numbersOf(d.slice(1, 40), false);
    const square = `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
    const last = open.get(square);
    if (last && last.n + n <= most) {
      out[last.at] += d;
      last.n += n;
    } else {
      if (!last || n < last.n) open.set(square, { at: out.length, n });
      out.push(d);
    }
  }
  return out;
}

const BEYOND = 900; // units that a line goes on

/** Extends a line straight on where it ends at the edge of a frame or outside it. */
export function prolonged(d: string, frame: { width: number; height: number }): string {
  const all = commands(moved(d, { x: 0, y: 0 }));
  const [first, next, last] = [all[0]?.[1], all[1]?.[1], all.at(-1)?.[1]];
  if (!first || !next || !last) return d;
  const before = last.length > 2 ? last.slice(-4, -2) : (all.at(-2)?.[1].slice(-2) ?? first);
  const edge = 30;
  const outside = ([x = 0, y = 0]: number[]) =>
    x < edge || y < edge || x > frame.width - edge || y > frame.height - edge;
  const on = ([x = 0, y = 0]: number[], [u = 0, v = 0]: number[]) => {
    const f = BEYOND / (Math.hypot(x - u, y - v) || 1);
    return `${short(x + (x - u) * f)} ${short(y + (y - v) * f)}`;
  };
  const end = last.slice(-2);
  const head = outside(first) ? `M${on(first, next.slice(0, 2))}L` : 'M';
  return `${head}${d.trim().slice(1)}${outside(end) ? `L${on(end, before)}` : ''}`;
}

/** A rounded box about a point. */
export function box(width: number, height: number, radius: number, at: At): string {
  const w = width / 2;
  const h = height / 2;
  const r = Math.min(radius, w, h);
  return moved(
    `M${r - w} ${-h}H${w - r}A${r} ${r} 0 0 1 ${w} ${r - h}V${h - r}A${r} ${r} 0 0 1 ${w - r} ${h}H${r - w}A${r} ${r} 0 0 1 ${-w} ${h - r}V${r - h}A${r} ${r} 0 0 1 ${r - w} ${-h}Z`,
    at,
  );
}

export function disc(radius: number, at: At): string {
  return moved(`M${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0Z`, at);
}
