// What the person at the screen is about to do in a route game: what is selected, which payment is chosen, which
// question is open.
import type { Hint, Session } from '../../core/api';
import type { Route, RoutesBoard } from '../../core/board';
import { DECK, type TicketRef } from '../../core/position';
import { say, toast } from '../parts/voice.svelte';
import { settings, t } from '../settings.svelte';
import { Control } from '../table/control.svelte';
import { routeChoice } from './choice';
import { keepEvent, sameTicket } from './facts';
import type { Payment } from './payments';
import { whyCity, whySlot, whyTickets } from './questions';
import type { RouteTable } from './table.svelte';
import { noun, theCard } from './words';
import type { RoutesLegal } from './legal';

export type Panel =
  | { kind: 'route'; route: number }
  | { kind: 'city'; city: string }
  | { kind: 'confirm'; title: string; note: string; yes: string; event: number; card?: string | null }; // card: its picture; null is a back

export class RouteControl extends Control<RoutesLegal> {
  panel = $state<Panel | null>(null);
  which = $state.raw<number[]>([]); // routes as near to a tap as each other: the person chooses one
  picked = $state<Payment | null>(null);
  flag = $state<Payment | null>(null); // the payment for which the page asks about the flag
  stationMode = $state(false); // shows the cities that may take a station
  shown = $state.raw<TicketRef | null>(null); // the ticket under the pointer, shown on the map
  pinned = $state.raw<TicketRef | null>(null); // the ticket that stays on the map
  markedSlot = $state<number | null>(null);
  taking = $state<number | null>(null); // the slot of the card that is on its way
  // Tickets on offer, by their place in it.
  ticked = $state.raw<number[]>([]); // to be kept
  pointed = $state<number | null>(null); // bold on the map
  ownTickets = $state(false); // meanwhile one's own tickets are shown instead

  constructor(
    session: Session,
    private readonly table: Pick<RouteTable, 'board' | 'position' | 'facts'>,
  ) {
    super(session);
  }

  get payments(): Payment[] {
    const { extras, claims, houses } = this.table.facts;
    if (extras.length > 0) return extras; // a tunnel asks
    if (this.panel?.kind === 'route') return claims.get(this.panel.route) ?? [];
    return this.panel?.kind === 'city' ? (houses.get(this.panel.city) ?? []) : [];
  }

  /** The chosen payment: the one that was picked, if it is still possible, or else the first. */
  get chosen(): Payment | null {
    return this.payments.find((p) => p.event === this.picked?.event) ?? this.payments[0] ?? null;
  }

  /** The route of the question. */
  routeOf(board: RoutesBoard): Route | undefined {
    const { panel } = this;
    return panel?.kind === 'route' ? board.routes.find((r) => r.number === panel.route) : undefined;
  }

  /** Is the route of the question a tunnel? Then nothing is claimed before its cards have turned. */
  private get tunnel(): boolean {
    return this.routeOf(this.table.board)?.tunnel ?? false;
  }

  /** The city of the question. */
  get city(): string | null {
    return this.panel?.kind === 'city' ? this.panel.city : null;
  }

  protected override get asked(): unknown {
    return this.panel;
  }

  /** If there is a panel, it says so itself. */
  protected override refuse(message: string): void {
    super.refuse(message);
    if (this.panel === null) toast(message);
  }

  /** Opens the question about something that the person has chosen. */
  open(panel: Panel): void {
    this.hints = null;
    this.show(panel);
  }

  private show(panel: Panel): void {
    this.panel = panel;
    this.which = [];
    this.only = null;
    this.picked = null;
    this.refused = null;
    this.mark = null;
    this.markedSlot = null;
  }

  close(): void {
    this.panel = null;
    this.which = [];
    this.hints = null;
    this.picked = null;
    this.refused = null;
    this.flag = null;
    this.stationMode = false;
    this.markedSlot = null;
    this.mark = null;
    this.taking = null;
  }

  override showOnly(seat: number): void {
    this.close();
    super.showOnly(seat);
  }

  selectRoute(route: number): void {
    if (this.panel?.kind === 'route' && this.panel.route === route) this.close();
    else this.open({ kind: 'route', route });
  }

  /** Asks which of several routes is meant. */
  ask(routes: number[]): void {
    this.close();
    this.which = routes;
  }

  selectCity(city: string): void {
    if (this.panel?.kind === 'city' && this.panel.city === city) this.close();
    else this.open({ kind: 'city', city });
  }

