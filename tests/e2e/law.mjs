// The law of the page: what the screen says of a game is what the engine says of its log at that moment. The screen is
// read after every change, by the names and texts that people see and hear, never by the page's own state. The truth is
// `anden replay --json --each`: every position of the log as the viewer may know it, with what is legal there.
//
// A reading does not say how many events have happened. It must agree with one position as a whole: the first that fits
// at or after the one that the reading before it agreed with. A screen on which one figure is old fits no position.
import { execFileSync } from 'node:child_process';
import { spanish } from './player.mjs';

const { ANDEN } = process.env;
const anden = (words, input) =>
  execFileSync(ANDEN, words, { input, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, LC_ALL: 'C' } });

/** In the page: everything that the screen says. `said` is what a screen reader has, `seen` what the eye has. */
export function readScreen() {
  const tidy = (s) => s.replace(/\s+/g, ' ').trim();
  const texts = (e, hidden) => {
    if (e.nodeType === Node.TEXT_NODE) return e.data;
    if (e.nodeType !== Node.ELEMENT_NODE || hidden(e)) return '';
    return [...e.childNodes].map((child) => texts(child, hidden)).join(' ');
  };
  const said = (e) => tidy(e.getAttribute('aria-label') ?? texts(e, (x) => x.ariaHidden === 'true'));
  const seen = (e) => tidy(texts(e, (x) => x.matches('.unseen, kbd')));
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const names = (selector) => all(selector).map((e) => e.getAttribute('aria-label'));
  const list = (selector) => all(selector).map((e) => ({ said: said(e), seen: seen(e) }));
  return {
    prompt: all('header p.prompt').map(said).join(' '),
    buttons: all('header .tools button, .panel .buttons button').map((e) => ({ said: said(e), can: !e.title })),
    players: all('#players > li').map((e) => ({
      said: said(e),
      name: all('button', e).map(said)[0],
      acts: e.getAttribute('aria-current') === 'true',
      lines: all('[role=presentation][title]', e).map((x) => ({ said: x.title, seen: seen(x) })),
      about: all('[role=img]', e).map(said).join(' '),
    })),
    market: all('section.market button').map((e) => ({ said: said(e), seen: seen(e), can: !e.title })),
    hand: list('ul#hand > li'),
    tickets: list('ul.tickets > li'),
    offer: list('section [role=checkbox]'),
    routes: names('path[role=button]'),
    shut: all('path[role=button]').map((e) => e.textContent),
    pieces: all('[data-pieces]').map((e) => Number(e.dataset.pieces)),
    cities: names('circle[role=button]'),
    squares: all('rect[role=button]').map((e) => ({
      said: said(e),
      name: e.dataset.square,
      can: e.ariaDisabled === 'false',
    })),
    tiles: names('div#hand [aria-label^="Tile "], div#hand [aria-label^="Plaquita "]'),
    foot: all('.story > h2, .foot').map(said).join(' '),
    log: list('[role=log] li'),
    sheet:
      all('[data-counting]').length > 0
        ? []
        : all('section.board tbody tr').map((tr) =>
            [...tr.children].map((c) => c.querySelector('.unseen')?.textContent ?? ''),
          ),
    busy: all('[data-underway], [data-tunnel], [data-counting], dialog, [role=dialog], [role=alert]').length > 0,
  };
}

/** In the page: keeps a reading of the screen after every change of it, from now on: when everything that follows from the
 *  change has been done, and before anything else can happen. */
function watchScreen(read) {
  const readings = (globalThis.readings = []);
  let last = '';
  let due = false;
  const look = async () => {
    if (due) return;
    due = true;
    for (let steps = 0; steps < 20; steps++) await null;
    due = false;
    const now = read();
    const key = JSON.stringify(now);
    if (key !== last) readings.push(now);
    last = key;
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  void look();
}

export const watch = (page) => page.evaluate(`(${watchScreen})(${readScreen})`);

// ---- words of the screen

const escaped = (s) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const plural = (word) => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : word + (/[sx]$/.test(word) ? 'es' : 's'));
const numeric = (s) => (/^[-−]?\d+$/.test(s) ? Number(s.replace('−', '-')) : s);
const numbersIn = (s) => (s.match(/\d+/g) ?? []).map(Number);

