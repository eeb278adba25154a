// What routes, payments and tickets are called, in both languages, on the boards of the program.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { RoutesBoard } from '../core/board';
import { engineOf } from '../core/engine';
import { translator, type Translate } from '../core/i18n';
import type { TicketRef } from '../core/position';
import { loadModule, Wasm } from '../core/wasm';
import { anyOf, cardName, paymentWords, routeName, theCard, ticketName } from '../ui/routes/words';

const en = translator(null);
let es: Translate;
let europe: RoutesBoard;
let berlin: RoutesBoard;

beforeAll(async () => {
  const engine = engineOf(new Wasm(await loadModule(readFileSync('generated/anden.wasm'))));
  europe = engine.board('europe') as RoutesBoard;
  berlin = engine.board('berlin') as RoutesBoard;
  es = translator(JSON.parse(readFileSync('generated/es.json', 'utf8')) as Record<string, string>);
});

const route = (board: RoutesBoard, a: string, b: string) => board.routes.find((r) => r.a === a && r.b === b)!;
const pay = (colour: string | null, coloured: number, wilds: number) => ({
  event: 0,
  colour,
  coloured,
  wilds,
  keeps: null,
});

test('a tunnel that can be paid', () => {
  const r = route(europe, 'München', 'Zürich');
  const now = { owner: null, payments: [pay('yellow', 2, 0), pay('yellow', 1, 1)] };
  expect(routeName(en, europe, r, now)).toBe(
    'München to Zürich, yellow tunnel, 2 trains, 2 points. You can pay: 2 yellow; or 1 yellow and 1 locomotive.',
  );
  expect(routeName(es, europe, r, now)).toBe(
    'München–Zürich, túnel amarillo, 2 vagones, 2 puntos. Puedes pagar: 2 amarillas; o 1 amarilla y 1 locomotora.',
  );
});

test('a ferry says what it needs, a claimed route whose it is', () => {
  const r = route(europe, 'Amsterdam', 'London');
  expect(routeName(en, europe, r, { owner: null, payments: [] })).toBe(
    'Amsterdam to London, grey ferry, 2 trains, needs 2 locomotives, 2 points.',
  );
  expect(routeName(en, europe, r, { owner: 'Marta', payments: [] })).toBe(
    'Amsterdam to London, grey ferry, claimed by Marta.',
  );
});

test('a metro route says its cards, for they are not its spaces', () => {
  const r = berlin.routes.find((x) => x.metro && x.cards > 1)!;
  expect(routeName(en, berlin, r, { owner: null, payments: [] })).toContain(`1 metro car, ${r.cards} cards`);
});

test('payments', () => {
  expect(paymentWords(en, europe, pay('yellow', 1, 1))).toBe('1 yellow and 1 locomotive');
  expect(paymentWords(en, europe, pay(null, 0, 2))).toBe('2 locomotives');
  expect(paymentWords(es, berlin, pay('red', 2, 1))).toBe('2 rojas y 1 bicicleta');
});

test('tickets', () => {
  const x: TicketRef = { a: 'Barcelona', b: 'München', points: 8, long: false, completed: false, state: 'possible' };
  expect(ticketName(en, europe, x, { pieces: 4, cards: 4 })).toBe(
    'Barcelona to München, 8 points, possible, 4 trains to go.',
  );
  expect(ticketName(en, europe, x, { pieces: 4, cards: 9 })).toBe(
    'Barcelona to München, 8 points, possible, 4 pieces and 9 cards to go.',
  );
  expect(ticketName(es, europe, { ...x, state: 'cut off' }, null)).toBe('Barcelona–München, 8 puntos, cortado.');
  const [last, two] = [1, 2].map((n) => ticketName(es, europe, x, { pieces: n, cards: n }));
  expect(last).toBe('Barcelona–München, 8 puntos, posible, falta 1 vagón.');
  expect(two).toBe('Barcelona–München, 8 puntos, posible, faltan 2 vagones.');
});

test('choices in a sentence', () => {
  expect(anyOf(en, ['a'])).toBe('a');
  expect(anyOf(en, ['a', 'b', 'c'])).toBe('a, b or c');
});

test('a colour is called as on its board', () => {
  expect(cardName(es, europe, 'purple', 2)).toBe('violetas');
  expect(cardName(es, berlin, 'purple', 2)).toBe('moradas');
  expect(theCard(es, europe, 'purple')).toBe('la carta violeta');
  expect(theCard(es, europe, 'locomotive')).toBe('la carta de locomotora');
  expect(es('card\u0004nowhere\u0004red')).toBe('roja');
  expect(es('nowhere\u0004no such word')).toBe('no such word');
});

test('two routes that look the same have names of their own', () => {
  const twins = europe.routes.filter((r) => r.twin !== null && r.colour === 'grey');
  expect(twins.length).toBeGreaterThan(0);
  const names = europe.routes.map((r) => routeName(en, europe, r, { owner: null, payments: [] }));
  expect(new Set(names).size).toBe(europe.routes.length);
  const [first] = twins;
  expect(routeName(en, europe, first!, { owner: 'Marta', payments: [] })).toMatch(
    /, the first of two, claimed by Marta\.$/,
  );
});
