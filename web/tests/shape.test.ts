// Paths are turned, scaled and moved by changing their numbers.
import { expect, test } from 'vitest';
import symbols from '../ui/assets/symbols.json';
import { box, disc, gathered, moved, pieces } from '../ui/routes/board/shape';

test('moved and scaled', () => {
  expect(moved('M1 2L3 4Z', { x: 10, y: 20, k: 2 })).toBe('M12 24L16 28Z');
  expect(moved('M1-.5H3V4', { x: 0, y: 0 })).toBe('M1 -0.5L3 -0.5L3 4');
});

test('turned by a right angle', () => {
  expect(moved('M1 0H2', { x: 0, y: 0, angle: 90 })).toBe('M0 1L0 2');
});

test('relative commands end where absolute ones would', () => {
  expect(moved('M1 1l2 0m1 1h3v-1z', { x: 5, y: 5 })).toBe('M6 6L8 6M9 7L12 7L12 6Z');
});

test('after a closed part a relative one begins at its start', () => {
  expect(moved('M1 1L5 1Zm1 1l1 0', { x: 0, y: 0 })).toBe('M1 1L5 1ZM2 2L3 2');
});

test('arcs keep their flags and scale their radii', () => {
  expect(moved('M0 0A2 2 0 0110 0', { x: 0, y: 0, k: 2 })).toBe('M0 0A4 4 0 0 1 20 0');
  expect(moved('M0 0a2 2 0 1 0 4 0', { x: 1, y: 1 })).toBe('M1 1A2 2 0 1 0 5 1');
});

test('pieces begin where the last one ends, and close what was closed', () => {
  expect(pieces('M0 0h1v1h-1zm5 5l1 0', 2)).toEqual(['M0 0L1 0L1 1', 'M1 1L0 1L0 0', 'M5 5L6 5']);
  expect(pieces('M1 1c1 0 2 1 2 2 0 1 1 2 2 2', 1)).toEqual(['M1 1C2 1 3 2 3 3', 'M3 3C3 4 4 5 5 5']);
  expect(pieces('M0 0C1 1 2 2 3 3S5 5 6 6', 1)).toEqual(['M0 0C1 1 2 2 3 3S5 5 6 6']);
});

test('what is near is gathered, up to a length', () => {
  const [a, b, far] = ['M1 1L2 2', 'M5 5L6 6', 'M900 5L901 5'];
  expect(gathered([a, far, b])).toEqual([a + b, far]);
  expect(gathered([a, b, a], 4)).toEqual([a + b, a]);
  expect(gathered([a, b], 3)).toEqual([a, b]);
});

test('a box and a disc', () => {
  expect(box(4, 2, 1, { x: 0, y: 0 })).toContain('A1 1 0 0 1');
  expect(disc(3, { x: 5, y: 5 })).toBe('M2 5A3 3 0 1 1 8 5A3 3 0 1 1 2 5Z');
});

test('every drawing of symbols.json is understood', () => {
  const paths = JSON.stringify(symbols).match(/"[Mm][-\d. ][^"]*"/g) ?? [];
  expect(paths.length).toBeGreaterThan(25);
  for (const d of paths)
    expect(moved(JSON.parse(d) as string, { x: 3, y: 4, angle: 30, k: 0.5 })).not.toMatch(/NaN|undefined/);
});