/** What the sentences of a screen say: in which language, on which board. */
class Words {
  constructor(language, board) {
    this.t = (english) => (language === 'es' ? (spanish[english] ?? english) : english);
    this.cards = new Map(); // every form of a card's name → the card
    const forms = (word) =>
      Object.keys(language === 'es' ? spanish : {}).filter(
        (key) => /^cards?\u0004/.test(key) && key.endsWith(`\u0004${word}`),
      );
    for (const { name } of board.cards ?? [])
      for (const word of [name, plural(name)])
        for (const key of [word, ...forms(word)]) this.cards.set(this.t(key), name);
  }

  card(word) {
    return this.cards.get(word.toLowerCase()) ?? `no card: ${word}`;
  }

  /** What stands in the places of a sentence, numbers as numbers; null if the text does not have it. */
  find(english, text) {
    const places = [];
    const parts = this.t(english).split(/(\{\d(?:\|[^}]*)?\})/);
    const source = parts.map((part, i) => {
      const [, place, single, many] = /^\{(\d)(?:\|([^|}]*)\|([^}]*))?\}$/.exec(part) ?? [];
      if (place === undefined) return escaped(part);
      if (single !== undefined) return `(?:${escaped(single)}|${escaped(many)})`;
      places.push(Number(place));
      if (parts.some((other) => other.startsWith(`{${place}|`))) return '(\\d+)'; // its number chooses a word
      return parts[i + 1] ? '(.+?)' : '(.+)$';
    });
    const found = new RegExp(`(?<![\\p{L}\\d])${source.join('')}`, 'u').exec(text);
    const values = [];
    for (const [i, place] of places.entries()) values[place] = numeric(found?.[i + 1] ?? '');
    return found && values;
  }

  /** "Name: value" */
  labelled(english, text) {
    return numeric(
      new RegExp(`(?<![\\p{L}\\d])${escaped(this.t(english))}: (\\S+)`, 'iu').exec(text)?.[1] ?? 'nothing',
    );
  }

  /** "2 yellow and 1 locomotive" as "2 yellow+1 locomotive". */
  payment(text) {
    const parts = text.split(this.t('{0} and {1}').replace(/\{\d\}/g, ''));
    return parts.map((part) => part.replace(/^(\d+) (.+)$/, (_, n, word) => `${n} ${this.card(word)}`)).join('+');
  }

  /** The ways to pay that the name of a route lists. */
  payments(text) {
    const [ways] = this.find('You can pay: {0}.', text) ?? [];
    const list = ways === undefined ? [] : String(ways).split(this.t('{0}; or {1}').replace(/\{\d\}/g, ''));
    return list.map((way) => (way === this.t('in other ways') ? 'more' : this.payment(way)));
  }

  ticket(text) {
    const [a, b, points, state = ''] = this.find('{0} to {1}, {2} {2|point|points}, {3}.', text) ?? [];
    const states = ['completed', 'possible', 'missed', 'cut off; a station can save it', 'cut off'];
    return [a, b, points, states.find((s) => state.startsWith(this.t(s))), ...numbersIn(state)];
  }
}

// ---- the register, at its end: each line is a figure, where the screen has it, and where the engine's answer has it

const MANY = 4; // ways to pay that the name of a route lists one by one
const DECK = 5; // the slot of the deck

const shown = (list, value) => (list.length > 0 ? value() : undefined); // not on this screen: not compared
const players = (f) => (s, w, c) => shown(s.players, () => s.players.map((player) => f(w, player.said, c, player)));
const nameOf = (w, player) => w.find('Show only the network of {0}', player.name)?.[0];
/** The seat of a name. */
const seatOf = (s, w, c, name) =>
  ((s.players.findIndex((x) => nameOf(w, x) === name) + (c.me ?? 1) - 1) % s.players.length) + 1;
