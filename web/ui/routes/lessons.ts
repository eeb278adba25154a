// The introductions to the route games.
import type { RoutesBoard } from '../../core/board';
import { DECK, type RoutesPosition } from '../../core/position';
import { LEARNER, own, type Step, type Watched } from '../learn/step';
import { wildOf } from './words';

const board = (w: Watched) => w.state.board as RoutesBoard;
const position = (w: Watched) => w.state.position as RoutesPosition | null;
const mine = (w: Watched) => position(w)?.seats[LEARNER - 1];

const tickets: Step = {
  mark: 'tickets',
  title: (t) => t('Your tickets'),
  text: (t) =>
    t(
      'A ticket asks you to join the two places it names. Done, it brings its points; not done, it costs them. Point at each to see it on the map, then choose which to keep.',
    ),
  done: (t) => t('These are yours until the end, and nobody else sees them. Any way between the two will do.'),
  reached: (w) => (mine(w)?.tickets?.length ?? 0) > 0 && (mine(w)?.offered ?? 0) === 0,
};

const draw: Step = {
  mark: 'draw',
  title: (t) => t('Draw cards'),
  text: (t) =>
    t('A turn is one of a few things. The first: take two cards, face up or blind from the deck. Take two now.'),
  done: (t) =>
    t(
      'Your hand has grown, and the turn went on to the next player. A wild card face up would have been your whole turn: it can pay for any colour.',
    ),
  reached: (w) =>
    own(w, 'draw').length >= 2 || own(w, 'draw').some((h) => h.slot < DECK && h.card === wildOf(board(w))),
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
  reached: (w) => w.happened.some((h) => h.kind === 'turned') && position(w)?.tunnel === null,
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
  reached: (w) => own(w, 'claim').some((h) => board(w).routes.find((r) => r.number === h.route)?.metro === true),
};

const flag: Step = {
  mark: 'flag',
  title: (t) => t('Finish a flag'),
  text: (t) =>
    t(
      'Of a payment for a blue, white or red route you may keep one card of that colour. Blue and white lie before you. Claim a red route and keep the red card.',
    ),
  done: (t) =>
    t('Three colours together are four points, and the next flag can begin. A payment with buses alone gives no card.'),
  reached: (w) => (mine(w)?.flags ?? 0) > 0,
};

export const lessons: Record<string, Step[]> = {
  europe: [tickets, draw, claim, tunnel, station, more],
  berlin: [tickets, draw, claim, metroRoute, more],
  paris: [tickets, draw, claim, flag, more],
};
