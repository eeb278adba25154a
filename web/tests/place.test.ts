// Where a popover lies over the board, and the line to its subject.
import { expect, test } from 'vitest';
import { leader, placeFor, type Scene } from '../ui/routes/place';
import type { Box } from '../ui/table/box';

const window = { width: 1000, height: 600 };
const size = { width: 292, height: 300 };
const spot = (x: number, y: number): Box => ({ x: x - 20, y: y - 20, width: 40, height: 40 });
const meet = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const scene = (more: Partial<Scene>): Scene => ({ window, size, about: [], lit: [], own: [], ...more });

test('never on the route it is about, wherever that lies', () => {
  for (let x = 20; x < 1000; x += 70)
    for (let y = 20; y < 600; y += 70) {
      const about = [spot(x, y), spot(x + 40, y + 10)];
      const place = placeFor(scene({ about }));
      for (const box of about) expect(meet(place, box)).toBe(false);
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.x + place.width).toBeLessThanOrEqual(window.width);
    }
});

test('where least can be done, then where least of one’s own lies', () => {
  const about = [spot(500, 300)];
  const half = (from: number) =>
    Array.from({ length: 60 }, (_, i) => ({ x: from + (i % 10) * 45, y: 30 + Math.floor(i / 10) * 100 }));
  expect(placeFor(scene({ about, lit: half(40) })).x).toBeGreaterThan(500);
  expect(placeFor(scene({ about, own: half(540) })).x).toBeLessThan(250);
  expect(placeFor(scene({ about, lit: half(40), own: half(540) })).x).toBeGreaterThan(500);
});

test('near to what it is about, wherever that lies; and it stays there', () => {
  const { x, y } = { x: 900, y: 500 };
  const about = [spot(x, y)];
  const lit = Array.from({ length: 40 }, (_, i) => ({ x: 700 + (i % 8) * 30, y: 200 + Math.floor(i / 8) * 60 }));
  const place = placeFor(scene({ about, lit }));
  expect(
    Math.hypot(
      Math.max(place.x - x, 0, x - place.x - place.width),
      Math.max(place.y - y, 0, y - place.y - place.height),
    ),
  ).toBeLessThan(300);
  const taller = placeFor(scene({ about, lit, size: { width: 292, height: 360 } }), place.spot);
  expect(taller.spot).toBe(place.spot);
  // Its old place would now hide the route, so it moves.
  expect(placeFor(scene({ about: [{ ...place }], lit }), 0).spot).not.toBe(place.spot);
});

test('the buttons over the board stay free', () => {
  const fixed = [{ x: 936, y: 0, width: 64, height: 136 }];
  for (let y = 20; y < 600; y += 40)
    expect(meet(placeFor(scene({ about: [spot(400, y)], fixed })), fixed[0]!)).toBe(false);
});

test('the leader begins at the popover’s edge and ends at the place', () => {
  const from = { x: 16, y: 16, ...size };
  const line = leader(from, { x: 700, y: 200 });
  expect(line[0]).toEqual({ x: 308, y: 200 });
  expect(line.at(-1)).toEqual({ x: 700, y: 200 });
  const below = leader(from, { x: 100, y: 560 });
  expect(below[0]?.y).toBe(316);
  expect(leader(from, { x: 100, y: 100 })).toEqual([]);
});
