// Pan and zoom of a drawing by mouse, touch and keys. While a gesture runs only a CSS transform of the layers changes,
// so that the compositor moves the painted layers. A zoom sets the view box when it ends, which draws everything again,
// sharp; after a pan everything is still sharp, so the transform stays.

import type { Box as Frame } from './box';

export interface PanZoom {
  zoomBy(factor: number, at?: { x: number; y: number }): void;
  panBy(dx: number, dy: number): void; // in parts of the window
  fit(): void;
  /** Measures the window and asks for the frame again. */
  refit(): void;
  /** Shows a place (in units) as large as possible, but not too near, also when the window changes; until leave() or
   *  fit(). */
  goTo(place: Frame): void;
  /** Is the view where goTo() went? */
  aims(): boolean;
  /** Goes back to the whole after goTo(), unless the person has moved the view meanwhile. */
  leave(): void;
  /** Moves a place into the middle within `ms`: if `near`, as large as goTo() would; if not, only if it is out of
   *  sight. */
  bring(place: Frame, near: boolean, ms: number): void;
  /** Moves the window so that a place (in units) lies inside it, with room around; zooms out if necessary. */
  reveal(place: Frame, free?: { top: number; right: number; bottom: number; left: number }): void;
  /** The place of a point of the drawing in the window, in pixels from its corner. */
  toWindow(x: number, y: number): { x: number; y: number };
  destroy(): void;
}

export interface Seen {
  zoomed: boolean; // a part of it is not visible
  scale: number; // pixels for a unit
  moving: boolean; // a gesture is going on: the view box follows at its end
}

const ZOOM_MAX = 5;
const SOFT = 40; // pixels that the window may go beyond the frame
const TAP = 6; // pixels a pointer may wander and still be a click
const CLOSE = 2.6; // pixels for a unit: a person can always zoom in this far
const NEARER = 2.4; // the factor by which the view may zoom in by itself
const REST = 140; // ms after which a wheel's gesture is over

export interface Options {
  /** The drawing that takes the pointer, if it is a separate one: it never moves; its view box is set when a gesture
   *  ends. */
  spots?: SVGSVGElement;
}

/**
 * root: takes the gestures, as large as the window; layers: the drawings, all with the same view box; home: what a
 * window of that size has to show at least, at zoom 1. All of it is fitted again whenever the window changes, unless
 * the person has zoomed. changed is called in every frame in which the view has changed.
 */
