// What the header of a route game says when it is the person's turn.
import type { TableState } from '../../core/api';
import { capital, type Translate } from '../../core/i18n';
import type { RoutesPosition } from '../../core/position';
import { waitingPrompt, type Prompt } from '../table/prompt';
import type { Facts } from './facts';
import { anyOf } from './words';

/** `trying`: the cards of the person's tunnel are turning. */
export function routePrompt(
  t: Translate,
  state: TableState,
  position: RoutesPosition,
  facts: Facts,
  trying: boolean,
): Prompt {
  if (trying) return { who: t('Your turn.'), what: t('The tunnel is tried.') };
  if (!state.myTurn) return waitingPrompt(t, state);
  const who = t('Your turn.');
  if (facts.keeps.length > 0) return { who, what: t('Choose your tickets.') };
  if (facts.decline !== null) return { who, what: t('The tunnel asks for {0} more.', position.tunnel?.extra ?? 0) };
  if (position.phase === 'second card') return { who, what: t('Take one more card.') };
  if (facts.pass !== null) return { who, what: t('You can do nothing but pass.') };
  const can: string[] = [];
  if (facts.draws.size > 0) can.push(t('take cards'));
  if (facts.claims.size > 0) can.push(t('claim a route'));
  if (facts.tickets !== null) can.push(t('draw tickets'));
  if (facts.houses.size > 0) can.push(t('build a station'));
  return { who, what: can.length > 0 ? `${capital(anyOf(t, can))}.` : '' };
}
