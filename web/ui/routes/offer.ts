// The tickets on offer as plans: the way that each would go, drawn in a line of its own, and what it costs in addition
// to the ticked ones. Ways and pieces come from the engine.
import type { TicketRef } from '../../core/position';
import type { TicketWay } from './questions';
import type { RouteTable } from './table.svelte';

export const LETTERS = 'ABCDEFGH';

/** Dashes and gaps of the lines of A, B, C, D, for a line of 3.6 units; '' is solid. A dash of 0 is a dot. */
export const DASHES: readonly (readonly number[])[] = [[], [11, 6], [0, 7], [12, 5, 0, 5]];

export interface Plan {
  letter: string;
  ticket: TicketRef;
  on: boolean; // ticked
  way: TicketWay | null; // as if the ways of ticked tickets before it (of all, for one that is not ticked) were laid; null: cut off
  alone: TicketWay | null; // by itself
  beside: string[]; // letters of ticked tickets whose ways it uses
  lie: number; // one's own pieces that are already on its way
}

export function plansOf(table: Pick<RouteTable, 'board' | 'facts' | 'way'>, ticked: readonly number[]): Plan[] {
  const offer = table.facts.mine?.offer ?? [];
  const laid = new Map<number, string>(); // route → the letter of the plan that lays it
  const plans = new Map<number, Plan>();
  const order = [...offer.keys()].sort((i, k) => Number(ticked.includes(k)) - Number(ticked.includes(i)) || i - k);
  for (const i of order) {
    const ticket = offer[i]!;
    const letter = LETTERS[i] ?? '';
    const on = ticked.includes(i);
    const alone = table.way(ticket);
    const way = laid.size > 0 ? table.way(ticket, [...laid.keys()]) : alone;
    const beside = new Set((way?.own ?? []).flatMap((r) => laid.get(r) ?? []));
    const lie = table.board.routes.reduce((sum, r) => sum + (alone?.own.includes(r.number) ? r.length : 0), 0);
    plans.set(i, { letter, ticket, on, way, alone, beside: [...beside].sort(), lie });
    if (on) for (const r of way?.routes ?? []) laid.set(r, letter);
  }
  return [...offer.keys()].map((i) => plans.get(i)!);
}
