// What the header says: whose turn it is and what can be done, in words.
import type { TableState } from '../../core/api';
import type { Translate } from '../../core/i18n';
import type { Facts } from '../routes/facts';
import { anyOf, capital } from '../routes/words';

export interface Prompt {
  who: string; // "Your turn."
  what: string; // "Take cards, claim a route or draw tickets."
}

/** The sentence of a table at which somebody else acts, or nobody. Metro says the same. */
export function waitingPrompt(t: Translate, state: TableState): Prompt {
  if (state.status === 'over') return { who: t('The game is over.'), what: '' };
  if (state.status === 'open') return { who: t('The game has not started.'), what: '' };
  if (state.sealed !== null) {
    const others = state.acts.filter((s) => s !== state.seat).map((s) => state.names[s - 1] ?? '');
    return { who: t('Chosen.'), what: others.length > 0 ? t('Waiting for the others: {0}.', others.join(', ')) : '' };
  }
  const [first, ...more] = state.acts;
  if (first === undefined) return { who: '', what: '' };
  if (more.length > 0)
    return {
      who: t('Waiting for the others: {0}.', state.acts.map((s) => state.names[s - 1] ?? '').join(', ')),
      what: '',
    };
  const name = state.names[first - 1] ?? '';
  const bot = state.chairs.find((c) => c.seat === first)?.kind === 'bot';
  return bot ? { who: t('{0} is thinking.', name), what: '' } : { who: t('{0}’s turn.', name), what: '' };
}

/** `second`: the engine says that a second card must be drawn. */
export function routePrompt(t: Translate, state: TableState, facts: Facts | null, second: boolean): Prompt {
  if (!facts || !state.myTurn) return waitingPrompt(t, state);
  const who = t('Your turn.');
  if (facts.keeps.length > 0) return { who, what: t('Choose your tickets.') };
  if (facts.decline !== null)
    return { who, what: t('The tunnel asks for {0} more.', facts.position.tunnel?.extra ?? 0) };
  if (second) return { who, what: t('Take one more card.') };
  if (facts.pass !== null) return { who, what: t('You can do nothing but pass.') };
  const can: string[] = [];
  if (facts.draws.size > 0) can.push(t('take cards'));
  if (facts.claims.size > 0) can.push(t('claim a route'));
  if (facts.tickets !== null) can.push(t('draw tickets'));
  if (facts.houses.size > 0) can.push(t('build a station'));
  return { who, what: can.length > 0 ? `${capital(anyOf(t, can))}.` : '' };
}