/** In the order of the screen: the viewer's own seat first. */
const seats = (f) => (p, c) => p.seats.map((_, i) => f(p.seats[((c.me ?? 1) - 1 + i) % p.seats.length], p, c));
const mine = (f) => (p, c) => (c.me === null ? [] : f(p.seats[c.me - 1], p, c));
const legal = (kind, f) => (_, c) => c.legal.filter((l) => l.kind === kind).flatMap((l) => f(l, c));
const unique = (list) => [...new Set(list)].sort();
/** Nothing is offered while something is on its way, the first tickets of the others are not chosen, or there is no connection. */
const calm = (f) => (s, w, c) => {
  const waits = s.busy || ['Chosen.', 'Connection lost.'].some((words) => s.prompt.includes(w.t(words)));
  return waits || s.players.length === 0 ? undefined : f(s, w, c);
};
/** The first tickets are chosen by all at the same time, and what others have chosen is not shown; in a log they follow each other. */
const choosing = (p) => p.seats.filter((x) => x.offered > 0).length > 1;
const acts = (x, p) => (choosing(p) ? x.offered > 0 : x.seat === p.to_act);
const among = (screen, engine) => (engine.length > 1 ? screen.every((i) => engine.includes(i)) : equal(screen, engine));

const slots = (w, s) =>
  s.market.filter(
    (b) => w.find('Face-up card {0} of 5, {1}.', b.said) ?? w.find('Face-up card {0} of 5: none is left.', b.said),
  );
const deck = (w, s) => s.market.filter((b) => w.find('Deck, {0} {0|card|cards}.', b.said));
const ticketDeck = (w, s) => s.market.filter((b) => w.find('Tickets left: {0}.', b.said));
const cardIn = (w, said) => {
  const [, word] = w.find('Face-up card {0} of 5, {1}.', said) ?? [];
  return word === undefined ? null : w.card(word);
};

const toGo = ({ pieces, cards }) => (pieces === cards ? [pieces] : [pieces, cards]);
const stateOf = (x) =>
  x.completed || x.state === 'done' ? 'completed' : x.station ? 'cut off; a station can save it' : x.state;
const ticket = (x) => [x.a, x.b, x.points, stateOf(x), ...(stateOf(x) === 'possible' ? toGo(x.to_go) : [])];
const ticketCount = ({ tickets: own, tickets_min: least, tickets_max: most }) =>
  own ? own.length : least === most ? least : `${least}–${most}`;

/** Fewest wild cards first, then the colour with most cards; the first few, and whether there are more. */
function payments(claims, hand, wild) {
  const held = (l) => hand[l.colour] ?? 0;
  const cards = (n, name) => (n > 0 ? [`${n} ${name}`] : []);
  const ways = claims
    .filter((l) => !l.flag)
    .sort((a, b) => a.wilds - b.wilds || held(b) - held(a))
    .map((l) => [...cards(l.coloured, l.colour), ...cards(l.wilds, wild)].join('+'));
  return ways.length > MANY ? [...ways.slice(0, MANY), 'more'] : ways;
}
const owner = (p, route) => p.seats.find((s) => s.routes.some((r) => r.number === route.number))?.seat ?? null;

const linesOf = ({ seat }, p) => p.stations.filter((y) => y.owner === seat);
/** The squares for each tile and each way to turn it: the screen shows those of one. */
function placements(events) {
  const sets = new Map();
  for (const { tile, turns, square } of events.filter((l) => l.kind === 'place'))
    sets.set(`${tile} ${turns}`, [...(sets.get(`${tile} ${turns}`) ?? []), square].sort());
  return sets.size > 0 ? [...sets.values()] : [[]];
}

// ---- where the screen has it

