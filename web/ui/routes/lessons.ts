// The lessons of the route games.
import type { Route, RoutesBoard } from '../../core/board';
import { DECK, type RoutesPosition } from '../../core/position';
import { touches } from '../parts/input.svelte';
import { LEARNER, own, type Step, type Watched } from '../learn/step';
import { wildOf } from './words';
import type { RoutesLegal } from './legal';

const board = (w: Watched) => w.state.board as RoutesBoard;
const position = (w: Watched) => w.state.position as RoutesPosition | null;
const mine = (w: Watched) => position(w)?.seats[LEARNER - 1];
const offered = (w: Watched) => (mine(w)?.offered ?? 0) > 0;
type Claim = Extract<RoutesLegal, { kind: 'claim' }>;

/** The routes of a kind that can be claimed now. */
function claims(w: Watched, of: (route: Route, claim: Claim) => boolean = () => true): number[] {
  const routes = new Map(board(w).routes.map((r) => [r.number, r]));
  const found = (w.state.legal as RoutesLegal[]).filter((l): l is Claim => {
    const route = l.kind === 'claim' ? routes.get(l.route) : undefined;
    return l.kind === 'claim' && route !== undefined && of(route, l);
  });
  return [...new Set(found.map((l) => l.route))];
}
const MOST = 3; // things that are pointed at
const onBoard = (routes: number[]) => routes.slice(0, MOST).map((n) => `[data-route="${n}"]`);
const isTunnel = (r: Route) => r.tunnel;
const isMetro = (r: Route) => r.metro;
const isFlag = (_: Route, l: Claim) => l.flag;

const tickets: Step = {
  key: 'tickets',
  title: (t) => t('Your tickets'),
  text: (t) =>
    touches()
      ? t(
          'A ticket asks you to join the two places it names. Done, it brings its points; not done, it costs them. Tap each to see it on the map, then choose which to keep.',
        )
      : t(
          'A ticket asks you to join the two places it names. Done, it brings its points; not done, it costs them. Point at each to see it on the map, then choose which to keep.',
        ),
  done: (t) => t('These are yours until the end, and nobody else sees them. Any way between the two will do.'),
  at: () => ['[data-offered]'],
  reached: (w) => (mine(w)?.tickets?.length ?? 0) > 0 && !offered(w),
};

/** Whatever a step is about, the learner has to choose from offered tickets first. */
const choosing: Pick<Step, 'text' | 'at'> = {
  text: (t) => t('First choose which tickets you keep.'),
  at: tickets.at!,
};
const before: Step['before'] = (w) => (offered(w) ? choosing : null);

/** A face-up card that is not wild: a wild one would be the whole turn. */
function plainSlot(w: Watched): number {
  const plain = position(w)?.market.findIndex((card) => card !== null && card !== wildOf(board(w))) ?? 0;
  return Math.max(0, plain);
}

const draw: Step = {
  key: 'draw',
  title: (t) => t('Draw cards'),
  text: (t) =>
    t('A turn is one of a few things. The first: take two cards, face up or blind from the deck. Take two now.'),
  done: (t) =>
    t(
      'Your hand has grown, and the turn went on to the next player. A wild card face up would have been your whole turn: it can pay for any colour.',
    ),
  at: (w) => [`[data-slot="${DECK}"]`, `[data-slot="${plainSlot(w)}"]`],
  reached: (w) =>
    own(w, 'draw').length >= 2 || own(w, 'draw').some((h) => h.slot < DECK && h.card === wildOf(board(w))),
};

const claim: Step = {
  key: 'claim',
  title: (t) => t('Claim a route'),
  text: (t) => t('What is lit you can pay for. Choose a lit route, look at what it would cost, and claim it.'),
  done: (t) =>
    t('The route is yours for the rest of the game and has counted its points. Longer routes count much more.'),
  wait: (t) => t('No route is lit yet: draw cards until you can pay for one.'),
  ready: (w) => claims(w).length > 0,
  at: (w) => onBoard(claims(w)),
  reached: (w) => own(w, 'claim').length > 0,
};

