// What an update brings of a tunnel, which is shown before its consequences.
import type { Told } from '../../core/client';
import type { What } from '../../core/news';
import type { Paid } from './payments';

/** A tunnel that is tried: its cards are shown one by one. */
export interface Tried {
  seat: number;
  route: number;
  paid: Paid;
  cards: { card: string; asks: boolean }[];
  extra: number; // cards that it asks for
}

/** What a seat does when its tunnel asks for more: what it pays, or null if it takes its cards back. */
export interface Answered {
  seat: number;
  route: number;
  paid: Paid | null;
}

const paidBy = ({ colour, coloured, wilds }: What): Paid => ({
  colour: colour ?? null,
  coloured: coloured ?? 0,
  wilds: wilds ?? 0,
});

/** The tunnel that is tried in an update, if there is one. */
export function triedIn(happenings: readonly Told[]): Tried | null {
  let tried: Tried | null = null;
  for (const { kind, seat, what } of happenings) {
    if (kind === 'choice' && what?.kind === 'claim')
      tried = { seat: seat ?? 1, route: what.route ?? 0, paid: paidBy(what), cards: [], extra: 0 };
    if (what?.to !== 'tunnel' || !tried) continue;
    tried.cards.push({ card: what.card ?? '', asks: what.asks ?? false });
    if (what.asks) tried.extra += 1;
  }
  return tried && tried.cards.length > 0 ? tried : null;
}

/** What a seat does in an update when its tunnel asks for more. */
export function answeredIn(happenings: readonly Told[]): Answered | null {
  for (const { kind, seat, what } of happenings)
    if (kind === 'choice' && (what?.kind === 'extra' || what?.kind === 'decline'))
      return { seat: seat ?? 1, route: what.route ?? 0, paid: what.kind === 'extra' ? paidBy(what) : null };
  return null;
}
