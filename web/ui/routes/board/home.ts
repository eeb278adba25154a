// Which part of a board must be visible in a window of some size, and where its controls hide least of it.
import type { City, RoutesBoard } from '../../../core/board';
import type { Frame } from '../../table/panzoom';
import { scaleOf } from './geometry';
import { pricesOf } from './prices';

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
// For each board, the last window that was asked for: the frame that it shows, and its emptiest corner.
let homes = new WeakMap<RoutesBoard, { width: number; height: number; frame: Frame; corner?: Corner }>();

/** A canvas context with the typeface of names. Its measurements are forgotten when a font has been loaded. */
function takePen(): CanvasRenderingContext2D | null {
  if (typeof document === 'undefined') return null;
  const forget = () => {
    widths.clear();
    homes = new WeakMap();
  };
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
export function nameBox({ name, label }: City, letter: number): Frame {
  const width = widthOf(name) * letter;
  const x = label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
  return { x, y: label.y - 0.8 * letter, width, height: 1.05 * letter };
}

/** Boxes of everything that is drawn at a scale (pixels for a unit), except the ground. */
export function contentOf(board: RoutesBoard, scale: number): Frame[] {
  const k = scaleOf(board);
  const around = (p: { x: number; y: number }, w: number, h = w) => ({
    x: p.x - w * k,
    y: p.y - h * k,
    width: 2 * w * k,
    height: 2 * h * k,
  });
  const letter = letterOf(k, scale);
  return [
    ...board.cities.map((c) => around(c, 9)),
    ...board.routes.flatMap((r) =>
      r.spaces.map((s) => {
        const [cos, sin] = [Math.cos((s.angle * Math.PI) / 180), Math.sin((s.angle * Math.PI) / 180)];
        const [length, width] = r.metro ? [26, 12] : [20, 10];
        return around(
          s,
          Math.abs(cos) * length + Math.abs(sin) * width,
          Math.abs(sin) * length + Math.abs(cos) * width,
        );
      }),
    ),
    ...[...pricesOf(board).values()].map((p) => around(p, 10)),
    ...(isFar(k, scale) ? [] : board.cities.map((c) => nameBox(c, letter))),
  ];
}

export const grown = (b: Frame, by: number): Frame => ({
  x: b.x - by,
  y: b.y - by,
  width: b.width + 2 * by,
  height: b.height + 2 * by,
});

export function union(boxes: readonly Frame[]): Frame {
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((b) => b.x + b.width)) - x,
    height: Math.max(...boxes.map((b) => b.y + b.height)) - y,
  };
}

const MARGIN = 6; // pixels at the edge of the window

/** The frame that a window shows at zoom 1: all cities, routes, prices and names, at the size that they have at that
 *  zoom. */
export function homeOf(board: RoutesBoard, width: number, height: number): Frame {
  const known = homes.get(board);
  if (known?.width === width && known.height === height) return known.frame;
  const frame = framed(board, width, height);
  homes.set(board, { width, height, frame });
  return frame;
}

function framed(board: RoutesBoard, width: number, height: number): Frame {
  const { width: w, height: h } = board.frame ?? { width: 1000, height: 667 };
  const k = scaleOf(board);
  const inner = { x: 0.014 * w, y: 0.0255 * h, width: 0.98 * w, height: 0.953 * h };
  if (width === 0 || height === 0) return inner;
  const scaleIn = (f: Frame) => Math.min(width / f.width, height / f.height);
  let frame = union([inner, ...contentOf(board, 0)]);
  // Names are as large on a small window as on a large one: the frame that holds them is found in a few steps.
  for (let step = 0; step < 4; step++) {
    const scale = Math.max(scaleIn(frame), step > 0 ? LEGIBLE / k : 0);
    frame = union([inner, ...contentOf(board, scale).map((b) => grown(b, MARGIN / scale))]);
    if (isFar(k, scale)) break;
  }
  return frame;
}

/** The buttons that zoom in a window of some width, with their margin, in pixels: on a phone there is only one. */
export const zoomIn = (width: number) => (width < 700 ? { width: 68, height: 68 } : { width: 60, height: 132 });

export type Corner = 'top right' | 'bottom right' | 'top left' | 'bottom left';

/** The corner of a window in which the zoom buttons cover least, when the whole board is visible. */
export function freeCorner(board: RoutesBoard, window: Size): Corner {
  const frame = homeOf(board, window.width, window.height);
  const known = homes.get(board);
  const corner = known?.corner ?? freest(board, window, frame);
  if (known) known.corner = corner;
  return corner;
}

type Size = { width: number; height: number };

/** How much of the board a box in pixels of the window covers, when the whole board is visible. */
function covering(board: RoutesBoard, window: Size, home: Frame): (box: Frame) => number {
  const scale = Math.min(window.width / home.width, window.height / home.height);
  const left = window.width / 2 - (home.x + home.width / 2) * scale; // of the unit 0
  const top = window.height / 2 - (home.y + home.height / 2) * scale;
  const boxes = contentOf(board, scale);
  return (box) => {
    const [x, y] = [(box.x - left) / scale, (box.y - top) / scale];
    const [right, bottom] = [x + box.width / scale, y + box.height / scale];
    return boxes.reduce(
      (sum, b) =>
        sum +
        Math.max(0, Math.min(right, b.x + b.width) - Math.max(x, b.x)) *
          Math.max(0, Math.min(bottom, b.y + b.height) - Math.max(y, b.y)),
      0,
    );
  };
}

/** Where the zoom buttons are in a corner. */
export const zoomBox = (corner: Corner, window: Size): Frame => {
  const zoom = zoomIn(window.width);
  return {
    x: corner.endsWith('left') ? 0 : window.width - zoom.width,
    y: corner.startsWith('top') ? 0 : window.height - zoom.height,
    ...zoom,
  };
};

function freest(board: RoutesBoard, window: Size, home: Frame): Corner {
  const covered = covering(board, window, home);
  const corners: Corner[] = ['top right', 'bottom right', 'top left', 'bottom left'];
  const hides = (corner: Corner) => covered(zoomBox(corner, window));
  return corners.reduce((best, next) => (hides(next) < hides(best) ? next : best));
}

export const TOAST = { width: 190, height: 60 }; // pixels: "Claimed. Undo" with its margin
const STEPS = 12; // to each side

/** Where the middle of a toast at the lower edge of a window lies, in pixels from the left, so that it covers least; near
 *  the middle of the window, if there is a choice. */
export function freeBelow(board: RoutesBoard, window: Size): number {
  const covered = covering(board, window, homeOf(board, window.width, window.height));
  const corner = freeCorner(board, window);
  const zoom = corner.startsWith('bottom') ? zoomIn(window.width).width : 0;
  const room = (window.width - TOAST.width) / 2 - zoom;
  let best = { x: window.width / 2, hides: Infinity };
  for (let i = 0; i <= 2 * STEPS && best.hides > 0; i++) {
    const x = window.width / 2 + (i % 2 ? 1 : -1) * Math.ceil(i / 2) * (Math.max(0, room) / STEPS);
    const hides = covered({ x: x - TOAST.width / 2, y: window.height - TOAST.height, ...TOAST });
    if (hides < best.hides) best = { x, hides };
  }
  return best.x;
}
