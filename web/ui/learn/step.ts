// A step of the lesson of a game: what it says, what it speaks of, and how the page knows that the learner has done it.
// All steps are taken at one table, in a game of the learner's own: a step that can't be done yet waits.
import type { Effect, TableState } from '../../core/api';
import type { Translate } from '../../core/i18n';

/** What has happened since a step began. */
export interface Watched {
  state: TableState;
  happened: Effect[];
}

export interface Step {
  key: string;
  title: (t: Translate) => string;
  text: (t: Translate) => string; // what to do, or only an explanation
  done?: (t: Translate, w: Watched) => string; // said when it is done
  wait?: (t: Translate) => string; // said while it can't be done
  ready?: (w: Watched) => boolean; // in a turn of the learner: can it be done now? If missing: always
  before?: (w: Watched) => Pick<Step, 'text' | 'at'> | null; // something else has to be done first
  at?: (w: Watched) => string[]; // selectors of what it speaks of
  reached?: (w: Watched) => boolean; // if missing, the step is only read
}

export const LEARNER = 1;

type Of<K extends Effect['kind']> = Extract<Effect, { kind: K }>;
/** The learner's actions of one kind. */
export function own<K extends 'draw' | 'claim' | 'station' | 'tickets' | 'turned' | 'place' | 'other'>(
  w: Watched,
  kind: K,
): Of<K>[] {
  return w.happened.filter((h): h is Of<K> => h.kind === kind && (h as { seat?: number | null }).seat === LEARNER);
}
