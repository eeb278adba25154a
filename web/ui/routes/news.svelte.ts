// Hears what happened at a table, once: plays it for the eye, says it for the ear, keeps a tunnel's cards until they were seen.
import { tick, untrack } from 'svelte';
import type { Effect, Session, TableState } from '../../core/api';
import { spokenSince } from '../../core/log';
import { alarm, say } from '../parts/voice.svelte';
import { moves, t } from '../settings.svelte';
import { play } from './motion';

type Turned = Extract<Effect, { kind: 'turned' }>;

export class News {
  turned = $state<{ effect: Turned; mine: boolean } | null>(null);
  flag = $state<{ seat: number; points: number } | null>(null); // was completed just now
  private heard: number;
  private told: number;
  private mine: boolean; // it was the person's turn before
  private readonly seat: number | null;

  constructor(session: Session) {
    const state = session.state;
    this.heard = state.news.n;
    this.told = state.last;
    this.mine = state.myTurn;
    this.seat = state.seat;
  }

  /** To be called with every state: does nothing with one that was heard. */
  hear(state: TableState, root: Element | undefined, face: (card: string | null) => string): void {
    if (state.news.n === this.heard) return;
    this.heard = state.news.n;
    untrack(() => {
      const { effects } = state.news;
      const turned = effects.find((h) => h.kind === 'turned');
      if (turned)
        this.turned = {
          effect: turned,
          mine: this.mine || effects.some((h) => h.kind === 'claim' && h.seat === this.seat),
        };
      const flag = effects.find((h) => h.kind === 'flag');
      if (flag) this.flag = { seat: flag.seat, points: flag.points };
      const words = spokenSince(state.log, this.told);
      this.told = state.last;
      if (words) say(words);
      if (state.myTurn && !this.mine) alarm(t('Your turn.'));
      this.mine = state.myTurn;
      void tick().then(() => root && play(root, effects, state.seat, face, moves()));
    });
  }

  /** The cards of somebody else's tunnel go away after a while. */
  forgetSoon(ms: number): void {
    const seen = this.turned;
    setTimeout(() => this.turned === seen && (this.turned = null), ms);
  }
}
