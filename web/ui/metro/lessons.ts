// The introduction to Metro.
import type { MetroPosition } from '../../core/position';
import { LEARNER, own, type Step, type Watched } from '../learn/step';

const lines = (w: Watched) => (w.state.position as MetroPosition | null)?.stations ?? [];

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

export const lessons: Record<string, Step[]> = {
  metro: [place, grow, centre, harm, redraw],
};
