// Hears what happened at a table, once: plays it for the eye, says it for the ear.
import { tick, untrack } from 'svelte';
import type { Session, TableState } from '../../core/api';
import { spokenSince } from '../../core/log';
import { play as sound } from '../parts/sound';
import { alarm, say } from '../parts/voice.svelte';
import { moves, t } from '../settings.svelte';
import { play } from './motion';

export class News {
  flag = $state<{ seat: number; points: number } | null>(null); // was completed just now
  private heard: number;
  private told: number;
  private mine: boolean; // it was the person's turn before

  constructor(session: Session) {
    const state = session.state;
    this.heard = state.news.n;
    this.told = state.last;
    this.mine = state.myTurn;
  }

  /** To be called with every state: does nothing with one that was heard. */
  hear(state: TableState, root: Element | undefined, face: (card: string | null) => string): void {
    if (state.news.n === this.heard) return;
    this.heard = state.news.n;
    untrack(() => {
      const { effects } = state.news;
      const flag = effects.find((h) => h.kind === 'flag');
      if (flag) this.flag = { seat: flag.seat, points: flag.points };
      const words = spokenSince(state.log, this.told);
      this.told = state.last;
      if (words) say(words);
      if (effects.some((h) => h.kind === 'claim')) sound('wagons');
      else if (effects.some((h) => h.kind === 'draw')) sound('card');
      if (state.myTurn && !this.mine) sound('turn');
      if (state.myTurn && !this.mine) alarm(t('Your turn.'));
      this.mine = state.myTurn;
      void tick().then(() => root && play(root, effects, state.seat, face, moves()));
    });
  }
}
