// Finds what the page animates in the entries of an update: cards that fly, wagons that land. Every member of `what` is
// explained in doc/protocol.md.
import type { Effect } from './api';
import type { Told } from './client';
import { DECK } from './position';

/** `what` of an entry, as protocol/event_json.c writes it. */
export interface What {
  event: number;
  kind: string;
  points?: number;
  sweep?: boolean;
  seat?: number; // the seat that gets it, in its hand or offer
  slot?: number;
  card?: string | null;
  route?: number;
  claimed?: number;
  flag_points?: number;
  city?: string;
  colour?: string | null; // of a payment
  coloured?: number;
  wilds?: number;
  flag?: boolean; // a card is kept for the flag
  count?: number;
  to?: 'hand' | 'first hand' | 'market' | 'tunnel';
  asks?: boolean;
  extra?: number;
  ticket?: { a: string; b: string; points: number } | null;
  square?: string;
  tile?: string | null;
  lines?: { station: number; points: number }[];
}

/** What a choice of a seat shows. */
function chosen(what: What, seat: number): Effect[] {
  switch (what.kind) {
    case 'draw': // a card from the deck is shown when it is dealt
      return what.slot === undefined || what.slot === DECK
        ? []
        : [{ kind: 'draw', seat, slot: what.slot, card: what.card ?? null }];
    case 'station':
      return [{ kind: 'station', seat, city: what.city ?? '' }];
    case 'keep':
      return [{ kind: 'tickets', seat, count: what.count ?? 0 }];
    case 'place':
      return [{ kind: 'place', seat, square: what.square ?? '', tile: what.tile ?? '' }];
    default:
      return what.claimed === undefined ? [{ kind: 'other', seat }] : [];
  }
}

/** What the happenings of one update show, in order. `actor` is the last seat that acted before the update. */
export function effectsOf(happenings: readonly Told[], actor: number | null): Effect[] {
  const all: Effect[] = [];
  for (const entry of happenings) {
    const what = entry.what;
    if (entry.seat !== undefined) actor = entry.seat;
    if (!what) {
      if (entry.kind !== 'sealed') all.push({ kind: 'other', seat: entry.seat ?? null });
      continue;
    }
    const seat = actor ?? 1;
    if (entry.kind === 'choice') {
      all.push(...chosen(what, seat));
    } else if (what.to === 'hand') {
      all.push({ kind: 'draw', seat, slot: DECK, card: what.card ?? null });
    } else if (what.to === 'market') {
      all.push({ kind: 'refill', slot: what.slot ?? 0, card: what.card ?? '' });
    } else if (what.to === 'tunnel') {
      all.push({ kind: 'turned', seat, route: what.route ?? 0 });
    }
    if (what.claimed !== undefined) all.push({ kind: 'claim', seat, route: what.claimed });
    if (what.flag_points) all.push({ kind: 'flag', seat, points: what.flag_points });
    for (const line of what.lines ?? []) all.push({ kind: 'line', ...line });
    if (what.sweep) all.push({ kind: 'sweep' });
  }
  return all;
}
