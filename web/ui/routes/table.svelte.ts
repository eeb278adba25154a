// A table of a route game as its screen shows it: what can be done, what the person is asked, and what has just happened. marks.svelte.ts
// says what the board shows of it.
import { tick } from 'svelte';
import type { Place, TableState } from '../../core/api';
import { turnOf } from '../../core/log';
import type { Route, RoutesBoard } from '../../core/board';
import type { RoutesPosition, TicketRef } from '../../core/position';
import { releaseFocus, writing } from '../parts/focus';
import { topModal } from '../parts/modal.svelte';
import type { Item } from '../parts/Menu.svelte';
import { play } from '../parts/sound';
import { announce, hush, voice } from '../parts/voice.svelte';
import { flies, moves, settings, t } from '../settings.svelte';
import { focusDeeds } from '../table/deeds';
import type { ScreenProps } from '../table/face';
import { TableModel, tableHere, type Insets, type Toasts } from '../table/model.svelte';
import { networkPrompt, type Prompt } from '../table/prompt';
import { showCards } from './art.svelte';
import { freeBelow } from './board/home';
import type Board from './board/RouteBoard.svelte';
import { RouteControl } from './control.svelte';
import { factsOf, sameTicket, type Facts } from './facts';
import { lookOf } from './flying';
import { actionOf } from './keys';
import { marksOf } from './marks.svelte';
import { motionOf } from './motion';
import { plansOf, type Plan } from './offer';
import { cardsOf } from './payments';
import { routePrompt } from './prompt';
import { wayOf, type TicketWay } from './questions';
import { triedIn, type Tried } from './tried';
import { Telling } from './tunnel.svelte';
import { wildOf } from './words';

const PAN = 200; // milliseconds
export const LOW = 142; // the height of a phone's sheet at its lowest stop, where it shows the hand
const NONE: Facts['claims'] = new Map();

export class RouteTable extends TableModel<RoutesPosition> {
  readonly board = this.state.board as RoutesBoard; // it never changes at a table
  readonly wild = wildOf(this.board);
  readonly facts: Facts = $derived(factsOf(this.state, this.position));
  readonly control: RouteControl = new RouteControl(this.session, this);
  readonly telling = new Telling(this.session); // a tunnel
  list = $state(false); // the routes are shown as a list

  constructor(props: ScreenProps, insets: Insets) {
    super(props, insets);
    void showCards(this.board.id);
    this.telling.hear(this.state);
    $effect(() => {
      if (!this.choosing) this.control.forgetOffer();
    });
    $effect.pre(() => {
      if (!this.asked) releaseFocus();
    });
  }

  override close(): void {
    super.close();
    this.telling.end();
  }

  // ---- what the person is asked

  /** Tickets on offer take the place of the hand. */
  readonly choosing: boolean = $derived(this.facts.keeps.length > 0 && !this.underway);
  readonly plans: Plan[] = $derived(this.choosing ? plansOf(this, this.control.ticked) : []); // of the tickets on offer
  /** The person's own tunnel, whose consequences the table does not show yet. */
  readonly trying: Tried | null = $derived.by(() => {
    const tried = this.state.coming && triedIn(this.state.coming);
    return tried?.seat === this.state.seat ? tried : null;
  });
  readonly tunnel: Route | undefined = $derived(this.board.routes.find((r) => r.number === this.telling.tried?.route));
  /** There is a question: on a small screen it takes the place of the cards. */
  readonly asked: boolean = $derived(this.telling.tried !== null || this.control.panel !== null);
  /** What it is about. */
  readonly route: Route | undefined = $derived(this.tunnel ?? this.control.routeOf(this.board));
  readonly city: string | null = $derived(this.tunnel ? null : this.control.city);
  /** A second card has to be taken. */
  readonly second: boolean = $derived(this.state.myTurn && this.position.phase === 'second card');
  /** An event has been on its way for so long that everything looks disabled. */
  readonly waits: boolean = $derived(this.control.waits(this.state.last));

  /** The routes that can be claimed now, with their payments: none as long as a station's city is chosen. */
  readonly claims: Facts['claims'] = $derived(this.waits || this.control.stationMode ? NONE : this.facts.claims);
  /** Routes as near to a tap as each other: the person chooses one. */
  readonly which: Route[] = $derived(
    this.control.which.flatMap((n) => (this.claims.has(n) ? this.board.routes.filter((r) => r.number === n) : [])),
  );

  readonly prompt: Prompt = $derived.by(() => {
    const { state, control, small } = this;
    if (control.only !== null) return networkPrompt(t, state, control.only);
    const { who, what } = routePrompt(t, state, this.position, this.facts, this.trying !== null);
    if (small && this.telling.tried) return { who: what || who, what: '' };
    if (small && this.choosing) return { who: what, what: '' };
    if (control.stationMode && !control.panel) {
      const words = t('Choose a {0} for your station.', t(this.board.words.place));
      return small ? { who: words, what: '' } : { who, what: words };
    }
    if (!small) return { who, what: this.ticks && !this.second ? '' : what };
    if (control.panel?.kind === 'route') return { who: t('Claim a route'), what: '' };
    if (control.panel?.kind === 'city') return { who: t('Build a station'), what: '' };
    return this.second && !control.panel ? { who: what, what: '' } : { who, what: control.panel ? '' : what };
  });

