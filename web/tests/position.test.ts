// Positions that follow each other share what they have in common.
import { expect, test } from 'vitest';
import { shared } from '../core/position';

test('parts of a position that say the same stay the same objects', () => {
  const last = { events: 1, market: ['red', null], seats: [{ hand: { red: 1 } }, { hand: null, routes: [4] }] };
  const next = { events: 2, market: ['red', null], seats: [{ hand: { red: 2 } }, { hand: null, routes: [4] }] };
  const now = shared(last, structuredClone(next));
  expect(now).toEqual(next);
  expect(now.market).toBe(last.market);
  expect(now.seats[0]).not.toBe(last.seats[0]);
  expect(now.seats[1]).toBe(last.seats[1]);
});

test('parts that are new, gone or of another kind are taken as they are', () => {
  for (const [last, next] of [
    [{ a: 1 }, { b: 1 }],
    [
      { a: 1, b: undefined },
      { a: 1, c: undefined },
    ],
    [{ a: 1, b: 2 }, { a: 1 }],
    [[1, 2], [1]],
    [[], {}],
    [{ a: null }, { a: {} }],
    [null, { a: 1 }],
    [undefined, [1]],
  ])
    expect(shared(last, structuredClone(next))).toStrictEqual(next);
});
