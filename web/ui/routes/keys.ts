// What a single key does in a route game, and the list of them for people.
import type { RoutesBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import { DECK } from '../../core/position';
import { sharedKeys } from '../learn/card';
import { LETTERS } from './offer';

export type Action =
  | { do: 'slot'; slot: number }
  | { do: 'lit'; step: 1 | -1 }
  | { do: 'zoom'; by: number }
  | { do: 'tick'; ticket: number } // on offer
  | {
      do:
        | 'fit'
        | 'tickets'
        | 'station'
        | 'undo'
        | 'rules'
        | 'menu'
        | 'hand'
        | 'own'
        | 'players'
        | 'log'
        | 'cancel'
        | 'keep'
        | 'hint';
    };

const WORDS: Record<string, Action['do']> = {
  t: 'tickets',
  s: 'station',
  u: 'undo',
  '?': 'rules',
  m: 'menu',
  h: 'hand',
  k: 'own',
  p: 'players',
  l: 'log',
  n: 'hint',
};

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * The action of a key, or null. `single`: single keys may act (a person can switch them off); `busy`: the person is
 * writing or a dialog is open; `offer`: how many tickets are on offer. Esc always cancels.
 */
export function actionOf(e: Key, single: boolean, busy: boolean, offer = 0): Action | null {
  if (e.ctrlKey || e.metaKey || e.altKey || busy) return null;
  if (e.key === 'Escape') return { do: 'cancel' };
  if (e.key === 'Enter' && offer > 0) return { do: 'keep' };
  if (!single) return null;
  const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
  const ticket = LETTERS.toLowerCase().indexOf(key);
  if (key.length === 1 && ticket >= 0 && ticket < offer) return { do: 'tick', ticket };
  if (/^[1-5]$/.test(key)) return { do: 'slot', slot: Number(key) - 1 };
  if (key === 'd') return { do: 'slot', slot: DECK };
  if (key === 'r' || key === ']') return { do: 'lit', step: 1 };
  if (key === '[') return { do: 'lit', step: -1 };
  if (key === '+' || key === '=') return { do: 'zoom', by: 1.4 };
  if (key === '-' || key === '−') return { do: 'zoom', by: 1 / 1.4 };
  if (key === '0') return { do: 'fit' };
  const word = WORDS[key];
  return word ? ({ do: word } as Action) : null;
}

/** All keys, as the rules card lists them. */
export function keyList(b: RoutesBoard, t: Translate): [string, string][] {
  const list: [string, string][] = [
    ['1 – 5', t('take a face-up card')],
    ['D', t('take a card from the deck')],
    ['R  ]', t('next route that you can claim')],
    ['[', t('the one before')],
    ['← ↑ → ↓', t('on the board: what lies that way')],
    ['↵', t('choose, then confirm')],
    ['T', t('draw tickets')],
  ];
  if (b.features.includes('stations')) list.push(['S', t('build a station')]);
  return [
    ...list,
    ['A – D', t('tick a ticket on offer; Enter keeps them')],
    ['K', t('show your tickets on the map')],
    ['N', t('hint')],
    ['H', t('to your hand')],
    ...sharedKeys(t),
  ];
}
