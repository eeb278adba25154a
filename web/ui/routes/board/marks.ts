// What is drawn on a board beside the board itself: whoever shows one says what is known about it.

/** A way that can be chosen, or is highlighted: a line of its own from city to city, with a letter at both ends, or a
 *  disc. */
export interface Offer {
  letter: string;
  d: string; // '' if there is no way
  dashes: readonly number[]; // and gaps; none: a solid line
  ends: string[];
  on: boolean; // ticked
  bold: boolean; // pointed at
}

/** A route of a path that grows from one end: when it begins to grow, how long that takes, and whether it starts at
 *  the end of its line. */
export interface Leg {
  at: number; // milliseconds
  ms: number;
  back: boolean;
}

export interface Marks {
  owners: ReadonlyMap<number, number>; // route → seat
  stations: ReadonlyMap<string, number>; // city → seat
  lit: ReadonlySet<number>; // routes that can be claimed now
  closed: ReadonlyMap<number, string>; // halves of double routes that can't be claimed any more, with the reason
  selected: number | null; // a route
  houses: ReadonlySet<string>; // cities that may take a station, when that is asked
  rings: ReadonlySet<string>; // cities in question
  goals: ReadonlySet<string>; // cities of one's own tickets
  best: ReadonlySet<number>; // routes on the best ways of one's own tickets
  offers: readonly Offer[]; // ways to choose from
  way: ReadonlySet<number>; // routes that stations borrow
  trail: ReadonlySet<number>; // the longest path, at the end
  legs: ReadonlyMap<number, Leg>; // how it grows
  marked: ReadonlySet<number>; // routes that the log or a hint speaks of
  halos: ReadonlyMap<number, number>; // routes that others claimed last → seat
  discs: ReadonlyMap<string, number>; // cities where they built → seat
  only: number | null; // if set, only the network of this seat is shown
}

/** An empty board. */
export const BARE: Marks = {
  owners: new Map(),
  stations: new Map(),
  lit: new Set(),
  closed: new Map(),
  selected: null,
  houses: new Set(),
  rings: new Set(),
  goals: new Set(),
  best: new Set(),
  offers: [],
  way: new Set(),
  trail: new Set(),
  legs: new Map(),
  marked: new Set(),
  halos: new Map(),
  discs: new Map(),
  only: null,
};