const each = (f) => players((w, said, c) => f(w, said, c)); // for every player
const label = (english) => (w, said) => w.labelled(english, said); // "Name: value"
const places = (english, none) => (w, said) => w.find(english, said) ?? none; // what stands in the places of a sentence
const one = (english, none) => (w, said) => w.find(english, said)?.[0] ?? none;
const pieces = (w, said, c) => c.board.options.pieces.map((kind) => w.labelled(plural(kind.name), said));
const current = (s) => shown(s.players, () => s.players.flatMap((x, i) => (x.acts ? i : [])));
const prompt = (english) => (s, w) => shown(s.players, () => s.prompt.includes(w.t(english)));
const sheet = (s) => shown(s.sheet, () => s.sheet.map((row) => [Number(row[0]), Number(row.at(-1))]));
const buttons = (pick, f) => (s, w) => shown(s.market, () => pick(w, s).flatMap((b, i) => f(w, b, i)));
const items = (area, f) => (s, w) => shown(s[area], () => s[area].map((item) => f(w, item)));
const sorted = (f) => (s, w) => f(s, w)?.sort();
const inHand = (w, { said }) => {
  const [card, n] = w.find('{0}, you have {1}.', said);
  return `${n} ${w.card(card)}`;
};
const claimedBy = (s, w, c) =>
  shown(s.players, () =>
    s.routes.map((name) => {
      const [, , who] = w.find('{0}, {1}, claimed by {2}.', name) ?? [];
      return who === undefined ? null : seatOf(s, w, c, who);
    }),
  );
const sites = (s, w) => s.cities.flatMap((name) => w.find('{0}, you can build a station here.', name) ?? []).sort();
const lineSaid = (w, { said }) =>
  w.find('Line {0}: {1} {1|tile|tiles} so far', said) ?? w.find('Line {0}: {1} {1|point|points}', said);
const lines = (f) => (s, w) => shown(s.players, () => s.players.map((x) => x.lines.flatMap((line) => f(w, line))));
const tiles = (s, w) =>
  shown(s.players, () =>
    s.tiles.map((name) => String((w.find('Tile {0}, stays in your hand', name) ?? w.find('Tile {0}', name))[0])).sort(),
  );
const squares = (s) => shown(s.squares, () => s.squares.filter((q) => q.can).map((q) => q.name).sort()); // prettier-ignore
const button = (english) => (s, w) => s.buttons.some((b) => b.said.startsWith(w.t(english)) && b.can);

// ---- where the engine's answer has it

const can =
  (kind, test = () => true) =>
  (_, c) =>
    c.legal.some((l) => l.kind === kind && test(l));
const acting = (p, c) => seats((x) => acts(x, p))(p, c).flatMap((x, i) => (x ? i : []));
const ranking = (p) => p.seats.map((x) => [x.rank, x.score.total]).sort((a, b) => a[0] - b[0] || b[1] - a[1]);
const flag = (x, _, c) =>
  c.board.options.flag.length > 0 ? [Object.values(x.flag_cards).reduce((a, b) => a + b, 0), x.flags] : [];
const left = (p, c) => p.ticket_deck ?? c.words.t({ none: 'none', one: 'one', more: 'more than one' }[p.tickets_left]);
const ticketNumbers = (x) => [x.points, ...ticket(x).slice(4, 5), ...ticket(x).slice(4)]; // the pieces stand there twice
const claims = (p, c) =>
  c.board.routes.map((r) => {
    const ways = c.legal.filter((l) => l.kind === 'claim' && l.route === r.number);
    return payments(ways, p.seats[c.me - 1]?.hand ?? {}, c.wild);
  });
/** C11: half of a double route that the viewer can't claim, because it is closed or the other half is theirs. */
const shut = (p, c) =>
  c.board.routes.map((r) => {
    const half = r.twin === null || owner(p, r) !== null ? null : owner(p, { number: r.twin });
    return c.me !== null && half !== null && (half === c.me || p.seats.length < c.board.options.both_halves_from);
  });
const offer = (p, c) => (choosing(p) || can('keep')(p, c) ? mine((x) => x.offer.map((y) => y.points))(p, c) : []);
const complete = (x, p) => [linesOf(x, p).filter((y) => y.complete).length, linesOf(x, p).length];
const drawn = (x, p) => (p.redrawn && p.to_act === x.seat ? [p.drawn] : []);

