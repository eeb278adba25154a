// Takes what happened at a table, once: animates it, and says it for screen readers.
import { tick, untrack } from 'svelte';
import type { Session, TableState } from '../../core/api';
import { spokenSince } from '../../core/log';
import type { RoutesPosition, TicketRef } from '../../core/position';
import { play as sound } from '../parts/sound';
import { alarm, say } from '../parts/voice.svelte';
import { flies, t } from '../settings.svelte';
import { motionOf } from './motion';

const completed = ({ position, seat }: TableState): TicketRef[] =>
  seat === null ? [] : ((position as RoutesPosition | null)?.seats[seat - 1]?.tickets ?? []).filter((x) => x.completed);
const key = (x: TicketRef) => `${x.a} ${x.b} ${x.points}`;

export class News {
  flag = $state<{ seat: number; points: number } | null>(null); // was completed just now
  done = $state.raw<TicketRef[]>([]); // one's own tickets that were just completed
  private known: string[]; // one's own completed tickets
  private heard: number;
  private told: number;
  private mine: boolean; // it was the person's turn before

  constructor(session: Session) {
    const state = session.state;
    this.known = completed(state).map(key);
    this.heard = state.news.n;
    this.told = state.last;
    this.mine = state.myTurn;
  }

  /** To be called with every state, before the page shows it: does nothing with a state that it has had already. */
  hear(state: TableState, root: Element | undefined, face: (card: string | null) => string): void {
    if (state.news.n === this.heard) return;
    this.heard = state.news.n;
    untrack(() => {
      const { effects } = state.news;
      const flag = effects.find((h) => h.kind === 'flag');
      if (flag) this.flag = { seat: flag.seat, points: flag.points };
      const done = completed(state);
      const fresh = done.filter((x) => !this.known.includes(key(x)));
      this.known = done.map(key);
      if (fresh.length > 0) this.done = [...this.done, ...fresh];
      const words = spokenSince(state.log, this.told);
      this.told = state.last;
      if (words) say(words);
      if (fresh.length > 0) sound('ticket');
      else if (effects.some((h) => h.kind === 'claim')) sound('wagons');
      else if (effects.some((h) => h.kind === 'draw')) sound('card');
      if (state.myTurn && !this.mine) sound('turn');
      if (state.myTurn && !this.mine) alarm(t('Your turn.'));
      this.mine = state.myTurn;
      if (root) void tick().then(motionOf(root, effects, state.seat, face, flies()));
    });
  }
}
