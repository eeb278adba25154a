// Pan and zoom of a drawing by mouse, touch and keys. While a gesture runs only a CSS transform of the layers changes, so that
// the compositor moves what is painted. A zoom sets the view box when it ends, which draws everything anew, sharp; what
// was only panned is sharp as it is, and stays moved.

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PanZoom {
  zoomBy(factor: number, at?: { x: number; y: number }): void;
  panBy(dx: number, dy: number): void; // in parts of the window
  fit(): void;
  /** Moves the window so that a place (in units) lies inside it, with room around; zooms out if need be. */
  reveal(place: Frame, free?: { top: number; right: number; bottom: number; left: number }): void;
  /** The place of a point of the drawing in the window, in pixels from its corner. */
  toWindow(x: number, y: number): { x: number; y: number };
  destroy(): void;
}

export interface Seen {
  zoom: number; // 1: the window is filled
  scale: number; // pixels for a unit
  moving: boolean; // a gesture runs: the view box follows at its end
}

const ZOOM_MAX = 5;
const SOFT = 40; // pixels that the window may go beyond the frame
const TAP = 6; // pixels a pointer may wander and still be a click
const LEGIBLE = 0.8; // pixels for a unit: below, names of cities are left out
const READABLE = 1.3; // pixels for a unit to begin with on a small screen
const REST = 140; // ms after which a wheel's gesture is over

export interface Options {
  all?: boolean; // the whole is seen at first, also on a small screen
  /** What can be pointed at, if it is a drawing of its own: it never moves, its view box is set when a gesture ends. */
  spots?: SVGSVGElement;
}

/**
 * root: takes the gestures, as large as the window; layers: the drawings, all with the same view box; home: what is seen
 * at zoom 1 (at least). changed is called in every frame in which the view has changed.
 */
