// The lesson of Metro.
import type { MetroBoard } from '../../core/board';
import type { MetroPosition, MetroStation } from '../../core/position';
import type { MetroLegal } from './legal';
import { LEARNER, own, type Step, type Watched } from '../learn/step';

const lines = (w: Watched) => (w.state.position as MetroPosition | null)?.stations ?? [];
const square = (s: string) => `[data-square="${s}"]`;
const can = (w: Watched, s: string) =>
  (w.state.legal as MetroLegal[]).some((l) => l.kind === 'place' && l.square === s);
/** Squares where lines wait for a tile that can be placed there: of the learner or of the others, those that have begun
 *  first. */
const heads = (w: Watched, ours: boolean) =>
  lines(w)
    .filter((s) => s.owner !== null && (s.owner === LEARNER) === ours && s.waits && can(w, s.waits.square))
    .sort((a, b) => b.length - a.length)
    .slice(0, 3)
    .map((s) => square(s.waits?.square ?? ''));

const place: Step = {
  key: 'place',
  title: (t) => t('Place a tile'),
  text: (t) =>
    t(
      'The stations with your number are yours; from each a line departs. Place the tile in your hand on a square at the edge: the panel says what it would do to each line.',
    ),
  done: (t) => t('A tile has four tracks and may carry lines of several players at once. Then you get a new one.'),
  at: (w) => heads(w, true),
  reached: (w) => own(w, 'place').length > 0,
};

const long = (s: MetroStation) => s.owner === LEARNER && s.length >= 2;

const grow: Step = {
  key: 'grow',
  title: (t) => t('Make a line longer'),
  text: (t) =>
    t(
      'A line counts one point for each tile it crosses when it arrives, so the longer the better. Place tiles so that one of your lines goes on.',
    ),
  done: (t, w) =>
    lines(w).some((s) => long(s) && !s.complete)
      ? t('The head of the line shows where it waits now. It counts only once it arrives at a station.')
      : t('The line has arrived at a station, and its points count. It can’t become longer any more.'),
  at: (w) => heads(w, true),
  reached: (w) => own(w, 'place').length > 0 && lines(w).some(long),
};

const centre: Step = {
  key: 'centre',
  title: (t) => t('Into the centre'),
  text: (t) =>
    t('A line that arrives in the centre counts double. Not every line can go there, but each that does is worth two.'),
  at: (w) => (w.state.board as MetroBoard).centre.map(square),
};

const harm: Step = {
  key: 'harm',
  title: (t) => t('The lines of others'),
  text: (t) =>
    t(
      'You may place tiles on anybody’s line: a few points now instead of many later. Keep an eye on your own lines: others will do the same.',
    ),
  at: (w) => heads(w, false),
};

const redraw: Step = {
  key: 'redraw',
  title: (t) => t('Another tile'),
  text: (t) =>
    t(
      'If the tile in your hand helps nobody, you may draw another one, but then you must place that one and keep the first. Try it.',
    ),
  done: (t) => t('You still hold the first tile. With few tiles left a bad one in hand can hurt.'),
  before: (w) => {
    const drawn = w.state.myTurn && (w.state.position as MetroPosition | null)?.redrawn;
    return drawn ? { text: (t) => t('Now place the tile that you drew.'), at: () => ['#hand .hand'] } : null;
  },
  at: () => ['[data-redraw]'],
  reached: (w) => {
    const drawn = w.happened.findIndex((h) => h.kind === 'other' && h.seat === LEARNER);
    return drawn >= 0 && own({ ...w, happened: w.happened.slice(drawn) }, 'place').length > 0;
  },
};

const goOn: Step = {
  key: 'on',
  title: (t) => t('The rest is your game'),
  text: (t) =>
    t('The game ends when all tiles are placed; the most points win. Play on as long as you like: this game is yours.'),
};

export const lessons: Record<string, Step[]> = {
  metro: [place, grow, centre, harm, redraw, goOn],
};
