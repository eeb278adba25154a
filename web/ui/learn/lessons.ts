// The introductions to the games: what is said at each step, where it begins (a mark in the lesson's log), and how
// it is seen that the learner has done it. The learner does the real thing at a real table.
import type { Happening, TableState } from '../../core/api';
import type { Translate } from '../../core/i18n';
import type { MetroPosition, RoutesPosition } from '../../core/position';

/** What has happened since a step began. */
export interface Watched {
  state: TableState;
  happened: Happening[];
}

export interface Step {
  mark: string;
  title: (t: Translate) => string;
  text: (t: Translate) => string; // what to do
  done: (t: Translate) => string; // said when it is done
  reached: (w: Watched) => boolean;
}

export const LEARNER = 1;

type Of<K extends Happening['kind']> = Extract<Happening, { kind: K }>;
function own<K extends 'draw' | 'claim' | 'station' | 'tickets' | 'place' | 'other'>(w: Watched, kind: K): Of<K>[] {
  return w.happened.filter((h): h is Of<K> => h.kind === kind && (h as { seat?: number | null }).seat === LEARNER);
}
const routes = (w: Watched) => w.state.position as RoutesPosition | null;
const mine = (w: Watched) => routes(w)?.seats[LEARNER - 1];
const lines = (w: Watched) => (w.state.position as MetroPosition | null)?.stations ?? [];
const wild = (w: Watched) =>
  w.state.board.family === 'routes' ? w.state.board.cards.find((c) => c.wild)?.name : undefined;

const tickets: Step = {
  mark: 'tickets',
  title: (t) => t('Your tickets'),
  text: (t) =>
    t(
      'A ticket asks you to join two cities. Done, it brings its points; not done, it costs them. Point at each to see it on the map, then choose which to keep.',
    ),
  done: (t) => t('These are yours until the end, and nobody else sees them. Any way between the two cities will do.'),
  reached: (w) => (mine(w)?.tickets?.length ?? 0) > 0 && (mine(w)?.offered ?? 0) === 0,
};

const draw: Step = {
  mark: 'draw',
  title: (t) => t('Draw cards'),
  text: (t) =>
    t(
      'A turn is one of a few things. The first: take two cards, face up from the market or blind from the deck. Take two now.',
    ),
  done: (t) =>
    t(
      'Your hand has grown, and the turn went on to the next player. A wild card face up would have been your whole turn: it can pay for any colour.',
    ),
  reached: (w) => own(w, 'draw').length >= 2 || own(w, 'draw').some((h) => h.slot < 5 && h.card === wild(w)),
};

const claim: Step = {
  mark: 'claim',
  title: (t) => t('Claim a route'),
  text: (t) => t('What is lit you can pay for. Choose a lit route, look at what it would cost, and claim it.'),
  done: (t) =>
    t('The route is yours for the rest of the game and has counted its points. Longer routes count much more.'),
  reached: (w) => own(w, 'claim').length > 0,
};

const more: Step = {
  mark: 'more',
  title: (t) => t('More tickets'),
  text: (t) =>
    t(
      'When your tickets are as good as done, draw new ones: that is a whole turn, and at least one must be kept. Draw tickets now.',
    ),
  done: (t) => t('Late in the game this is a risk: what you don’t finish counts against you.'),
  reached: (w) => own(w, 'tickets').length > 0 && (mine(w)?.offered ?? 0) === 0,
};

const tunnel: Step = {
  mark: 'tunnel',
  title: (t) => t('Try a tunnel'),
  text: (t) =>
    t(
      'A route with a dashed edge is a tunnel: after you have paid, three cards are turned up, and each of your colour or wild asks for one more. Try Zürich–Venezia.',
    ),
  done: (t) =>
    t(
      'If a tunnel asks for too much you take your cards back; only the turn is lost. A spare card or two makes it safer.',
    ),
  reached: (w) => w.happened.some((h) => h.kind === 'turned') && routes(w)?.tunnel === null,
};

const station: Step = {
  mark: 'station',
  title: (t) => t('Build a station'),
  text: (t) =>
    t(
      'Somebody is in your way? A station in a city lets you use one route of another player there, for your tickets. The first costs one card. Choose a city and build one.',
    ),
  done: (t) =>
    t('Each station that you have not built is worth points at the end, so build one only where it saves a ticket.'),
  reached: (w) => own(w, 'station').length > 0,
};

