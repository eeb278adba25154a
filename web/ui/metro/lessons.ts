// The lesson of Metro.
import type { MetroBoard } from '../../core/board';
import type { MetroPosition } from '../../core/position';
import { LEARNER, own, type Step, type Watched } from '../learn/step';

const lines = (w: Watched) => (w.state.position as MetroPosition | null)?.stations ?? [];
const square = (s: string) => `[data-square="${s}"]`;
/** Where lines wait, of the learner or of the others. */
const heads = (w: Watched, ours: boolean) =>
  lines(w).flatMap((s) =>
    s.owner !== null && (s.owner === LEARNER) === ours && s.waits && s.length > 0 ? [s.waits] : [],
  );

const place: Step = {
  key: 'place',
  title: (t) => t('Place a tile'),
  text: (t) =>
    t(
      'The stations with your number are yours; from each a line departs. Place the tile in your hand on a square at the edge: the panel says what it would do to each line.',
    ),
  done: (t) => t('A tile has four tracks and may carry lines of several players at once. Then you get a new one.'),
  at: (w) =>
    lines(w)
      .filter(
        (s) =>
          s.owner === LEARNER &&
          !s.complete &&
          w.state.legal.some((l) => l.kind === 'place' && l.square === s.waits?.square),
      )
      .slice(0, 3)
      .map((s) => square(s.waits?.square ?? '')),
  reached: (w) => own(w, 'place').length > 0,
};

const grow: Step = {
  key: 'grow',
  title: (t) => t('Make a line longer'),
  text: (t) =>
    t(
      'A line counts one point for each tile it crosses when it arrives, so the longer the better. Place tiles so that one of your lines goes on.',
    ),
  done: (t) => t('The head of the line shows where it waits now. It counts only once it arrives at a station.'),
  at: (w) =>
    heads(w, true)
      .slice(0, 3)
      .map((s) => square(s.square)),
  reached: (w) => lines(w).some((s) => s.owner === LEARNER && s.length >= 2),
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
  at: (w) =>
    heads(w, false)
      .slice(0, 3)
      .map((s) => square(s.square)),
};

const redraw: Step = {
  key: 'redraw',
  title: (t) => t('Another tile'),
  text: (t) =>
    t(
      'If the tile in your hand helps nobody, you may draw another one, but then you must place that one and keep the first. Try it.',
    ),
  done: (t) => t('You still hold the first tile. With few tiles left a bad one in hand can hurt.'),
  at: () => ['[data-redraw]'],
  reached: (w) => own(w, 'other').length > 0 && own(w, 'place').length > 0,
};

export const lessons: Record<string, Step[]> = {
  metro: [place, grow, centre, harm, redraw],
};
