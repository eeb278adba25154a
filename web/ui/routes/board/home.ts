// Which part of a board must be visible in a window of some size, and where its controls hide least of it.
import type { RoutesBoard } from '../../../core/board';
import { around, cheapest, grown, meet, union, type Box } from '../../table/box';
import { scaleOf } from './geometry';
import { isFar, LEGIBLE, letterOf, nameBox, onWidths, pricesOf } from './writing';

// For each board, the last window that was asked for: the frame that it shows, and its emptiest corner.
let homes = new WeakMap<RoutesBoard, { width: number; height: number; frame: Box; corner?: Corner }>();
onWidths(() => (homes = new WeakMap()));

/** Boxes of everything that is drawn at a scale (pixels for a unit), except the ground. */
export function contentOf(board: RoutesBoard, scale: number): Box[] {
  const k = scaleOf(board);
  const letter = letterOf(k, scale);
  return [
    ...board.cities.map((c) => around(c, 9 * k)),
    ...board.routes.flatMap((r) =>
      r.spaces.map((s) => {
        const [cos, sin] = [Math.cos((s.angle * Math.PI) / 180), Math.sin((s.angle * Math.PI) / 180)];
        const [length, width] = r.metro ? [26, 12] : [20, 10];
        return around(
          s,
          (Math.abs(cos) * length + Math.abs(sin) * width) * k,
          (Math.abs(sin) * length + Math.abs(cos) * width) * k,
        );
      }),
    ),
    ...[...pricesOf(board).values()].map((p) => around(p, 10 * k)),
    ...(isFar(k, scale) ? [] : board.cities.map((c) => nameBox(c, letter))),
  ];
}

const MARGIN = 6; // pixels at the edge of the window

/** The frame that a window shows at zoom 1: all cities, routes, prices and names, at the size that they have at that
 *  zoom. */
export function homeOf(board: RoutesBoard, width: number, height: number): Box {
  const known = homes.get(board);
  if (known?.width === width && known.height === height) return known.frame;
  const frame = framed(board, width, height);
  homes.set(board, { width, height, frame });
  return frame;
}

function framed(board: RoutesBoard, width: number, height: number): Box {
  const { width: w, height: h } = board.frame ?? { width: 1000, height: 667 };
  const k = scaleOf(board);
  const inner = { x: 0.014 * w, y: 0.0255 * h, width: 0.98 * w, height: 0.953 * h };
  if (width === 0 || height === 0) return inner;
  const scaleIn = (f: Box) => Math.min(width / f.width, height / f.height);
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
function covering(board: RoutesBoard, window: Size, home: Box): (box: Box) => number {
  const scale = Math.min(window.width / home.width, window.height / home.height);
  const left = window.width / 2 - (home.x + home.width / 2) * scale; // of the unit 0
  const top = window.height / 2 - (home.y + home.height / 2) * scale;
  const boxes = contentOf(board, scale);
  return ({ x, y, width, height }) => {
    const here = { x: (x - left) / scale, y: (y - top) / scale, width: width / scale, height: height / scale };
    return boxes.reduce((sum, b) => sum + meet(here, b), 0);
  };
}

/** Where the zoom buttons are in a corner. */
export const zoomBox = (corner: Corner, window: Size): Box => {
  const zoom = zoomIn(window.width);
  return {
    x: corner.endsWith('left') ? 0 : window.width - zoom.width,
    y: corner.startsWith('top') ? 0 : window.height - zoom.height,
    ...zoom,
  };
};

function freest(board: RoutesBoard, window: Size, home: Box): Corner {
  const covered = covering(board, window, home);
  return cheapest(['top right', 'bottom right', 'top left', 'bottom left'], (corner) =>
    covered(zoomBox(corner, window)),
  );
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
  const at = (i: number) => window.width / 2 + (i % 2 ? 1 : -1) * Math.ceil(i / 2) * (Math.max(0, room) / STEPS);
  const more = Array.from({ length: 2 * STEPS }, (_, i) => at(i + 1));
  return cheapest([at(0), ...more], (x) =>
    covered({ x: x - TOAST.width / 2, y: window.height - TOAST.height, ...TOAST }),
  );
}