const metroRoute: Step = {
  mark: 'metro',
  title: (t) => t('Claim a metro route'),
  text: (t) =>
    t(
      'Metro routes have a single space and a number beside it: so many cards they cost, and one of your few metro cars. Claim Hallesches Tor–Gleisdreieck.',
    ),
  done: (t) => t('Trams and metro cars are counted apart when you claim, and together for the end of the game.'),
  reached: (w) =>
    own(w, 'claim').some(
      (h) =>
        w.state.board.family === 'routes' && w.state.board.routes.find((r) => r.number === h.route)?.metro === true,
    ),
};

const flag: Step = {
  mark: 'flag',
  title: (t) => t('Finish a flag'),
  text: (t) =>
    t(
      'Of a payment for a blue, white or red route you may keep one card of that colour. Blue and white lie before you. Claim a red route and keep the red card.',
    ),
  done: (t) =>
    t(
      'Three colours together are four points, and the next flag can begin. A grey route or a payment with buses alone gives no card.',
    ),
  reached: (w) => (mine(w)?.flags ?? 0) > 0,
};

const place: Step = {
  mark: 'place',
  title: (t) => t('Place a tile'),
  text: (t) =>
    t(
      'The stations with your number are yours; from each a line departs. Place the tile in your hand on a square at the edge: the panel says what it would do to each line.',
    ),
  done: (t) => t('A tile has four tracks and may carry lines of several players at once. Then you get a new one.'),
  reached: (w) => own(w, 'place').length > 0,
};

const grow: Step = {
  mark: 'grow',
  title: (t) => t('Make a line longer'),
  text: (t) =>
    t(
      'Your line 5 waits at d7. A line counts one point for each tile it crosses when it arrives, so the longer the better. Place your tile so that it goes on.',
    ),
  done: (t) => t('The head of the line shows where it waits now. It counts only once it arrives at a station.'),
  reached: (w) => lines(w).some((s) => s.owner === LEARNER && s.length >= 2),
};

const centre: Step = {
  mark: 'centre',
  title: (t) => t('Into the centre'),
  text: (t) =>
    t('A line that arrives in the centre counts double. Line 5 waits at d6, right before it: bring it home.'),
  done: (t) => t('Three tiles, doubled: six points. Not every line can go there, but each that does is worth two.'),
  reached: (w) => lines(w).some((s) => s.owner === LEARNER && s.end === 'centre'),
};

const harm: Step = {
  mark: 'harm',
  title: (t) => t('The lines of others'),
  text: (t) =>
    t(
      'You may place tiles on anybody’s line. The other player’s line 6 waits at c7. With your tile it would turn round and end at once: place it there.',
    ),
  done: (t) => t('A few points now instead of many later. Keep an eye on your own lines: others will do the same.'),
  reached: (w) => lines(w).some((s) => s.owner !== null && s.owner !== LEARNER && s.complete),
};

const redraw: Step = {
  mark: 'redraw',
  title: (t) => t('Another tile'),
  text: (t) =>
    t(
      'The tile in your hand helps nobody. You may draw another one, but then you must place that one and keep the first. Try it.',
    ),
  done: (t) => t('You still hold the first tile. With few tiles left a bad one in hand can hurt.'),
  reached: (w) => own(w, 'other').length > 0 && own(w, 'place').length > 0,
};

const LESSONS: Record<string, Step[]> = {
  europe: [tickets, draw, claim, tunnel, station, more],
  berlin: [tickets, draw, claim, metroRoute, more],
  paris: [tickets, draw, claim, flag, more],
  metro: [place, grow, centre, harm, redraw],
};

/** The steps of a game; null if there is no introduction to it. */
export const lessonOf = (game: string): Step[] | null => LESSONS[game] ?? null;

/** The log of a lesson up to a mark. */
export function logUntil(log: string, mark: string): string {
  const at = log.indexOf(`# @${mark}\n`);
  if (at < 0) throw new Error(`The lesson has no step ${mark}.`);
  return log.slice(0, at);
}
