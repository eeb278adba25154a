// A table as its screen shows it. Its state is one signal, set by one subscription, and everything shown follows from it. What has
// happened is taken once, before the screen shows it. A family extends the model with what it shows and with what the person is about
// to do (control); the parts of its screen find the model by context.
import { getContext, onDestroy, setContext, type Snippet } from 'svelte';
import { innerHeight, innerWidth } from 'svelte/reactivity/window';
import type { Place, Question, Reason, Session, TableState } from '../../core/api';
import { spokenSince } from '../../core/log';
import type { Position } from '../../core/position';
import type { Item } from '../parts/Menu.svelte';
import { play } from '../parts/sound';
import { alarm, say, type Toast } from '../parts/voice.svelte';
import { t } from '../settings.svelte';
import type { Control } from './control.svelte';
import type { Stands } from './deeds';
import type { ScreenProps } from './face';
import { layoutOf } from './layout';
import { Others } from './others.svelte';
import type { Prompt } from './prompt';
import { Unread } from './unread.svelte';

const TABLE = Symbol('table');

/** Makes the table of a screen and gives it to all parts, as long as the screen is open. To be called while the screen is created. */
export function opened<M extends TableModel>(make: () => M): M {
  const table = make();
  onDestroy(() => table.close());
  return setContext(TABLE, table);
}

/** The table of the screen that the calling part belongs to. */
export const tableHere = <M extends TableModel = TableModel>(): M => getContext<M>(TABLE);

/** What a family adds to parts that all games share. */
export interface Insets {
  about?: Snippet<[seat: number, brief: boolean]>; // what it says about a seat
  sign?: Snippet<[card: string]>; // a picture before the name of a card
}

/** Where toasts lie; anything that is left out is as for all screens (Voice.svelte). In pixels, or as CSS. */
export type Toasts = Partial<Record<'left' | 'bottom' | 'width' | 'aside', number | string>>;

export abstract class TableModel<P extends Position = Position> {
  readonly session: Session;
  state: TableState = $state.raw(null!);
  /** A screen opens when the game has started, so there always is one. */
  readonly position: P = $derived.by(() => this.state.position as P);
  abstract readonly control: Control;
  abstract readonly prompt: Prompt;
  readonly others: Others; // what they did: shown until the person's turn ends
  readonly unread: Unread; // lines of the chat
  private readonly leave: () => void;

  root = $state<HTMLElement>();
  drawer = $state(false); // with the log, where it has no place of its own
  menu = $state(false);
  rules = $state(false);
  readonly width = $derived(innerWidth.current ?? 0);
  readonly height = $derived(innerHeight.current ?? 0);
  readonly screen = $derived(layoutOf(this.width, this.height));
  readonly small = $derived(this.screen === 'phone' || this.screen === 'landscape');

  constructor(
    readonly props: ScreenProps,
    readonly insets: Insets = {},
  ) {
    const { session } = props;
    this.session = session;
    this.state = session.state;
    if (this.state.myTurn) this.callToTurn();
    this.leave = session.subscribe((state) => {
      if (state === this.state) return; // it was there when the screen opened
      this.hear(state);
      this.state = state;
    });
    this.others = new Others(
      () => this.state,
      (seat, run) => this.stands(seat, run),
    );
    this.unread = new Unread(this);
  }

  /** The screen is gone. */
  close(): void {
    this.leave();
  }

  // ---- what has come from the table, before the screen shows it: `this.state` is still the one before

  protected hear(state: TableState): void {
    const { last, myTurn, news } = this.state;
    if (state.news.n === news.n) return;
    const words = spokenSince(state.log, last);
    if (words) say(words);
    this.happened(state);
    if (!myTurn && state.myTurn) this.callToTurn();
  }

  private callToTurn(): void {
    play('turn');
    alarm(t('Your turn.'));
  }

  /** Animates what happened. */
  protected happened(_state: TableState): void {}

  // ---- what the shared parts show

  /** Does a thing that a line of the log names stand on the board as that seat's? */
  protected stands(..._: Parameters<Stands>): boolean {
    return false;
  }

  /** The points of a seat so far. */
  points(seat: number): number | null {
    return this.position.seats[seat - 1]?.points ?? null;
  }
  /** Over the log: how far the game has come. */
  get chapter(): string | null {
    return null;
  }
  /** Beside the prompt: "last round". */
  get chip(): string | null {
    return null;
  }
  /** The seat has one turn left. */
  lastTurn(_seat: number): boolean {
    return false;
  }
  /** Lines of the log after this entry came after the person's last turn; null: none is marked. */
  get since(): number | null {
    return this.others.since;
  }
  /** What the person can do apart from the board. */
  get actions(): { name: string; act: () => void; primary?: boolean }[] {
    return [];
  }
  /** What the family adds to the menu. */
  get items(): Item[] {
    return [];
  }
  get toasts(): Toasts {
    return {};
  }

  /** All others are bots of this page, so hints are fair. */
  readonly practice: boolean = $derived.by(
    () => !this.state.online && this.state.chairs.filter((c) => c.kind === 'person').length === 1,
  );
  /** Can the person ask for a hint now? */
  readonly advised: boolean = $derived.by(() => this.practice && this.state.myTurn);
  /** Is there a button for it in the header? */
  get bulb(): boolean {
    return this.advised;
  }
  /** The table does not show the last action yet. */
  readonly underway: boolean = $derived.by(() => this.control.underway(this.state.last));
  /** Does the screen show what the others did? */
  get recounts(): boolean {
    return this.state.status === 'playing' && this.state.seat !== null;
  }
  /** The header shows it, if it is wide enough: a screen on its side has no height for a line of its own. */
  readonly ticks: boolean = $derived.by(
    () =>
      this.recounts &&
      this.control.only === null &&
      (this.screen === 'wide' || (this.screen === 'landscape' && this.width >= 640)) &&
      this.others.deeds.length > 0,
  );
  /** The log lies in the drawer, which a button of the header opens. */
  get drawn(): boolean {
    return this.screen !== 'desktop';
  }
  /** Can the chat be read? */
  get chatShown(): boolean {
    return !this.drawn || this.drawer;
  }
  /** Goes with the toast that shows a line of the chat. */
  get answer(): Toast['action'] {
    return undefined;
  }

  // ---- questions to the engine: asked again with every new state of the table

  ask<Answer>(question: Question<Answer>): Answer {
    void this.state;
    return this.session.ask(question);
  }
  /** The reason in a sentence; null if there is none. */
  why(question: Question<Reason>): string | null {
    return this.ask(question)?.message ?? null;
  }

  // ---- what the person does

  /** Brings a place of the board into sight. */
  abstract show(place: Place): void;
  /** Answers a key that was pressed anywhere. */
  abstract key(e: KeyboardEvent): void;
  /** Goes on to the next thing that waits for the person. */
  next(): void {
    this.session.step();
  }
  /** Opens the log, with the chat. */
  read(): void {
    this.drawer = true;
  }
  /** Puts the focus on a part of the screen. */
  focus(selector: string): void {
    this.root?.querySelector<HTMLElement>(selector)?.focus();
  }
}
