// A step of an introduction to a game: what is said, where it begins (a mark in the lesson's log), and how it is seen
// that the learner has done it. The learner does the real thing at a real table.
import type { Effect, TableState } from '../../core/api';
import type { Translate } from '../../core/i18n';

/** What has happened since a step began. */
export interface Watched {
  state: TableState;
  happened: Effect[];
}

export interface Step {
  mark: string;
  title: (t: Translate) => string;
  text: (t: Translate) => string; // what to do
  done: (t: Translate) => string; // said when it is done
  reached: (w: Watched) => boolean;
}

export const LEARNER = 1;

type Of<K extends Effect['kind']> = Extract<Effect, { kind: K }>;
/** What the learner has done of a kind. */
export function own<K extends 'draw' | 'claim' | 'station' | 'tickets' | 'place' | 'other'>(
  w: Watched,
  kind: K,
): Of<K>[] {
  return w.happened.filter((h): h is Of<K> => h.kind === kind && (h as { seat?: number | null }).seat === LEARNER);
}

/** The log of a lesson up to a mark. */
export function logUntil(log: string, mark: string): string {
  const at = log.indexOf(`# @${mark}\n`);
  if (at < 0) throw new Error(`The lesson has no step ${mark}.`);
  return log.slice(0, at);
}
