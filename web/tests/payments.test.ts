// Payments as they are offered: their order and arrangement, and the separate question of the flag.
import { expect, test } from 'vitest';
import { keepEvent } from '../ui/routes/facts';
import { arrange, cardsOf, paymentsOf } from '../ui/routes/payments';

const claim = (event: number, colour: string | null, coloured: number, wilds: number, flag = false) => ({
  event,
  colour,
  coloured,
  wilds,
  flag,
});

test('cheapest in wild cards first, then the colour there is most of', () => {
  const hand = { red: 2, yellow: 4, locomotive: 2 };
  const list = paymentsOf(
    [claim(1, 'red', 1, 1), claim(2, 'red', 2, 0), claim(3, null, 0, 2), claim(4, 'yellow', 2, 0)],
    hand,
  );
  expect(list.map((p) => p.event)).toEqual([4, 2, 1, 3]);
});

test('keeping a card for the flag is no payment of its own', () => {
  const list = paymentsOf([claim(1, 'blue', 2, 0), claim(2, 'blue', 2, 0, true), claim(3, null, 0, 2)], {
    blue: 2,
    bus: 2,
  });
  expect(list).toHaveLength(2);
  expect(list[0]).toMatchObject({ event: 1, keeps: 2 });
  expect(list[1]).toMatchObject({ event: 3, keeps: null });
});

test('wild cards alone have no colour, whatever the event calls it', () => {
  expect(paymentsOf([claim(1, 'blue', 0, 2)], {})[0]?.colour).toBeNull();
});

test('four payments are tiles, five are arranged by colour', () => {
  const hand = { red: 1, green: 2, blue: 1, locomotive: 2 };
  const four = paymentsOf(
    [claim(1, 'green', 2, 0), claim(2, 'green', 1, 1), claim(3, 'red', 1, 1), claim(4, null, 0, 2)],
    hand,
  );
  expect(arrange(four, hand)).toEqual({ tiles: four });
  const five = paymentsOf(
    [
      claim(1, 'red', 1, 1),
      claim(2, 'green', 2, 0),
      claim(3, 'green', 1, 1),
      claim(4, 'blue', 1, 1),
      claim(5, null, 0, 2),
    ],
    hand,
  );
  const shape = arrange(five, hand);
  if (!('colours' in shape)) throw new Error('not by colour');
  expect(shape.colours.map((c) => [c.colour, c.held])).toEqual([
    ['green', 2],
    ['red', 1],
    ['blue', 1],
  ]);
  expect(shape.colours[0]?.payments.map((p) => p.wilds)).toEqual([0, 1, 2]);
  expect(shape.colours[1]?.payments.map((p) => p.event)).toEqual([1, 5]);
});

test('the cards that leave the hand', () => {
  expect(cardsOf({ colour: 'red', coloured: 2, wilds: 1 }, 'bus')).toEqual({ red: 2, bus: 1 });
  expect(cardsOf({ colour: null, coloured: 0, wilds: 3 }, 'bus')).toEqual({ bus: 3 });
  expect(cardsOf(null, 'bus')).toEqual({});
});

test('the event that keeps exactly the chosen tickets', () => {
  const keeps = [
    { event: 7, kind: 'keep' as const, tickets: [0, 2], count: 2 },
    { event: 8, kind: 'keep' as const, tickets: [2], count: 1 },
  ];
  expect(keepEvent(keeps, [2, 0])).toBe(7);
  expect(keepEvent(keeps, [2])).toBe(8);
  expect(keepEvent(keeps, [])).toBeNull();
});
