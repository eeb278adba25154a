// The paths of a route's spaces. They depend on the board alone, so they are computed once for each route, however
// often it is lit and put out.
import type { Route, Space } from '../../../core/board';
import { symbolOf, wildSymbol, type Look } from './look';
import { box, disc, moved } from './shape';

export interface Drawing {
  shadow: string; // below a lit route on the way of a ticket
  casing: string; // around that
  rim: string; // around a lit route
  portal: string; // around a tunnel's spaces
  body: string; // on the way of a ticket, lit
  lit: string;
  unlit: string;
  inner: string; // the line inside a metro route's space
  waves: string; // of a ferry
  discs: string; // behind the wild cards that a ferry asks for
  wilds: string;
  signs: string; // of the colour
}

const LOWER = 2.6 / 1.6; // routes of no ticket lose more height than length: 31×10.6, 30×9.6, 29.4×8

const WAVE = 'M-8.5 .6q2.125-2.6 4.25 0t4.25 0t4.25 0t4.25 0';

function draw(route: Route, look: Look, wild: string, k: number): Drawing {
  const size = route.metro
    ? { w: 45, h: 16, r: 4 }
    : route.tunnel
      ? { w: 29.6, h: 9.4, r: 2.4 }
      : { w: 31, h: 10.6, r: route.ferry ? 5.6 : 2.4 };
  const all = (one: (s: Space) => string) => route.spaces.map(one).join('');
  const casing = (dy: number, by: number) =>
    all((s) => box(size.w + 2 * by, size.h + 2 * by, size.r + by, { x: s.x, y: s.y + dy * k, angle: s.angle, k }));
  const body = (less: number) => all((s) => box(size.w - less, size.h - less * LOWER, size.r, { ...s, k }));
  // A drawing of 24 units, so high, with its middle on a space.
  const upright = (d: string, high: number, s: Space) =>
    moved(d, { x: s.x - (high / 2) * k, y: s.y - (high / 2) * k, k: (high / 24) * k });
  const symbol = symbolOf(look);
  return {
    shadow: casing(1.2, 3.2),
    casing: casing(0, 3.2),
    rim: casing(0, 1.3),
    portal: route.tunnel ? all((s) => box(33.4, 13.4, 3.4, { ...s, k })) : '',
    body: body(0),
    lit: body(0.6),
    unlit: body(1.6),
    inner: route.metro ? all((s) => box(37.2, 9.2, 2.6, { ...s, k })) : '',
    waves: route.ferry ? all((s) => (s.icon ? '' : moved(WAVE, { ...s, k }))) : '',
    discs: all((s) => (s.icon ? disc(6.2, { x: s.x, y: s.y, k }) : '')),
    wilds: all((s) => (s.icon ? upright(wildSymbol(wild), 8.6, s) : '')),
    signs: symbol ? all((s) => (s.icon ? '' : upright(symbol, 6.6, s))) : '',
  };
}

const drawn = new WeakMap<Route, { by: string; drawing: Drawing }>();

export function drawingOf(route: Route, look: Look, wild: string, k: number): Drawing {
  const by = `${look} ${wild} ${k}`;
  const known = drawn.get(route);
  if (known?.by === by) return known.drawing;
  const drawing = draw(route, look, wild, k);
  drawn.set(route, { by, drawing });
  return drawing;
}