  // ---- what the screen shows

  override points(seat: number): number | null {
    const { counted = true } = this.props;
    const s = this.position.seats[seat - 1];
    return (this.state.status === 'over' && counted ? s?.score.total : s?.points) ?? null;
  }
  /** The hand, without the payment for a tunnel, which lies on the table while the tunnel's cards turn. */
  readonly hand: Record<string, number> | null = $derived.by(() => {
    const own = this.facts.mine?.hand ?? null;
    if (!own || !this.trying) return own;
    const paid = cardsOf(this.trying.paid, this.wild);
    return Object.fromEntries(Object.entries(own).map(([card, n]) => [card, n - (paid[card] ?? 0)]));
  });
  /** The cards of the payment that is chosen. */
  readonly raised: Record<string, number> = $derived(cardsOf(this.control.chosen, this.wild));

  override get chapter(): string | null {
    const { status, acts } = this.state;
    const [seat] = acts;
    return status === 'playing' && seat !== undefined ? t('Turn {0}', turnOf(this.state.log, seat)) : null;
  }
  override get chip(): string | null {
    return this.position.last_round && this.state.status === 'playing' ? t('last round') : null;
  }
  /** In the last round: the seat that is to act, and those after it. */
  override lastTurn(seat: number): boolean {
    const { acts, names } = this.state;
    const [first] = acts;
    return (
      this.chip !== null &&
      first !== undefined &&
      (seat - first + names.length) % names.length < this.position.last_turns
    );
  }
  override get actions() {
    const { pass } = this.facts;
    return [
      ...(pass === null ? [] : [{ name: t('Pass'), act: () => void this.control.act(pass), primary: true }]),
      ...(this.state.sealed === null ? [] : [{ name: t('Choose again'), act: () => void this.control.undo() }]),
    ];
  }
  override get items(): Item[] {
    return [{ name: t('Routes as a list'), act: () => (this.list = true) }];
  }
  override get bulb(): boolean {
    return this.advised && !this.choosing;
  }
  override get recounts(): boolean {
    return super.recounts && !this.choosing;
  }
  /** The dock is high enough to show what the others did; otherwise the log does. */
  readonly striped: boolean = $derived.by(
    () => this.recounts && !this.others.closed && this.screen === 'desktop' && this.height >= 800,
  );
  override get since(): number | null {
    return this.striped ? null : this.others.since;
  }
  protected override stands(seat: number, { route, city }: { route?: number; city?: string }): boolean {
    return (
      (route !== undefined && this.facts.owners.get(route) === seat) ||
      (city !== undefined && this.facts.stations.get(city) === seat)
    );
  }

  // ---- the board

  picture = $state<Board>();
  /** Where it lies in the window, with the pixels below it; `at` changes with every movement. */
  readonly view = $state({ left: 0, below: 0, width: 0, height: 0, scale: 1, at: 0, moving: false });

  // ---- the window

  /** The dock is low, and the market narrow. */
  readonly low: boolean = $derived(this.screen === 'wide' || (this.screen === 'desktop' && this.height < 800));
  stop = $state<0 | 1 | 2>(1); // of a phone's sheet
  side = $state<'hand' | 'tickets' | 'log'>('hand'); // what the column of a phone on its side shows
  dock = $state(0); // the height of the dock, or of a phone's offered tickets
  /** The height of a phone's sheet at its middle stop, and with tickets on offer. */
  readonly rest: number = $derived(this.asked && this.control.panel?.kind !== 'confirm' ? 370 : 272);
  readonly offered: number = $derived((this.plans.length > 3 ? 414 : 364) + (this.control.idea ? 26 : 0));
  /** The height of a phone's sheet, as long as the map is seen. */
  readonly sheet: number = $derived(this.choosing ? this.offered : this.stop === 0 ? LOW : this.rest);

  // Toasts and bars lie in the middle of the board, above the dock or the sheet, never over the cards in hand. A short toast lies where
  // it covers least.
  private readonly covered = $derived.by(() => {
    if (this.screen === 'landscape' || (this.screen === 'phone' && this.stop === 2)) return 0;
    if (this.screen !== 'phone') return this.dock;
    return Math.min(this.choosing ? this.dock : this.sheet, this.height * 0.6);
  });
  private readonly aside = $derived.by(() => {
    const { width, height } = this.view;
    return width > 0 && height > 0 ? freeBelow(this.board, { width, height }) - width / 2 : 0;
  });
  override get toasts(): Toasts {
    const { left, width } = this.view;
    return { bottom: this.covered + 16, ...(width > 0 ? { left: left + width / 2, aside: this.aside } : {}) };
  }

