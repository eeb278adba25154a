// What the board of a route game shows of a table, and the names of its routes and cities for screen readers. Each part is a signal that changes
// only when it says something else, because a whole board is drawn from them.
import type { City, Route } from '../../core/board';
import { steadies, steadily, steady } from '../parts/steady.svelte';
import { settings, t } from '../settings.svelte';
import { BARE, type Marks, type Offer } from './board/marks';
import { waysOf } from './board/ways';
import { DASHES } from './offer';
import type { Payment } from './payments';
import { whyRoute, whyShut } from './questions';
import type { RouteTable } from './table.svelte';
import { routeName } from './words';

const { way, trail, legs, offers: NO_OFFERS } = BARE;

/** To be called while a table is created. */
export function marksOf(table: RouteTable): Marks {
  const { control, others } = table;
  const tickets = () => table.facts.mine?.tickets ?? [];
  return steadies<Marks>({
    owners: () => table.facts.owners,
    stations: () => table.facts.stations,
    // While an event is on its way to the table, nothing else can be done until the table answers.
    lit: () => new Set(table.claims.keys()),
    closed: () => closedOf(table),
    selected: () => table.route?.number ?? null,
    houses: () =>
      new Set([...table.facts.houses.keys()].filter((c) => (control.stationMode && !table.waits) || c === table.city)),
    rings: () => new Set([...(control.mark?.cities ?? []), ...(table.city === null ? [] : [table.city])]),
    goals: () => new Set(tickets().flatMap((x) => (x.completed ? [] : [x.a, x.b]))),
    best: () => new Set(tickets().flatMap((x) => (x.state === 'possible' ? (table.way(x)?.routes ?? []) : []))),
    offers: () => offersOf(table),
    way: () => way,
    trail: () => trail,
    legs: () => legs,
    marked: () => new Set([...(control.mark?.routes ?? []), ...table.which.map((r) => r.number)]),
    halos: () =>
      new Map(others.seen.flatMap(({ seat, place }) => (place?.routes ?? []).map((n) => [n, seat] as const))),
    discs: () =>
      new Map(others.seen.flatMap(({ seat, place }) => (place?.cities ?? []).map((c) => [c, seat] as const))),
    only: () => control.only,
  });
}

/** The other half of a double route that nobody, or not this person, can claim any more, with the reason. */
function closedOf(table: RouteTable): Marks['closed'] {
  const { owners } = table.facts;
  const halves = table.board.routes.filter((r) => r.twin !== null && !owners.has(r.number) && owners.has(r.twin));
  return new Map(
    halves.flatMap((r) => {
      const why = table.why(whyShut(r.number));
      return why === null ? [] : [[r.number, why] as const];
    }),
  );
}

/** The ways of the tickets on offer, and of the ticket that is shown. */
function offersOf(table: RouteTable): Marks['offers'] {
  const { board, plans, shown, control } = table;
  if (plans.length === 0 && !shown) return NO_OFFERS;
  const path = (x: { a: string }, w: ReturnType<RouteTable['way']>) => ({
    from: x.a,
    routes: [...(w?.routes ?? []), ...(w?.own ?? [])],
  });
  const paths = waysOf(
    board,
    plans.map((plan) => path(plan.ticket, plan.way)),
  );
  const offers = plans.map(({ letter, on, ticket: { a, b } }, i): Offer => {
    const dashes = DASHES[i % DASHES.length] ?? [];
    return { letter, on, d: paths[i] ?? '', dashes, ends: [a, b], bold: control.pointed === i };
  });
  if (!shown) return offers;
  // A ticket that is cut off has no way, but its cities are marked all the same.
  const [d = ''] = waysOf(board, [path(shown, table.way(shown))]);
  return [...offers, { letter: '', on: true, d, dashes: [], ends: [shown.a, shown.b], bold: true }];
}

/** What screen readers say about a route and a city. To be called while a component is created. */
export function namesOf(table: RouteTable) {
  const { board } = table;
  const made = new Map<number, { of: string; words: string }>(); // names of routes, and what they were made of
  function nameOf(r: Route, seat: number | undefined, payments: Payment[]): string {
    const owner = seat === undefined ? null : (table.state.names[seat - 1] ?? '');
    const of = [settings.language, owner, ...payments.map((p) => `${p.colour} ${p.coloured} ${p.wilds}`)].join('\n');
    const known = made.get(r.number);
    if (known?.of === of) return known.words;
    const words = routeName(t, board, r, { owner, payments });
    made.set(r.number, { of, words });
    return words;
  }
  const names = steadily(() => {
    const { owners } = table.facts;
    const { claims } = table;
    return new Map(board.routes.map((r) => [r.number, nameOf(r, owners.get(r.number), claims.get(r.number) ?? [])]));
  });
  const sites = steady(() => new Set(table.facts.houses.keys())); // for a station
  return {
    route(r: Route, focused: boolean): string {
      const asks = focused && !table.marks.owners.has(r.number) && !table.marks.lit.has(r.number);
      return [names(r.number) ?? '', asks ? (table.why(whyRoute(r.number)) ?? '') : ''].join(' ').trim();
    },
    city: ({ name }: City): string => (sites.now.has(name) ? t('{0}, you can build a station here.', name) : name),
  };
}