export function panZoom(
  root: HTMLElement,
  layers: SVGSVGElement[],
  home: Frame,
  changed: (seen: Seen) => void,
  { all = false, spots }: Options = {},
): PanZoom {
  let view: Frame = { ...home }; // what is to be seen
  let drawn: Frame = { ...home }; // the view box; the transform makes up the difference
  let drawnFor = 0; // the width of the window that the view box was set for
  let held: Animation[] = [];
  let box = root.getBoundingClientRect();
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = false;
  let start: { view: Frame; centre: { x: number; y: number }; spread: number } | null = null;
  let pending = 0;
  let rest = 0;
  let moving = false;
  let fresh = true;

  const ratio = () => box.width / Math.max(1, box.height);
  const wide = () => home.width / home.height > ratio();

  // The part of the home frame that the window shows at zoom 1 ("slice": the window is filled).
  function base(): Frame {
    const r = ratio();
    return wide()
      ? { x: home.x + (home.width - home.height * r) / 2, y: home.y, width: home.height * r, height: home.height }
      : { x: home.x, y: home.y + (home.height - home.width / r) / 2, width: home.width, height: home.width / r };
  }

  // The whole frame in the window, with room around it where the shapes differ.
  function whole(): Frame {
    const r = ratio();
    return wide()
      ? { x: home.x, y: home.y + home.height / 2 - home.width / r / 2, width: home.width, height: home.width / r }
      : { x: home.x + home.width / 2 - (home.height * r) / 2, y: home.y, width: home.height * r, height: home.height };
  }

  // At the beginning: the window filled if that hides little; else the whole, if it can be read; else its middle.
  function initial(): Frame {
    const b = base();
    if (all) return whole();
    if ((b.width * b.height) / (home.width * home.height) > 0.93) return b;
    if (box.width / whole().width >= LEGIBLE) return whole();
    if (box.width / b.width >= LEGIBLE) return b;
    const width = Math.min(b.width, box.width / READABLE);
    const height = width / ratio();
    return { x: home.x + (home.width - width) / 2, y: home.y + (home.height - height) / 2, width, height };
  }

  function clamp(v: Frame): Frame {
    const most = whole();
    const width = Math.min(most.width, Math.max(base().width / ZOOM_MAX, v.width));
    const height = width / ratio();
    const x = v.x + (v.width - width) / 2;
    const y = v.y + (v.height - height) / 2;
    const soft = (SOFT * width) / Math.max(1, box.width);
    const within = (low: number, size: number, homeLow: number, homeSize: number) =>
      size >= homeSize + 2 * soft
        ? homeLow + (homeSize - size) / 2
        : Math.min(homeLow + homeSize + soft - size, Math.max(homeLow - soft, low));
    return { x: within(x, width, home.x, home.width), y: within(y, height, home.y, home.height), width, height };
  }

  // The browser takes a new transform of an element at once if it is being animated; otherwise it first composes the whole page
  // anew, which takes longer than all the rest of a frame. So a still animation that adds nothing is there during a gesture.
  function hold(on: boolean) {
    if (on === held.length > 0) return;
    for (const animation of held) animation.cancel();
    held = on
      ? layers.map((layer) => layer.animate({ transform: ['none', 'none'] }, { duration: 1000, composite: 'add' }))
      : [];
    for (const animation of held) animation.pause();
  }

  function setViewBox(svg: SVGSVGElement) {
    svg.setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.height}`);
  }

  function transform() {
    const f = drawn.width / view.width;
    const unit = box.width / view.width;
    // On whole pixels of the screen what is drawn stays as sharp as it is.
    const grid = Math.abs(f - 1) < 1e-9 ? window.devicePixelRatio : 0;
    const at = (units: number) => (grid ? Math.round(units * unit * grid) / grid : units * unit);
    for (const layer of layers)
      layer.style.transform = `translate(${at(drawn.x - view.x)}px, ${at(drawn.y - view.y)}px) scale(${grid ? 1 : f})`;
  }

  function paint() {
    pending = 0;
    hold(moving);
    if (moving) transform();
    else {
      const only = spots !== undefined && drawnFor === box.width && Math.abs(drawn.width / view.width - 1) < 1e-9;
      if (only) transform();
      else {
        drawn = { ...view };
        drawnFor = box.width;
        for (const layer of layers) {
          setViewBox(layer);
          layer.style.transform = '';
        }
      }
      if (spots) setViewBox(spots);
    }
    changed({ zoom: base().width / view.width, scale: box.width / view.width, moving });
  }

  function show(v: Frame, gesture: boolean) {
    view = clamp(v);
    moving = gesture;
    if (!pending) pending = requestAnimationFrame(paint);
  }

  // A gesture that another one has taken over ends with that.
  const settle = () => (pointers.size === 0 || !moved) && show(view, false);

  function restSoon() {
    clearTimeout(rest);
    rest = window.setTimeout(settle, REST);
  }

  function toUnits(clientX: number, clientY: number, v: Frame) {
    return {
      x: v.x + ((clientX - box.left) / box.width) * v.width,
      y: v.y + ((clientY - box.top) / box.height) * v.height,
    };
  }

  function zoomAt(factor: number, clientX: number, clientY: number, gesture = false) {
    const at = toUnits(clientX, clientY, view);
    const width = Math.min(whole().width, Math.max(base().width / ZOOM_MAX, view.width / factor));
    const f = view.width / width;
    show({ x: at.x - (at.x - view.x) / f, y: at.y - (at.y - view.y) / f, width, height: view.height / f }, gesture);
  }

  function gesture() {
    const points = [...pointers.values()];
    const n = Math.max(1, points.length);
    const x = points.reduce((sum, p) => sum + p.x, 0) / n;
    const y = points.reduce((sum, p) => sum + p.y, 0) / n;
    const [a, b] = points;
    return { centre: { x, y }, spread: a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0 };
  }

  function begin() {
    start = pointers.size ? { view: { ...view }, ...gesture() } : null;
  }

  const down = (e: PointerEvent) => {
    if (e.button !== 0) return;
    box = root.getBoundingClientRect();
    pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (pointers.size === 1) moved = false;
    begin();
  };
  const move = (e: PointerEvent) => {
    if (!pointers.has(e.pointerId) || !start) return;
    pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    const now = gesture();
    const dx = now.centre.x - start.centre.x;
    const dy = now.centre.y - start.centre.y;
    if (!moved && Math.hypot(dx, dy) < TAP && Math.abs(now.spread - start.spread) < TAP) return;
    if (!moved) {
      moved = true;
      for (const id of pointers.keys()) root.setPointerCapture(id);
    }
    const f = start.spread && now.spread ? now.spread / start.spread : 1;
    const at = toUnits(start.centre.x, start.centre.y, start.view);
    const width = start.view.width / f;
    const height = start.view.height / f;
    show(
      {
        x: at.x - ((now.centre.x - box.left) / box.width) * width,
        y: at.y - ((now.centre.y - box.top) / box.height) * height,
        width,
        height,
      },
      true,
    );
  };
  const up = (e: PointerEvent) => {
    pointers.delete(e.pointerId);
    begin();
    if (pointers.size === 0 && moving) settle();
  };
  // A click that ends a drag is no click.
  const click = (e: MouseEvent) => {
    if (!moved) return;
    e.stopPropagation();
    e.preventDefault();
    moved = false;
  };
  const wheel = (e: WheelEvent) => {
    e.preventDefault();
    zoomAt(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0015)), e.clientX, e.clientY, true);
    restSoon();
  };
  const twice = (e: MouseEvent) => {
    e.preventDefault();
    zoomAt(2, e.clientX, e.clientY);
  };

  for (const layer of layers) layer.style.transformOrigin = '0 0';
  root.addEventListener('pointerdown', down);
  root.addEventListener('pointermove', move);
  root.addEventListener('pointerup', up);
  root.addEventListener('pointercancel', up);
  root.addEventListener('click', click, true);
  root.addEventListener('wheel', wheel, { passive: false });
  root.addEventListener('dblclick', twice);
  const resized = new ResizeObserver(() => {
    const untouched = Math.abs(view.width - initial().width) < 1;
    const unit = view.width / Math.max(1, box.width);
    box = root.getBoundingClientRect();
    if (box.width === 0) return;
    if (fresh || untouched) show(initial(), false);
    else {
      const width = box.width * unit;
      const height = box.height * unit;
      show({ x: view.x + (view.width - width) / 2, y: view.y + (view.height - height) / 2, width, height }, false);
    }
    fresh = false;
  });
  resized.observe(root);

  return {
    zoomBy(factor, at) {
      zoomAt(factor, at?.x ?? box.left + box.width / 2, at?.y ?? box.top + box.height / 2);
    },
    panBy(dx, dy) {
      show({ ...view, x: view.x + dx * view.width, y: view.y + dy * view.height }, false);
    },
    fit() {
      show(Math.abs(view.width - whole().width) < 1 ? base() : whole(), false);
    },
    reveal(place, free = { top: 0, right: 0, bottom: 0, left: 0 }) {
      const unit = view.width / box.width;
      const room = {
        x: view.x + free.left * unit,
        y: view.y + free.top * unit,
        width: view.width - (free.left + free.right) * unit,
        height: view.height - (free.top + free.bottom) * unit,
      };
      const over = Math.max(place.width / room.width, place.height / room.height);
      if (over > 1) {
        // It is larger than the window: further off, and in the middle.
        const width = view.width * over;
        const height = view.height * over;
        show(
          { x: place.x + place.width / 2 - width / 2, y: place.y + place.height / 2 - height / 2, width, height },
          false,
        );
        return;
      }
      const into = (low: number, size: number, roomLow: number, roomSize: number) =>
        low < roomLow ? low - roomLow : Math.max(0, low + size - (roomLow + roomSize));
      const dx = into(place.x, place.width, room.x, room.width);
      const dy = into(place.y, place.height, room.y, room.height);
      if (dx || dy) show({ ...view, x: view.x + dx, y: view.y + dy }, false);
    },
    toWindow(x, y) {
      return { x: ((x - view.x) / view.width) * box.width, y: ((y - view.y) / view.height) * box.height };
    },
    destroy() {
      resized.disconnect();
      hold(false);
      cancelAnimationFrame(pending);
      clearTimeout(rest);
      root.removeEventListener('pointerdown', down);
      root.removeEventListener('pointermove', move);
      root.removeEventListener('pointerup', up);
      root.removeEventListener('pointercancel', up);
      root.removeEventListener('click', click, true);
      root.removeEventListener('wheel', wheel);
      root.removeEventListener('dblclick', twice);
    },
  };
}
