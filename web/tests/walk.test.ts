// The keyboard on a board: neighbours, the next lit route, what single keys do.
import { expect, test } from 'vitest';
import { ARROWS } from '../ui/parts/arrows';
import { neighbour, nextOf, readingOrder } from '../ui/routes/board/walk';
import { actionOf } from '../ui/routes/keys';
import { layoutOf } from '../ui/table/layout';

const places = new Map([
  ['middle', { x: 100, y: 100 }],
  ['right', { x: 160, y: 110 }],
  ['far right', { x: 300, y: 100 }],
  ['up', { x: 95, y: 20 }],
  ['down left', { x: 60, y: 150 }],
]);
const go = (from: string, key: string) => neighbour([...places], places.get(from)!, ARROWS[key]!);

test('arrows go to what lies next that way', () => {
  expect(go('middle', 'ArrowRight')).toBe('right');
  expect(go('right', 'ArrowRight')).toBe('far right');
  expect(go('middle', 'ArrowUp')).toBe('up');
  expect(go('middle', 'ArrowDown')).toBe('down left');
  expect(go('far right', 'ArrowRight')).toBeNull();
});

test('brackets walk the lit routes round and round', () => {
  expect(nextOf([3, 5, 9], null, 1)).toBe(3);
  expect(nextOf([3, 5, 9], null, -1)).toBe(9);
  expect(nextOf([3, 5, 9], 9, 1)).toBe(3);
  expect(nextOf([3, 5, 9], 3, -1)).toBe(9);
  expect(nextOf([3, 5, 9], 4, 1)).toBe(3);
  expect(nextOf([], 3, 1)).toBeNull();
});

test('reading order: from the top, from the left', () => {
  expect(readingOrder(places)).toEqual(['up', 'middle', 'right', 'far right', 'down left']);
});

const key = (k: string, more = {}) => ({ key: k, ctrlKey: false, metaKey: false, altKey: false, ...more });

test('single keys', () => {
  expect(actionOf(key('3'), true, false)).toEqual({ do: 'slot', slot: 2 });
  expect(actionOf(key('D'), true, false)).toEqual({ do: 'slot', slot: 5 });
  expect(actionOf(key('r'), true, false)).toEqual({ do: 'lit', step: 1 });
  expect(actionOf(key('['), true, false)).toEqual({ do: 'lit', step: -1 });
  expect(actionOf(key('?'), true, false)).toEqual({ do: 'rules' });
  expect(actionOf(key('6'), true, false)).toBeNull();
});

test('keys that are switched off, or letters being written, do nothing; Esc still takes back', () => {
  expect(actionOf(key('d'), false, false)).toBeNull();
  expect(actionOf(key('d'), true, true)).toBeNull();
  expect(actionOf(key('d', { ctrlKey: true }), true, false)).toBeNull();
  expect(actionOf(key('Escape'), false, false)).toEqual({ do: 'cancel' });
});

test('every window has its layout', () => {
  expect(layoutOf(1440, 900)).toBe('desktop');
  expect(layoutOf(1024, 768)).toBe('wide');
  expect(layoutOf(820, 1180)).toBe('tablet');
  expect(layoutOf(390, 844)).toBe('phone');
  expect(layoutOf(844, 390)).toBe('landscape');
  expect(layoutOf(320, 568)).toBe('phone');
});
