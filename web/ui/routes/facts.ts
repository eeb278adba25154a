// What can be done in a position of a route game, and who owns what, arranged for the screen. Nothing is decided here: it sorts what the
// engine said.
import type { TableState } from '../../core/api';
import type { RoutesPosition, RoutesSeat, TicketRef } from '../../core/position';
import { paymentsOf, type Payment } from './payments';
import type { RoutesLegal } from './legal';

type Of<K extends RoutesLegal['kind']> = Extract<RoutesLegal, { kind: K }>;

export interface Facts {
  mine: RoutesSeat | null;
  hand: Record<string, number>;
  owners: Map<number, number>; // route → seat
  stations: Map<string, number>; // city → seat
  claims: Map<number, Payment[]>; // route → payments
  houses: Map<string, Payment[]>; // city → payments for a station
  draws: Map<number, number>; // slot → event; DECK is the deck
  tickets: number | null; // events without choices, if legal
  pass: number | null;
  decline: number | null;
  extras: Payment[]; // for the tunnel that asks for more
  keeps: Of<'keep'>[];
}

function grouped<T, K>(list: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const map = new Map<K, T[]>();
  for (const item of list) {
    const k = key(item);
    const at = map.get(k);
    if (at) at.push(item);
    else map.set(k, [item]);
  }
  return map;
}

export const ownersOf = (position: RoutesPosition | null): Map<number, number> =>
  new Map(position?.seats.flatMap((s) => s.routes.map((r) => [r.number, s.seat] as const)));
export const stationsOf = (position: RoutesPosition | null): Map<string, number> =>
  new Map(position?.seats.flatMap((s) => s.stations.map((c) => [c, s.seat] as const)));

export function factsOf(state: Pick<TableState, 'seat' | 'legal'>, position: RoutesPosition): Facts {
  const mine = state.seat === null ? null : (position.seats[state.seat - 1] ?? null);
  const hand = mine?.hand ?? {};
  const legal = state.legal as RoutesLegal[];
  const of = <K extends RoutesLegal['kind']>(kind: K) => legal.filter((l) => l.kind === kind) as Of<K>[];
  const single = (kind: RoutesLegal['kind']) => legal.find((l) => l.kind === kind)?.event ?? null;
  const priced = <K>(groups: Map<K, Parameters<typeof paymentsOf>[0][number][]>) =>
    new Map([...groups].map(([key, list]) => [key, paymentsOf(list, hand)]));
  return {
    mine,
    hand,
    owners: ownersOf(position),
    stations: stationsOf(position),
    claims: priced(grouped(of('claim'), (l) => l.route)),
    houses: priced(grouped(of('station'), (l) => l.city)),
    draws: new Map(of('draw').map((l) => [l.slot, l.event])),
    tickets: single('tickets'),
    pass: single('pass'),
    decline: single('decline'),
    extras: paymentsOf(of('extra'), hand),
    keeps: of('keep'),
  };
}

export const sameTicket = (x: TicketRef | null, y: TicketRef) => x?.a === y.a && x.b === y.b && x.points === y.points;

/** The event that keeps exactly these tickets of the offer, or null. */
export function keepEvent(keeps: readonly Of<'keep'>[], chosen: readonly number[]): number | null {
  const want = [...chosen].sort((a, b) => a - b).join();
  return keeps.find((k) => [...k.tickets].sort((a, b) => a - b).join() === want)?.event ?? null;
}