// prettier-ignore
const TABLE = [
  // what                      on the screen                                                           in the engine's answer
  ['who acts',                 current,                                                                acting, among],
  ['whose turn',               calm(prompt('Your turn.')),                                             (p, c) => c.me !== null && acts(p.seats[c.me - 1], p)],
  ['points',                   each(label('Points')),                                                  seats((x) => x.points)],
  ['score sheet',              sheet,                                                                  ranking],
];

// prettier-ignore
const ROUTES = [
  ...TABLE,
  ['pieces left',              each(pieces),                                                           seats((x, _, c) => c.board.options.pieces.map((kind) => x.pieces_left[kind.name]))],
  ['cards of each seat',       each(label('Cards in hand')),                                           seats((x) => x.hand_size)],
  ['tickets of each seat',     each(label('Tickets')),                                                 seats(ticketCount)],
  ['stations left',            each(one('{0} {0|station|stations} left', 0)),                          seats((x) => x.stations_left)],
  ['flags',                    each(places('Flag: {0} {0|card|cards}, {1} finished', [])),             seats(flag)],
  ['last round',               prompt('last round'),                                                   (p) => p.last_round && !p.over],
  ['market',                   buttons(slots, (w, b) => [cardIn(w, b.said)]),                          (p) => p.market],
  ['face-up cards to take',    calm(buttons(slots, (w, b, i) => (b.can && cardIn(w, b.said) ? i : []))), legal('draw', (l) => (l.slot === DECK ? [] : l.slot))],
  ['deck',                     buttons(deck, (w, b) => w.find('Deck, {0} {0|card|cards}.', b.said)),   (p) => [p.deck]],
  ['deck, as seen',            buttons(deck, (_, b) => numbersIn(b.seen)),                             (p) => (p.deck > 0 ? [p.deck] : [])],
  ['the deck can be drawn',    calm(buttons(deck, (_, b) => b.can)),                                   (p, c) => [can('draw', (l) => l.slot === DECK)(p, c)]],
  ['ticket deck',              buttons(ticketDeck, (w, b) => w.find('Tickets left: {0}.', b.said)),    (p, c) => [left(p, c)]],
  ['tickets can be drawn',     calm(buttons(ticketDeck, (_, b) => b.can)),                             (p, c) => [can('tickets')(p, c)]],
  ['own hand',                 sorted(items('hand', inHand)),                                          mine((x) => Object.entries(x.hand).map(([card, n]) => `${n} ${card}`).sort())],
  ['own hand, as seen',        sorted(items('hand', (_, { seen }) => Number(seen))),                   mine((x) => Object.values(x.hand).sort())],
  ['own tickets',              items('tickets', (w, { said }) => w.ticket(said)),                      mine((x) => x.tickets.map(ticket))],
  ['own tickets, as seen',     items('tickets', (_, { seen }) => numbersIn(seen)),                     mine((x) => x.tickets.map(ticketNumbers))],
  ['tickets on offer',         calm((s) => s.offer.map(({ seen }) => numbersIn(seen)[0])),             offer],
  ['owners of routes',         claimedBy,                                                              (p, c) => c.board.routes.map((r) => owner(p, r))],
  ['pieces on the map',        (s) => shown(s.players, () => unique(s.pieces)),                        (p) => unique(p.seats.flatMap((x) => x.routes.map((r) => r.number)))],
  ['halves that are closed',   (s) => shown(s.players, () => s.shut.map((why) => why !== '')),         shut],
  ['routes lit, and payments', calm((s, w) => s.routes.map((name) => w.payments(name))),               claims],
  ['cities for a station',     calm(sites),                                                            (p, c) => unique(legal('station', (l) => l.city)(p, c))],
  ['a pass',                   calm(button('Pass')),                                                   can('pass')],
];

