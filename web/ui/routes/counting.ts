// The steps of counting at the end of a route game: routes, tickets seat by seat, stations, the longest path, the flag.
// All numbers come from the engine; here they are only put in order.
import type { Session } from '../../core/api';
import { travelled, type TicketWay } from './questions';
import type { Route, RoutesBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import type { RoutesPosition, RoutesSeat, TicketRef } from '../../core/position';
import type { Count, Look } from '../end/counting';
import type { Leg } from './board/marks';
import { expressWords } from './sheet';

const ROUTES = 600;
const TICKET = 940; // drawn along its way, then the tick, then the flaps
const STATIONS = 1200;
const PATH = 1600;
const GROWS = 900; // the longest path, from one end

/** Routes in the order of travel from a city, as far as they are connected; the others stay where they are. */
export function chained(board: RoutesBoard, routes: readonly number[], from: string): number[] {
  const left = routes.map((n) => board.routes.find((r) => r.number === n)).filter((r): r is Route => r !== undefined);
  const order: number[] = [];
  for (let city = from; left.length > 0;) {
    const i = left.findIndex((r) => r.a === city || r.b === city);
    const [next] = left.splice(Math.max(i, 0), 1) as [Route];
    order.push(next.number);
    city = next.a === city ? next.b : next.b === city ? next.a : next.b;
  }
  return order;
}

/** The routes of a path in the order of travel, each with the city that it is travelled from (found by Hierholzer's
 *  algorithm). */
export function trailed(routes: readonly Route[]): { route: Route; from: string }[] {
  const left = new Set(routes);
  const degree = new Map<string, number>();
  for (const r of routes) for (const c of [r.a, r.b]) degree.set(c, (degree.get(c) ?? 0) + 1);
  const start = [...degree].find(([, n]) => n % 2 === 1)?.[0] ?? routes[0]?.a ?? '';
  const stack: { city: string; by: Route | null }[] = [{ city: start, by: null }];
  const out: { route: Route; from: string }[] = [];
  while (stack.length > 0) {
    const { city, by } = stack.at(-1)!;
    const next = [...left].find((r) => r.a === city || r.b === city);
    if (next) {
      left.delete(next);
      stack.push({ city: next.a === city ? next.b : next.a, by: next });
    } else {
      stack.pop();
      if (by) out.push({ route: by, from: city });
    }
  }
  return out;
}

/** How a path grows from one end in `ms` milliseconds, at a constant speed. */
export function legsOf(board: RoutesBoard, routes: readonly number[], ms = GROWS): Map<number, Leg> {
  const at = new Map(board.cities.map((c) => [c.name, c]));
  const path = trailed(board.routes.filter((r) => routes.includes(r.number)));
  const all = path.reduce((sum, { route }) => sum + route.length, 0);
  const legs = new Map<number, Leg>();
  let done = 0;
  for (const { route, from } of path) {
    const city = at.get(from);
    const [first, last] = [route.spaces[0], route.spaces.at(-1)];
    const away = (p: { x: number; y: number } | undefined) => Math.hypot((p?.x ?? 0) - city!.x, (p?.y ?? 0) - city!.y);
    const back = first && last && first !== last ? away(last) < away(first) : route.b === from;
    legs.set(route.number, { at: (ms * done) / all, ms: (ms * route.length) / all, back });
    done += route.length;
  }
  return legs;
}

/** The tickets of a seat as they are counted: completed ones first. */
export const inOrder = (tickets: readonly TicketRef[]) =>
  [...tickets].sort((a, b) => Number(b.completed) - Number(a.completed) || b.points - a.points);

function lookAt(board: RoutesBoard, x: TicketRef, way: TicketWay | null): Look {
  return {
    ends: [x.a, x.b],
    value: x.points,
    along: chained(board, way?.own ?? [], x.a),
    gap: way?.routes ?? [],
  };
}

export function routeCounting(t: Translate, session: Session): Count[] {
  const { state } = session;
  const board = state.board as RoutesBoard;
  const position = state.position as RoutesPosition;
  const { options: o } = board;
  const all = (part: string) => new Map(position.seats.map((s): [number, number] => [s.seat, s.score[part] ?? 0]));
  const step = (part: string, says: string, ms: number, look?: Look): Count => ({
    part,
    seat: null,
    points: all(part),
    says,
    ms,
    ...(look ? { look } : {}),
  });
  const tickets = (s: RoutesSeat): Count[] => {
    let sum = 0;
    const bot = state.chairs[s.seat - 1]?.kind === 'bot';
    const list = inOrder(s.tickets ?? []).map((x): Count => {
      sum += x.completed ? x.points : -x.points;
      return {
        part: 'tickets',
        seat: s.seat,
        points: new Map([[s.seat, sum]]),
        says: t('Counting the tickets: {0} to {1}, {2} {2|point|points}.', x.a, x.b, x.points),
        together: t('Counting the tickets.'),
        ms: bot ? TICKET / 2 : TICKET,
        look: lookAt(board, x, session.ask(travelled(board, s.seat, x))),
      };
    });
    const none = { part: 'tickets', seat: s.seat, points: new Map([[s.seat, s.score['tickets'] ?? 0]]), ms: 0 };
    return list.length > 0 ? list : [{ ...none, says: t('Counting the tickets.') }];
  };
  const borrowed = position.seats.flatMap((s) =>
    (s.borrowed ?? []).flatMap((r) => (r ? [{ seat: s.seat, route: r.number }] : [])),
  );
  const counts = [step('routes', t('Counting the routes.'), ROUTES), ...position.seats.flatMap(tickets)];
  if (o.stations > 0)
    counts.push(step('stations', t('Stations that are left, and what others borrow.'), STATIONS, { borrowed }));
  const express = expressWords(t, state, position, board);
  const trails = (express?.seats ?? []).map((s) => position.seats[s - 1]?.trail ?? []);
  if (o.express_points > 0) counts.push(step('express', t('The longest continuous path.'), PATH, { trails }));
  if (o.flag.length > 0) counts.push(step('flag', t('The flags.'), STATIONS));
  return counts;
}