  claim(payment: Payment): void {
    if (payment.keeps !== null) this.flag = payment;
    else void this.act(payment.event, this.tunnel ? undefined : t('Claimed.'));
  }

  answerFlag(keep: boolean): void {
    const p = this.flag;
    this.flag = null;
    if (p) void this.act(keep && p.keeps !== null ? p.keeps : p.event, t('Claimed.'));
  }

  draw(slot: number): void {
    const { board, position, facts } = this.table;
    const event = facts.draws.get(slot);
    if (event === undefined) {
      toast(this.session.ask(whySlot(slot))?.message ?? t('It is not your turn.'));
      return;
    }
    const card = position.market[slot];
    if (!settings.confirm) {
      if (!this.underway()) this.taking = slot;
      void this.act(event, slot === DECK ? undefined : t('Taken.')).finally(() => (this.taking = null));
    } else {
      const title = slot === DECK || !card ? t('Take a card from the deck?') : t('Take {0}?', theCard(t, board, card));
      this.open({ kind: 'confirm', title, note: '', yes: t('Take it'), event });
    }
  }

  tickets(): void {
    const { tickets } = this.table.facts;
    if (tickets === null) toast(this.session.ask(whyTickets())?.message ?? t('It is not your turn.'));
    else
      this.open({
        kind: 'confirm',
        title: t('Draw tickets?'),
        note: t('You must keep at least one.'),
        yes: t('Draw tickets'),
        event: tickets,
      });
  }

  /** Pins the way of a ticket to the map, or takes it away. */
  pin(ticket: TicketRef): void {
    this.pinned = sameTicket(this.pinned, ticket) ? null : ticket;
    this.shown = null;
  }

  /** Ticks a ticket on offer, or takes its tick away. */
  tick(i: number): void {
    const offer = this.table.facts.mine?.offer?.length ?? 0;
    if (i >= offer) return;
    this.ticked = this.ticked.includes(i) ? this.ticked.filter((k) => k !== i) : [...this.ticked, i];
    this.ownTickets = false;
    this.hints = null;
  }

  /** Keeps the ticked tickets, if that is allowed. */
  keep(): void {
    const event = keepEvent(this.table.facts.keeps, this.ticked);
    if (event !== null) void this.act(event);
  }

  /** The offer is gone. */
  forgetOffer(): void {
    this.ticked = [];
    this.pointed = null;
    this.ownTickets = false;
  }

  station(): void {
    const { board, facts } = this.table;
    if (board.options.stations === 0) return;
    if (facts.houses.size === 0) {
      const city = board.cities[0]?.name ?? '';
      toast(this.session.ask(whyCity(board, city))?.message ?? t('It is not your turn.'));
      return;
    }
    this.close();
    this.stationMode = true;
    say(t('Choose a {0} for your station.', noun(t, 1, board.words.place)));
  }

  protected override topic({ legal: l, event }: Hint<RoutesLegal>): string {
    if (l.kind === 'claim') return `route ${l.route}`;
    if (l.kind === 'station') return `city ${l.city}`;
    if (l.kind === 'draw') return `card ${this.table.position.market[l.slot] ?? 'deck'}`;
    return l.kind === 'extra' ? 'extra' : String(event);
  }

  protected override select({ legal: l, event }: Hint<RoutesLegal>): void {
    if (l.kind === 'keep') {
      this.ticked = l.tickets;
      this.ownTickets = false;
    } else if (l.kind === 'claim') this.show({ kind: 'route', route: l.route });
    else if (l.kind === 'station') this.show({ kind: 'city', city: l.city });
    else if (l.kind !== 'extra' && l.kind !== 'decline') this.show(this.question(l, event));
    this.picked = this.payments.find((p) => p.event === event || p.keeps === event) ?? null;
    this.markedSlot = l.kind === 'draw' ? l.slot : null;
  }

  /** A choice that is neither a route nor a city, as a question. */
  private question(l: RoutesLegal, event: number): Panel {
    const { board, position, facts } = this.table;
    const title = routeChoice(t, board, position, facts.mine?.seat ?? 1, l).replace(/\.$/, '');
    if (l.kind === 'draw')
      return { kind: 'confirm', title, note: '', yes: t('Take it'), event, card: position.market[l.slot] ?? null };
    return { kind: 'confirm', title, note: '', yes: l.kind === 'tickets' ? t('Draw tickets') : t('Pass'), event };
  }
}