// prettier-ignore
const METRO = [
  ...TABLE,
  ['lines complete',           players((w, _, __, x) => w.find('{0} of {1} lines are complete', x.about)), seats(complete)],
  ['lines',                    lines((w, line) => [lineSaid(w, line)]),                                seats((x, p) => linesOf(x, p).map((y) => [y.number, y.complete ? y.points : y.length]))],
  ['points of lines, as seen', lines((_, line) => numbersIn(line.seen)),                               seats((x, p) => linesOf(x, p).flatMap((y) => (y.complete ? y.points : [])))],
  ['tiles placed',             (s, w) => w.find('{0} of {1} tiles placed', s.foot) ?? undefined,       (p, c) => [p.squares.length, c.board.squares.length]],
  ['tiles left to draw',       (s, w) => w.find('{0} {0|tile|tiles} left to draw.', s.foot) ?? undefined, (p) => [p.supply]],
  ['own tiles',                tiles,                                                                  mine((x, p) => [...drawn(x, p), ...x.hand].sort())],
  ['squares lit',              calm(squares),                                                          (p, c) => placements(c.legal), (lit, sets) => sets.some((set) => equal(lit, set))],
  ['another tile can be drawn', calm(button('Draw another tile')),                                     can('redraw')],
];
const REGISTER = { routes: ROUTES, metro: METRO };
export const figures = [...ROUTES, ...METRO].map(([what]) => what);

// ---- the judgement

/** Every position of a log in the order in which they were reached, as a viewer knows them: a seat, or null for whoever
 *  looks on. What was undone was on the screen too. */
function truthOf(log, me) {
  const words = ['replay', '-', '--json', '--each', '--as', me === null ? 'spectator' : String(me)];
  const undos = [...log.matchAll(/^undo /gm)].map((undo) => log.slice(0, undo.index));
  return [...undos, log].flatMap((part) =>
    anden(words, part)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}

const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Both answers; of lists only the items that differ. */
function both(screen, engine) {
  if (!Array.isArray(screen) || screen.length !== engine?.length)
    return `the screen says ${JSON.stringify(screen)}, the engine ${JSON.stringify(engine)}`;
  const items = screen.flatMap((x, i) => (equal(x, engine[i]) ? [] : [[i, x, engine[i]]]));
  return items
    .map(([i, x, y]) => `the screen says ${JSON.stringify(x)}, the engine ${JSON.stringify(y)} (${i})`)
    .join(', ');
}

/**
 * Compares what one viewer read with the log of the game: a seat, or null for whoever looks on. Gives what does not
 * agree, a sentence each. `whole`: the viewer has seen the end; `counts`: how often each figure was compared.
 */
export function judge(readings, { game, log, me, language, whole = true, counts = new Map() }) {
  const board = JSON.parse(anden(['board', 'show', game, '--json']));
  const words = new Words(language, board);
  const register = REGISTER[board.family];
  const context = { me, board, words, wild: board.cards?.find((card) => card.wild).name };
  const positions = truthOf(log, me).map(([p, events]) => {
    const c = { ...context, legal: events };
    return { p, says: register.map(([, , engine]) => engine(p, c)) };
  });
  const wrong = [];
  let at = 0;
  for (const [n, reading] of readings.entries()) {
    const said = register.map(([, screen]) => screen(reading, words, context));
    const differ = ({ says }) =>
      register.flatMap(([, , , same = equal], i) => (said[i] === undefined || same(said[i], says[i]) ? [] : i));
    const next = positions.findIndex((position, i) => i >= at && differ(position).length === 0);
    if (next >= 0) at = next;
    else {
      const near = positions.slice(at, at + 80).reduce((a, b) => (differ(b).length < differ(a).length ? b : a));
      const about = differ(near).map((i) => `${register[i][0]}: ${both(said[i], near.says[i])}`);
      wrong.push(`reading ${n}, after ${near.p.events} events: ${about.join('; ')}`);
      if (about.length < 4) at = positions.indexOf(near); // the next readings are compared with what comes then
    }
    for (const [i, [what]] of register.entries())
      if (said[i] !== undefined) counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  if (whole && !positions[at].p.over) wrong.push('the last reading is not the end of the game');
  return wrong;
}