export function panZoom(
  root: HTMLElement,
  layers: SVGSVGElement[],
  home: (width: number, height: number) => Frame,
  changed: (seen: Seen) => void,
  { spots }: Options = {},
): PanZoom {
  let box = root.getBoundingClientRect();
  let frame = home(box.width, box.height);
  let view: Frame = { ...frame }; // what the window should show
  let drawn: Frame = { ...frame }; // the view box; the transform makes up the difference
  let drawnFor = { width: 0, height: 0 }; // the window that the view box was set for
  let held: Animation[] = [];
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = false;
  let start: { view: Frame; centre: { x: number; y: number }; spread: number } | null = null;
  let pending = 0;
  let rest = 0;
  let moving = false;
  let touched = false; // the person has zoomed or moved it: it stays so when the window changes
  let aim: Frame | null = null; // the place that is shown

  const ratio = () => box.width / Math.max(1, box.height);

  // The whole frame in the window, with room around it where the shapes differ.
  function whole(): Frame {
    const r = ratio();
    return frame.width / frame.height > r
      ? { ...frame, y: frame.y + frame.height / 2 - frame.width / r / 2, height: frame.width / r }
      : { ...frame, x: frame.x + frame.width / 2 - (frame.height * r) / 2, width: frame.height * r };
  }

  const narrowest = () => Math.min(whole().width / ZOOM_MAX, box.width / CLOSE);

  function clamp(v: Frame): Frame {
    const most = whole();
    const width = Math.min(most.width, Math.max(narrowest(), v.width));
    const height = width / ratio();
    const x = v.x + (v.width - width) / 2;
    const y = v.y + (v.height - height) / 2;
    const soft = (SOFT * width) / Math.max(1, box.width);
    const within = (low: number, size: number, homeLow: number, homeSize: number) =>
      size >= homeSize + 2 * soft
        ? homeLow + (homeSize - size) / 2
        : Math.min(homeLow + homeSize + soft - size, Math.max(homeLow - soft, low));
    // The view of a place may reach beyond the frame, which has no room for the large names of a near view.
    const [left, top] = [Math.min(frame.x, aim?.x ?? frame.x), Math.min(frame.y, aim?.y ?? frame.y)];
    const right = Math.max(frame.x + frame.width, aim ? aim.x + aim.width : -Infinity);
    const bottom = Math.max(frame.y + frame.height, aim ? aim.y + aim.height : -Infinity);
    return { x: within(x, width, left, right - left), y: within(y, height, top, bottom - top), width, height };
  }

  // The browser takes a new transform of an element at once if it is being animated; otherwise it first composes the whole page
  // again, which takes longer than all the rest of a frame. So during a gesture the element has an animation that
  // changes nothing.
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
    // Moving by whole pixels of the screen keeps the drawing sharp.
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
      const same = drawnFor.width === box.width && drawnFor.height === box.height;
      const only = spots !== undefined && same && Math.abs(drawn.width / view.width - 1) < 1e-9;
      if (only) transform();
      else {
        drawn = { ...view };
        drawnFor = { width: box.width, height: box.height };
        for (const layer of layers) {
          setViewBox(layer);
          layer.style.transform = '';
        }
      }
      if (spots) setViewBox(spots);
    }
    const zoomed = whole().width > 1.01 * view.width;
    changed({ zoomed, scale: box.width / view.width, moving });
  }

  let flight = 0; // the next frame of a movement that the view makes by itself
  function show(v: Frame, gesture: boolean) {
    cancelAnimationFrame(flight);
    view = clamp(v);
    moving = gesture;
    if (!pending) pending = requestAnimationFrame(paint);
  }

  // If another gesture takes over, this one ends.
  const settle = () => (pointers.size === 0 || !moved) && show(view, false);

  /** Goes to a view step by step; another gesture ends that. */
  function glide(to: Frame, ms: number) {
    const [from, goal] = [view, clamp(to)];
    const mix = (a: number, b: number, part: number) => a + (b - a) * part;
    let began: number | null = null;
    const step = (now: number) => {
      began ??= now;
      const part = 1 - (1 - Math.min(1, (now - began) / ms)) ** 3;
      const width = mix(from.width, goal.width, part);
      const height = mix(from.height, goal.height, part);
      show({ x: mix(from.x, goal.x, part), y: mix(from.y, goal.y, part), width, height }, part < 1);
      if (part < 1) flight = requestAnimationFrame(step);
    };
    cancelAnimationFrame(flight);
    if (ms > 0) flight = requestAnimationFrame(step);
    else show(goal, false);
  }

  /** A place as large as possible, but not too near. */
  function nearTo(place: Frame): Frame {
    const width = Math.max(place.width, place.height * ratio(), whole().width / NEARER);
    return { ...place, width, height: width / ratio() };
  }

  /** A view of that size with a place in its middle. */
  const around = (place: Frame, { width, height }: Frame): Frame => ({
    x: place.x + (place.width - width) / 2,
    y: place.y + (place.height - height) / 2,
    width,
    height,
  });

  const inside = (a: Frame, b: Frame) =>
    a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;

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
    const width = Math.min(whole().width, Math.max(narrowest(), view.width / factor));
    touched = true;
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
      moved = touched = true;
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
  // A click that ends a drag does not count as a click.
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
  function refit() {
    const unit = view.width / Math.max(1, box.width);
    box = root.getBoundingClientRect();
    if (box.width === 0) return;
    frame = home(box.width, box.height);
    if (!touched) show(aim ? around(aim, nearTo(aim)) : whole(), false);
    else {
      const width = box.width * unit;
      const height = box.height * unit;
      show({ x: view.x + (view.width - width) / 2, y: view.y + (view.height - height) / 2, width, height }, false);
    }
  }
  const resized = new ResizeObserver(refit);
  resized.observe(root);

  return {
    zoomBy(factor, at) {
      zoomAt(factor, at?.x ?? box.left + box.width / 2, at?.y ?? box.top + box.height / 2);
    },
    panBy(dx, dy) {
      touched = true;
      show({ ...view, x: view.x + dx * view.width, y: view.y + dy * view.height }, false);
    },
    fit() {
      touched = false;
      aim = null;
      show(whole(), false);
    },
    refit,
    goTo(place) {
      aim = place;
      show(around(place, nearTo(place)), false);
    },
    aims: () => aim !== null && !touched,
    leave() {
      const went = aim !== null;
      aim = null;
      if (went && !touched) show(whole(), false);
    },
    bring(place, near, ms) {
      if (near || !inside(place, view)) glide(around(place, near ? nearTo(place) : view), ms);
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
        // The place is larger than the window: zoom out, with the place in the middle.
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
      cancelAnimationFrame(flight);
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
