// Pan and zoom of a drawing by mouse, touch and keys. While a gesture runs only a CSS transform
// changes; the view box is set when it ends, so that nothing is laid out anew in between.

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
  destroy(): void;
}

const ZOOM_MAX = 5;
const SOFT = 40; // units that the window may go beyond the frame
const TAP = 6; // pixels a pointer may wander and still be a click

/**
 * svg: the drawing; layer: the group that moves; home: what is seen at zoom 1 (at least).
 * changed is called with the zoom whenever it has changed, for labels.
 */
export function panZoom(svg: SVGSVGElement, home: Frame, changed: (zoom: number) => void): PanZoom {
  let view: Frame = { ...home };
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = false;
  let start: { view: Frame; centre: { x: number; y: number }; spread: number } | null = null;
  let pending = 0;

  // The part of the home frame that the window shows at zoom 1 ("slice": the window is filled).
  function base(): Frame {
    const box = svg.getBoundingClientRect();
    const ratio = box.width / Math.max(1, box.height);
    return home.width / home.height > ratio
      ? { x: home.x + (home.width - home.height * ratio) / 2, y: home.y, width: home.height * ratio, height: home.height }
      : { x: home.x, y: home.y + (home.height - home.width / ratio) / 2, width: home.width, height: home.width / ratio };
  }

  // The whole frame in the window, with room around it where the shapes differ.
  function whole(): Frame {
    const box = svg.getBoundingClientRect();
    const ratio = box.width / Math.max(1, box.height);
    return home.width / home.height > ratio
      ? { x: home.x, y: home.y + home.height / 2 - home.width / ratio / 2, width: home.width, height: home.width / ratio }
      : { x: home.x + home.width / 2 - (home.height * ratio) / 2, y: home.y, width: home.height * ratio, height: home.height };
  }

  // At the beginning: the window filled if that hides little, else the whole.
  function initial(): Frame {
    const b = base();
    return (b.width * b.height) / (home.width * home.height) > 0.96 ? b : whole();
  }

  function clamp(v: Frame): Frame {
    const most = whole();
    const ratio = most.width / most.height;
    const width = Math.min(most.width, Math.max(base().width / ZOOM_MAX, v.width));
    const height = width / ratio;
    const x = v.x + (v.width - width) / 2;
    const y = v.y + (v.height - height) / 2;
    const within = (low: number, size: number, homeLow: number, homeSize: number) =>
      size >= homeSize + 2 * SOFT
        ? homeLow + (homeSize - size) / 2
        : Math.min(homeLow + homeSize + SOFT - size, Math.max(homeLow - SOFT, low));
    return { x: within(x, width, home.x, home.width), y: within(y, height, home.y, home.height), width, height };
  }

  function show(v: Frame) {
    view = clamp(v);
    if (pending) return;
    pending = requestAnimationFrame(() => {
      pending = 0;
      svg.setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.height}`);
      changed(base().width / view.width);
    });
  }

  function toUnits(clientX: number, clientY: number, v: Frame) {
    const box = svg.getBoundingClientRect();
    return {
      x: v.x + ((clientX - box.left) / box.width) * v.width,
      y: v.y + ((clientY - box.top) / box.height) * v.height,
    };
  }

  function zoomAt(factor: number, clientX: number, clientY: number) {
    const at = toUnits(clientX, clientY, view);
    const most = whole();
    const width = Math.min(most.width, Math.max(base().width / ZOOM_MAX, view.width / factor));
    const f = view.width / width;
    show({ x: at.x - (at.x - view.x) / f, y: at.y - (at.y - view.y) / f, width, height: view.height / f });
  }

  function gesture() {
    const points = [...pointers.values()];
    const x = points.reduce((sum, p) => sum + p.x, 0) / points.length;
    const y = points.reduce((sum, p) => sum + p.y, 0) / points.length;
    const spread = points.length > 1 ? Math.hypot(points[0]!.x - points[1]!.x, points[0]!.y - points[1]!.y) : 0;
    return { centre: { x, y }, spread };
  }

  function begin() {
    start = pointers.size ? { view: { ...view }, ...gesture() } : null;
  }

  const down = (e: PointerEvent) => {
    if (e.button !== 0) return;
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
      for (const id of pointers.keys()) svg.setPointerCapture(id);
    }
    const box = svg.getBoundingClientRect();
    const f = start.spread && now.spread ? now.spread / start.spread : 1;
    const at = toUnits(start.centre.x, start.centre.y, start.view);
    const width = start.view.width / f;
    const height = start.view.height / f;
    show({
      x: at.x - ((now.centre.x - box.left) / box.width) * width,
      y: at.y - ((now.centre.y - box.top) / box.height) * height,
      width,
      height,
    });
  };
  const up = (e: PointerEvent) => {
    pointers.delete(e.pointerId);
    begin();
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
    zoomAt(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0015)), e.clientX, e.clientY);
  };
  const twice = (e: MouseEvent) => {
    e.preventDefault();
    zoomAt(2, e.clientX, e.clientY);
  };

  svg.addEventListener('pointerdown', down);
  svg.addEventListener('pointermove', move);
  svg.addEventListener('pointerup', up);
  svg.addEventListener('pointercancel', up);
  svg.addEventListener('click', click, true);
  svg.addEventListener('wheel', wheel, { passive: false });
  svg.addEventListener('dblclick', twice);
  const resized = new ResizeObserver(() => show(initial()));
  resized.observe(svg);

  return {
    zoomBy(factor, at) {
      const box = svg.getBoundingClientRect();
      zoomAt(factor, at?.x ?? box.left + box.width / 2, at?.y ?? box.top + box.height / 2);
    },
    panBy(dx, dy) {
      show({ ...view, x: view.x + dx * view.width, y: view.y + dy * view.height });
    },
    fit() {
      show(Math.abs(view.width - whole().width) < 1 ? base() : whole());
    },
    destroy() {
      resized.disconnect();
      cancelAnimationFrame(pending);
      svg.removeEventListener('pointerdown', down);
      svg.removeEventListener('pointermove', move);
      svg.removeEventListener('pointerup', up);
      svg.removeEventListener('pointercancel', up);
      svg.removeEventListener('click', click, true);
      svg.removeEventListener('wheel', wheel);
      svg.removeEventListener('dblclick', twice);
    },
  };
}
