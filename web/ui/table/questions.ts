// Questions to the engine that any family of games may ask. Each family has its own as well, in questions.ts of its folder.
import type { Question, Reason } from '../../core/api';

/** Why an event, written as in a log, can't be chosen now. */
export const whyNot = (event: string): Question<Reason> => ({ ask: 'why_text', input: event, turn: true });
