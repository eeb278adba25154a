// Shows a tunnel in order: three backs, one card after the other, what they ask for, and the answer. No consequence of
// the cards is shown before they have turned, and somebody else's tunnel is gone before the next turn begins: the
// session holds back what comes next (`told` and `hold` in api.ts).
import type { Session, TableState } from '../../core/api';
import type { Told } from '../../core/client';
import type { RoutesPosition } from '../../core/position';
import { play } from '../parts/sound';
import { moves, settings } from '../settings.svelte';
import { answeredIn, triedIn, type Answered, type Tried } from './tried';

const TURN = 320; // a card turns
const APART = 480; // from one card to the next
const CLEAR = 900; // "Nothing asked. Claimed."
const RIVAL = 1600; // somebody else's tunnel, after its last card

export class Telling {
  tried = $state.raw<Tried | null>(null); // the tunnel that is shown; null: none
  open = $state(0); // cards that lie open
  turned = $state(false); // all of them have been shown
  answer = $state.raw<Answered | null>(null); // what somebody else did when it asked
  private heard: readonly Told[] | null = null; // what came before its update
  private timer: ReturnType<typeof setTimeout> | null = null;
  private release: (() => void) | null = null;
  private then: (() => void) | null = null; // what happens when the person goes on

  constructor(private readonly session: Session) {
    session.first = (coming) => triedIn(coming) !== null || this.othersAnswer(coming) !== null;
  }

  /** Is it the viewer's own? */
  get mine(): boolean {
    return this.tried !== null && this.tried.seat === this.session.state.seat;
  }

  /** To be called with every state. */
  hear(state: TableState): void {
    const { coming } = state;
    if (coming && coming === this.heard) return;
    this.heard = coming;
    const tried = coming && triedIn(coming);
    const answer = coming && this.othersAnswer(coming);
    if (tried) this.begin(tried);
    else if (answer) this.answeredBy(answer);
    else this.follow(state);
  }

  private othersAnswer(coming: readonly Told[]): Answered | null {
    const answer = answeredIn(coming);
    return answer?.seat === this.session.state.seat ? null : answer;
  }

  private begin(tried: Tried): void {
    this.clear();
    this.tried = tried;
    play('tunnel');
    if (moves()) this.later(APART, () => this.step());
    else this.later(0, () => this.finish());
  }

  private step(): void {
    this.open += 1;
    play('card');
    if (this.open < (this.tried?.cards.length ?? 0)) this.later(APART, () => this.step());
    else this.later(TURN, () => this.opened());
  }

  /** Turns the rest. */
  finish(): void {
    if (!this.tried || this.turned) return;
    this.open = this.tried.cards.length;
    this.opened();
  }

  private opened(): void {
    const { session, tried, mine } = this;
    if (!tried) return;
    this.turned = true;
    if (mine && tried.extra === 0) {
      this.release = session.hold();
      this.later(CLEAR, () => this.clear());
    }
    if (mine || tried.extra > 0) session.told();
    else this.stay(() => this.gone());
    const person = session.state.chairs[tried.seat - 1]?.kind === 'person';
    if (!mine && tried.extra > 0 && person) this.stay(() => this.clear()); // nobody knows how long they will think
  }

  /** Somebody else pays what it asks for, or does not. */
  private answeredBy(answer: Answered): void {
    this.answer = answer;
    if (this.tried) this.stay(() => this.gone());
    else this.later(0, () => this.gone());
  }

  /** It has been shown: it disappears, and its result appears. */
  private gone(): void {
    this.clear();
    this.session.told();
  }

  /** The viewer's own tunnel is over when it is answered, or taken back. */
  private follow(state: TableState): void {
    if (!this.tried) this.late(state);
    else if (this.turned && !this.release && !(state.position as RoutesPosition | null)?.tunnel) this.clear();
  }

  /** The page was opened when the cards already lay there. */
  private late(state: TableState): void {
    const tunnel = (state.position as RoutesPosition | null)?.tunnel;
    const [seat] = state.acts;
    if (!tunnel || seat === undefined || seat !== state.seat) return;
    const cards = tunnel.turned_up.map((card, i) => ({ card, asks: tunnel.asks[i] ?? false }));
    this.tried = { seat, route: tunnel.route.number, paid: tunnel.paid, cards, extra: tunnel.extra };
    this.open = cards.length;
    this.turned = true;
  }

  /** Somebody else's tunnel stays for a while, or until the person goes on. */
  private stay(then: () => void): void {
    if (settings.pace === 'wait' && !this.session.state.online) this.then = then;
    else this.later(RIVAL, then);
  }

  /** Goes on. */
  next(): void {
    const { then } = this;
    this.then = null;
    if (!this.turned) this.finish();
    else if (then) then();
    else this.session.step();
  }

  private later(ms: number, act: () => void): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(act, ms);
  }

  private clear(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    const { release } = this;
    this.timer = this.release = this.then = this.tried = this.answer = null;
    this.open = 0;
    this.turned = false;
    release?.();
  }

  /** The screen closes: everything that was held back is shown. */
  end(): void {
    this.session.first = () => false;
    this.session.told();
    this.clear();
  }
}
