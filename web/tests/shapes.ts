// Does a state match its description in api.ts and position.ts? Every member of every position is checked: a
// member that is missing, has the wrong type or is not described fails.
import { expect } from 'vitest';
import type { TableState } from '../core/api';

type Shape = (value: unknown, at: string) => void;

const fail = (at: string, value: unknown, wanted: string): never => {
  throw new Error(`${at} is ${JSON.stringify(value)}, not ${wanted}`);
};
const is =
  (kind: 'number' | 'string' | 'boolean'): Shape =>
  (value, at) =>
    typeof value === kind || fail(at, value, kind);
const number = is('number');
const text = is('string');
const flag = is('boolean');
const or =
  (...shapes: Shape[]): Shape =>
  (value, at) => {
    const errors: unknown[] = [];
    for (const shape of shapes) {
      try {
        return shape(value, at);
      } catch (why) {
        errors.push(why);
      }
    }
    throw errors[0];
  };
const nothing: Shape = (value, at) => value === null || fail(at, value, 'null');
const maybe =
  (shape: Shape): Shape =>
  (value, at) =>
    value === null ? undefined : shape(value, at);
const one =
  (...words: (string | number)[]): Shape =>
  (value, at) =>
    words.includes(value as string) || fail(at, value, words.join(' or '));
const list =
  (shape: Shape): Shape =>
  (value, at) =>
    Array.isArray(value) ? value.forEach((item, i) => shape(item, `${at}[${i}]`)) : fail(at, value, 'a list');
const map =
  (shape: Shape): Shape =>
  (value, at) =>
    Object.entries(value as object).forEach(([key, item]) => shape(item, `${at}.${key}`));
/** An object with exactly these members; those whose names end with ? may be missing. */
const object =
  (members: Record<string, Shape>): Shape =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(at, value, 'an object');
    const has = value as Record<string, unknown>;
    for (const [name, shape] of Object.entries(members)) {
      const plain = name.replace('?', '');
      if (plain in has) shape(has[plain], `${at}.${plain}`);
      else if (plain === name) fail(`${at}.${plain}`, undefined, 'there');
    }
    for (const name of Object.keys(has))
      if (!(name in members) && !(`${name}?` in members)) fail(`${at}.${name}`, has[name], 'described');
  };

