// What the header says: whose turn it is and what can be done, in words.
import type { TableState } from '../../core/api';
import type { Translate } from '../../core/i18n';
import { touches } from '../parts/input.svelte';

export interface Prompt {
  who: string; // "Your turn."
  what: string; // "Take cards, claim a route or draw tickets."
}

/** What the header says while only the network of one seat is shown. */
export const networkPrompt = (t: Translate, state: TableState, seat: number): Prompt => ({
  who: seat === state.seat ? t('Your network.') : t('The network of {0}.', state.names[seat - 1] ?? ''),
  what: touches()
    ? t('Tap the player again to see everything.')
    : t('Press Esc or the player to see everything again.'),
});

/** The sentence of a table at which somebody else acts, or nobody. */
export function waitingPrompt(t: Translate, state: TableState): Prompt {
  if (state.status === 'over') return { who: t('The game is over.'), what: '' };
  if (state.cut) return { who: t('Connection lost.'), what: '' };
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
