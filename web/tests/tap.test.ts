// What a finger means on the board: the nearest route that can be claimed, with others that are as near; then cities, then
// routes that can't be claimed.
import { describe, expect, it } from 'vitest';
import { meantBy, type Ground, type Meant } from '../ui/routes/board/tap';

/** Level lines at heights, by number. */
const tracks = (heights: Record<number, number>) =>
  new Map(Object.entries(heights).map(([n, y]) => [Number(n), [0, 50, 100].map((x) => ({ x, y }))]));
const ground = (more: Partial<Ground>): Ground => ({ tracks: new Map(), lit: new Set(), cities: [], ...more });
const at = (y: number, where: Ground, scale = 1, x = 50): Meant => meantBy({ x, y }, scale, where);

describe('a tap', () => {
  const two = ground({ tracks: tracks({ 1: 0, 2: 20 }), lit: new Set([1, 2]) });

  it('takes the nearest route that can be claimed', () => {
    expect(at(0, two)).toEqual({ routes: [1] });
    expect(at(3, two)).toEqual({ routes: [1] });
    expect(at(17, two)).toEqual({ routes: [2] });
    expect(at(-24, two)).toEqual({ routes: [1] });
    expect(at(-25, two)).toBeNull();
  });

  it('offers both if their distances differ by less than 12 pixels', () => {
    expect(at(5, two)).toEqual({ routes: [1, 2] }); // 5 and 15
    expect(at(4, two)).toEqual({ routes: [1] }); // 4 and 16
    expect(at(12, two)).toEqual({ routes: [2, 1] });
  });

  it('measures pixels of the screen, not units of the board', () => {
    expect(at(3, two, 0.5)).toEqual({ routes: [1, 2] }); // 1.5 and 8.5
    expect(at(5, two, 2)).toEqual({ routes: [1] }); // 10 and 30: too far
    expect(at(-40, two, 0.5)).toEqual({ routes: [1] });
    expect(at(-13, two, 2)).toBeNull();
  });

  it('measures to the line, beyond its ends to them', () => {
    expect(at(10, two, 1, 120)).toEqual({ routes: [1, 2] });
    expect(at(0, two, 1, 125)).toBeNull();
    const bent = new Map([[7, [{ x: 0, y: 0 }, { x: 0, y: 100 }, { x: 100, y: 100 }]]]); // prettier-ignore
    expect(meantBy({ x: 50, y: 50 }, 1, ground({ tracks: bent, lit: new Set([7]) }))).toBeNull();
    expect(meantBy({ x: 20, y: 80 }, 1, ground({ tracks: bent, lit: new Set([7]) }))).toEqual({ routes: [7] });
  });

  it('offers three at most', () => {
    const many = ground({ tracks: tracks({ 1: 0, 2: 2, 3: 4, 4: 6 }), lit: new Set([1, 2, 3, 4]) });
    expect(at(6, many)).toEqual({ routes: [4, 3, 2] });
  });

  it('takes a route that can’t be claimed only if no other is near', () => {
    const where = ground({ tracks: tracks({ 1: 0, 2: 20 }), lit: new Set([2]) });
    expect(at(0, where)).toEqual({ routes: [2] });
    expect(at(-3, where)).toEqual({ routes: [2] });
    expect(at(-5, where)).toEqual({ routes: [1] });
    expect(at(10, ground({ tracks: tracks({ 1: 0, 2: 20 }) }))).toEqual({ routes: [1] }); // one, never a choice
  });

  it('takes a city within 14 pixels unless a route that can be claimed is nearer', () => {
    const cities = [{ name: 'Wien', x: 50, y: -10 }, { name: 'Berlin', x: 50, y: -60 }]; // prettier-ignore
    const where = { ...two, cities };
    expect(at(-6, where)).toEqual({ city: 'Wien' }); // 4, and 6 to the route
    expect(at(-4, where)).toEqual({ routes: [1] });
    expect(at(-24, where)).toEqual({ city: 'Wien' });
    expect(at(-24.5, where)).toBeNull();
    expect(at(-4, { ...where, lit: new Set<number>() })).toEqual({ city: 'Wien' }); // before routes that are not lit
  });
});