const header = {
  game: text,
  title: text,
  hash: text,
  rules: number,
  options: map(number),
  as: or(number, one('spectator', 'everything')),
  events: number,
  over: flag,
  to_act: or(number, one('chance'), nothing),
  result: maybe(text),
  tie: maybe(text),
};
const side = one('north', 'east', 'south', 'west');
const way = object({ square: text, from: side });
const score = map(maybe(number));
const metro = object({
  ...header,
  squares: list(object({ square: text, tile: text })),
  stations: list(
    object({
      number,
      name: maybe(text),
      square: text,
      side,
      owner: maybe(number),
      complete: flag,
      length: number,
      points: number,
      waits: maybe(way),
      end: or(number, one('centre'), nothing),
      crossed: list(way),
    }),
  ),
  supply: number,
  unseen_tiles: map(number),
  redrawn: flag,
  drawn: maybe(text),
  seats: list(
    object({
      seat: number,
      name: text,
      stations: list(number),
      hand: maybe(list(text)),
      hand_size: number,
      points: number,
      score,
      rank: maybe(number),
    }),
  ),
});
const route = object({
  a: text,
  b: text,
  length: number,
  colour: text,
  cards: number,
  piece: text,
  tunnel: flag,
  icons: number,
  points: number,
  number,
});
const ticket = object({
  a: text,
  b: text,
  points: number,
  long: flag,
  completed: flag,
  state: one('done', 'possible', 'cut off', 'missed'),
  'station?': flag,
  'to_go?': object({ pieces: number, cards: number }),
});
const routes = object({
  ...header,
  market: list(maybe(text)),
  deck: number,
  discard: number,
  discard_cards: map(number),
  deck_cards: maybe(map(number)),
  ticket_deck: maybe(number),
  tickets_left: one('none', 'one', 'more'),
  tunnel: maybe(
    object({
      route,
      paid: object({ colour: maybe(text), coloured: number, wilds: number }),
      turned_up: list(text),
      asks: list(flag),
      extra: number,
    }),
  ),
  phase: one('deal', 'set-up', 'turn', 'second card', 'tunnel', 'tickets', 'over'),
  last_round: flag,
  last_turns: number,
  seats: list(
    object({
      seat: number,
      name: text,
      routes: list(route),
      stations: list(text),
      stations_left: number,
      borrowed: maybe(list(maybe(route))),
      tickets: maybe(list(ticket)),
      tickets_min: number,
      tickets_max: number,
      offered: number,
      offer: maybe(list(ticket)),
      hand: maybe(map(number)),
      hand_size: number,
      known: map(number),
      pieces: number,
      pieces_left: map(number),
      'flag_cards?': map(number),
      'flags?': number,
      longest_trail: maybe(number),
      trail: maybe(list(number)),
      points: number,
      score,
      rank: maybe(number),
    }),
  ),
});
const event = { event: number };
const payment = { colour: maybe(text), coloured: number, wilds: number };
const legal: Record<string, Shape> = {
  draw: object({ ...event, kind: text, slot: number, card: maybe(text) }),
  claim: object({ ...event, kind: text, route: number, ...payment, flag }),
  station: object({ ...event, kind: text, city: text, ...payment }),
  extra: object({ ...event, kind: text, route: number, colour: maybe(text), coloured: number, wilds: number }),
  keep: object({ ...event, kind: text, tickets: list(number), count: number }),
  place: object({ ...event, kind: text, square: text, tile: text, turns: number }),
  decline: object({ ...event, kind: text, route: number }),
  tickets: object({ ...event, kind: text }),
  pass: object({ ...event, kind: text }),
  redraw: object({ ...event, kind: text }),
};
const effect: Record<string, Shape> = {
  draw: object({ kind: text, seat: number, slot: number, card: maybe(text) }),
  refill: object({ kind: text, slot: number, card: text }),
  sweep: object({ kind: text }),
  claim: object({ kind: text, seat: number, route: number }),
  turned: object({ kind: text, seat: number, route: number }),
  station: object({ kind: text, seat: number, city: text }),
  tickets: object({ kind: text, seat: number, count: number }),
  flag: object({ kind: text, seat: number, points: number }),
  place: object({ kind: text, seat: number, square: text, tile: text }),
  line: object({ kind: text, station: number, points: number }),
  other: object({ kind: text, seat: maybe(number) }),
};

const byKind =
  (shapes: Record<string, Shape>): Shape =>
  (value, at) => {
    const shape = shapes[(value as { kind: string }).kind];
    return shape ? shape(value, at) : fail(at, value, 'of a known kind');
  };

const named: Record<string, Shape> = { seat: number, route: number, card: text, city: text, square: text };

/** A run names at most one thing. */
const run: Shape = (value, at) => {
  if (typeof value === 'string') return;
  const { text: words, ...names } = value as Record<string, unknown>;
  text(words, at);
  if (Object.keys(names).length !== 1) fail(at, value, 'with one name');
  for (const [name, of] of Object.entries(names)) (named[name] ?? fail(at, value, 'of a known name'))(of, at);
};

const line = {
  n: number,
  last: number,
  of: one('turn', 'game', 'table'),
  seat: maybe(number),
  points: maybe(number),
  runs: list(run),
  undone: flag,
};

/** Throws if a state is not as described. */
export function check(state: TableState): void {
  if (state.position) (state.board.family === 'metro' ? metro : routes)(state.position, 'position');
  list(byKind(legal))(state.legal, 'legal');
  list(byKind(effect))(state.news.effects, 'news');
  list(object(line))(state.log.slice(-20), 'log');
  expect(state.legal.length > 0).toBe(state.myTurn);
  expect(['no', 'do', 'ask']).toContain(state.undo);
}