  override get drawn(): boolean {
    return this.screen === 'tablet' || this.screen === 'wide';
  }
  override get chatShown(): boolean {
    if (this.screen === 'phone') return this.stop === 2 && !this.control.panel;
    if (this.screen === 'landscape') return this.side === 'log' && !this.control.panel;
    return super.chatShown;
  }
  override read(): void {
    this.control.close();
    [this.drawer, this.stop, this.side] = [true, 2, 'log'];
  }

  // ---- what has just happened

  flag = $state.raw<{ seat: number; points: number } | null>(null); // was completed
  done = $state.raw<TicketRef[]>([]); // one's own tickets that were completed, to be shown one after another
  /** The ticket whose way is shown. */
  readonly shown: TicketRef | null = $derived(this.control.shown ?? this.done[0] ?? this.control.pinned);
  readonly marks = marksOf(this); // on the board

  protected override hear(state: TableState): void {
    super.hear(state);
    this.telling.hear(state);
    if (!state.myTurn && this.control.panel?.kind === 'confirm') this.control.close();
    // An offer to undo disappears when the table withdraws it.
    if (state.undo === 'no' && voice.toast?.action) hush();
  }

  protected override happened(state: TableState): void {
    const { effects } = state.news;
    const flag = effects.find((h) => h.kind === 'flag');
    if (flag) this.flag = { seat: flag.seat, points: flag.points };
    const known = completed(this.state);
    const fresh = completed(state).filter((x) => !known.some((y) => sameTicket(x, y)));
    if (fresh.length > 0) this.done = [...this.done, ...fresh];
    if (fresh.length > 0) play('ticket');
    else if (effects.some((h) => h.kind === 'claim')) play('wagons');
    else if (effects.some((h) => h.kind === 'draw')) play('card');
    if ((state.position as RoutesPosition).last_round && !this.position.last_round)
      announce(t('Few pieces are left: everybody has one last turn.'));
    const face = (card: string | null) => lookOf(this.board, card);
    if (this.root) void tick().then(motionOf(this.root, effects, state.seat, face, flies()));
  }

  /** The way for a ticket, as the engine sees it now; null if it is cut off. `laid`: routes that count as claimed. */
  way(ticket: TicketRef, laid?: readonly number[]): TicketWay | null {
    return this.ask(wayOf(this.board, ticket, laid));
  }

  // ---- what the person does

  show({ cities = [], routes = [] }: Place): void {
    this.picture?.bring(cities, routes, this.small, moves() ? PAN : 0);
  }
  override next(): void {
    if (this.telling.tried) this.telling.next();
    else super.next();
  }
  /** Pins the way of a ticket to the map, or takes it away; a phone shows it on the whole map. */
  pin(ticket: TicketRef): void {
    this.control.pin(ticket);
    if (!this.control.pinned || !this.small) return;
    if (this.stop === 2) this.stop = 1;
    void tick().then(() => this.picture?.fit());
  }
  /** Ticks a ticket on offer, or takes its tick away; a phone goes there. */
  tick(i: number): void {
    const plan = this.plans[i];
    this.control.tick(i);
    if (!plan || !this.small) return;
    const { ticket, way } = plan;
    this.picture?.goTo([ticket.a, ticket.b], [...(way?.routes ?? []), ...(way?.own ?? [])]);
  }
  /** Opens the question about a route that was chosen in the list. */
  choose(route: number): void {
    this.list = false;
    this.control.open({ kind: 'route', route });
    this.picture?.reveal([], [route]);
  }

  key(e: KeyboardEvent): void {
    const action = actionOf(e, settings.keys, writing(e.target) || !!topModal(), this.plans.length);
    const { control, picture } = this;
    if (!action || (action.do === 'keep' && (e.target as Element).closest('button, a, [role=button]'))) return;
    if (action.do === 'cancel') {
      if (this.telling.tried) return; // once the cards lie there, it can't be cancelled
      control.only = null;
      return control.panel || this.which.length > 0 || control.stationMode ? control.close() : undefined;
    }
    e.preventDefault();
    if (action.do === 'slot') control.draw(action.slot);
    else if (action.do === 'lit') picture?.nextLit(action.step);
    else if (action.do === 'zoom') picture?.zoomBy(action.by);
    else if (action.do === 'fit') picture?.fit();
    else if (action.do === 'tickets') control.tickets();
    else if (action.do === 'station') control.station();
    else if (action.do === 'undo') void control.undo();
    else if (action.do === 'rules') this.rules = true;
    else if (action.do === 'menu') this.menu = true;
    else if (action.do === 'hand') this.focus('#hand');
    else if (action.do === 'own') {
      if (this.choosing) control.ownTickets = !control.ownTickets;
      void tick().then(() => this.focus('.tickets button'));
    } else if (action.do === 'tick') this.tick(action.ticket);
    else if (action.do === 'keep') control.keep();
    else if (action.do === 'hint') void (this.advised && control.hint());
    else if (action.do === 'players') this.focus('#players');
    else if (action.do === 'log') focusDeeds(this.root);
  }
}

const completed = ({ position, seat }: TableState): TicketRef[] =>
  seat === null ? [] : ((position as RoutesPosition).seats[seat - 1]?.tickets ?? []).filter((x) => x.completed);

export const routeHere = () => tableHere<RouteTable>();