const more: Step = {
  key: 'more',
  title: (t) => t('More tickets'),
  text: (t) =>
    t(
      'When your tickets are as good as done, draw new ones: that is a whole turn, and at least one must be kept. Draw tickets now.',
    ),
  done: (t) => t('Late in the game this is a risk: what you don’t finish counts against you.'),
  at: () => ['[data-deck="tickets"]'],
  before: (w) => (offered(w) ? { ...choosing, text: (t) => t('Now choose which of them you keep.') } : null),
  reached: (w) => own(w, 'tickets').length > 0 && !offered(w),
};

const tunnel: Step = {
  key: 'tunnel',
  title: (t) => t('Try a tunnel'),
  text: (t) =>
    t(
      'A route with a dashed edge is a tunnel: after you have paid, three cards are turned up, and each of your colour or wild asks for one more. Try one that is lit.',
    ),
  done: (t) =>
    t(
      'If a tunnel asks for too much you take your cards back; only the turn is lost. A spare card or two makes it safer.',
    ),
  wait: (t) => t('Tunnels have a dashed edge. None is lit yet: draw cards until you can pay for one.'),
  ready: (w) => claims(w, isTunnel).length > 0,
  at: (w) => onBoard(claims(w, isTunnel)),
  reached: (w) => own(w, 'turned').length > 0 && position(w)?.tunnel === null,
};

const station: Step = {
  key: 'station',
  title: (t) => t('Build a station'),
  text: (t) =>
    t(
      'Somebody is in your way? A station in a city lets you use one route of another player there, for your tickets. The first costs one card. Choose a city and build one.',
    ),
  done: (t) =>
    t('Each station that you have not built is worth points at the end, so build one only where it saves a ticket.'),
  wait: (t) => t('First draw cards.'),
  ready: (w) => w.state.legal.some((l) => l.kind === 'station'),
  at: (w) => (mine(w)?.tickets ?? []).slice(0, 1).map((x) => `[data-city="${x.a}"]`),
  reached: (w) => own(w, 'station').length > 0,
};

const metroRoute: Step = {
  key: 'metro',
  title: (t) => t('Claim a metro route'),
  text: (t) =>
    t(
      'Metro routes have a single space and a number beside it: so many cards they cost, and one of your few metro cars. Claim one that is lit.',
    ),
  done: (t) => t('Trams and metro cars are counted apart when you claim, and together for the end of the game.'),
  wait: (t) => t('Metro routes have a number beside them. None is lit yet: draw cards until you can pay for one.'),
  ready: (w) => claims(w, isMetro).length > 0,
  at: (w) => onBoard(claims(w, isMetro)),
  reached: (w) => own(w, 'claim').some((h) => board(w).routes.find((r) => r.number === h.route)?.metro === true),
};

const flag: Step = {
  key: 'flag',
  title: (t) => t('A card for the flag'),
  text: (t) =>
    t(
      'Of a payment for a blue, white or red route you may keep one card of that colour. Claim such a route and keep the card.',
    ),
  done: (t) =>
    t('Three colours together are four points, and the next flag can begin. A payment with buses alone gives no card.'),
  wait: (t) => t('Blue, white and red routes count for the flag. None is lit yet: draw cards of their colours.'),
  ready: (w) => claims(w, isFlag).length > 0,
  at: (w) => onBoard(claims(w, isFlag)),
  reached: (w) => Object.values(mine(w)?.flag_cards ?? {}).some((n) => n > 0) || (mine(w)?.flags ?? 0) > 0,
};

const goOn: Step = {
  key: 'on',
  title: (t) => t('The rest is your game'),
  text: (t) =>
    t(
      'When somebody has hardly any pieces left, everybody has one last turn, and tickets are counted. Play on as long as you like: this game is yours.',
    ),
  at: () => [],
};

/** The steps after the one about tickets. */
const then = (...steps: Step[]): Step[] => [tickets, ...steps.map((step) => ({ before, ...step }))];

export const lessons: Record<string, Step[]> = {
  europe: then(draw, claim, tunnel, station, more, goOn),
  berlin: then(draw, claim, metroRoute, more, goOn),
  paris: then(draw, claim, flag, more, goOn),
};
