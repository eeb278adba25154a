// How a game stood and how good its choices were, in the opinion of the program's players. The work is done in workers
// (study.ts), position by position. web/wasm/review.c is the other side.
import type { Legal } from './position';
import type { Wasm } from './wasm';

export interface Judged {
  legal: Legal;
  reason: string; // what speaks for it, without a full stop, or ''
}

export interface Reviewed {
  n: number; // the event's number: the position before it has n events
  seat: number; // from 1
  played: Judged;
  best: Judged | null; // null: nothing better was found
  cost: number; // how much less often the played choice wins, 0 to 1
  error: number; // the standard error of the cost: a difference of up to two of them may be luck
}

/** Games played on from a position: how many, and won by each seat (shared ones in parts). */
export interface Chances {
  n: number;
  games: number;
  wins: number[];
}

/** How often choices are tried: at a glance; to find the best; for a first look at the difference; and, if it is worth
 *  it, for the final number. */
export interface Effort {
  glance: number;
  find: number;
  look: number;
  weigh: number;
}

/** What a choice may have cost, at a glance. */
export interface Glance {
  n: number;
  cost: number;
}

const LOOKS = 4;
const WEIGHS = 12;
const ROUND = 4; // after so many seeds: is weighing still worth it?
const WORTH = 0.02; // a difference of this size is looked at closely
const SURE = 2; // standard errors
const LEAST = 0.03; // a choice that cost less is not called a mistake

/** Plays on from the position after n events: the games number `first` and so on. */
export function chancesAt(wasm: Wasm, n: number, first: number, games: number): Chances {
  return { n, ...wasm.json<{ games: number; wins: number[] }>('review_chances', null, n, first, games) };
}

/** Mean and standard error of some numbers. */
export function estimate(list: readonly number[]): { mean: number; error: number } {
  const mean = list.reduce((a, b) => a + b, 0) / list.length;
  const spread = list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, list.length - 1);
  return { mean, error: Math.sqrt(spread / list.length) };
}

/** How much more often the best choice wins than the one that was played, with the dice of some seeds. */
function differences(wasm: Wasm, from: number, seeds: number, iterations: number): number[] {
  return Array.from({ length: seeds }, (_, i) => {
    const { played = 0, best = 0 } = wasm.json<{ played?: number; best?: number }>(
      'review_weigh',
      null,
      from + i,
      iterations,
    );
    return best - played;
  });
}

type Found = Omit<Reviewed, 'cost' | 'error'>;

/** Looks for the best choice; null if there was nothing to choose. */
function find(wasm: Wasm, n: number, iterations: number): Found | null {
  const found = wasm.json<Found | Record<string, never>>('review_find', null, n, iterations);
  return 'n' in found ? (found as Found) : null;
}

/** A quick look at an event, to know where to look closely first. */
export function glanceAt(wasm: Wasm, n: number, effort: Effort): Glance {
  const found = find(wasm, n, effort.glance);
  if (!found) return { n, cost: -1 };
  return { n, cost: found.best ? estimate(differences(wasm, 0, 1, effort.look)).mean : 0 };
}

/** Weighs the difference thoroughly: rounds of seeds, until it is clear that there is none. */
function weigh(wasm: Wasm, effort: Effort) {
  const all: number[] = [];
  let now = { mean: 0, error: 0 };
  do {
    all.push(...differences(wasm, LOOKS + all.length, ROUND, effort.weigh));
    now = estimate(all);
  } while (all.length < WEIGHS && now.mean + SURE * now.error >= LEAST);
  return now;
}

/**
 * Judges one event; null if there was nothing to choose. A choice that looks better at first is tried again with new
 * dice, and only this counts: otherwise luck would decide which choice is called better.
 */
export function reviewChoice(wasm: Wasm, n: number, effort: Effort): Reviewed | null {
  const choice = find(wasm, n, effort.find);
  if (!choice) return null;
  const as = { ...choice, best: null, cost: 0, error: 0 };
  if (!choice.best || estimate(differences(wasm, 0, LOOKS, effort.look)).mean < WORTH) return as;
  const { mean, error } = weigh(wasm, effort);
  return mean > 0 ? { ...choice, cost: mean, error } : as;
}

/** Is a choice surely worse than what would have been better, whatever luck did? */
export function costly(r: Reviewed): boolean {
  return r.best !== null && r.cost - SURE * r.error >= LEAST;
}

/** The choices that cost most, the worst first: only those that are surely worse. */
export function costliest(all: readonly Reviewed[], most: number): Reviewed[] {
  return all
    .filter(costly)
    .sort((a, b) => b.cost - a.cost || a.n - b.n)
    .slice(0, most);
}

/** Adds up two counts of the same position. */
export function added(a: Chances | undefined, b: Chances): Chances {
  return a ? { n: b.n, games: a.games + b.games, wins: b.wins.map((w, i) => w + (a.wins[i] ?? 0)) } : b;
}

/** One line of the chart for each seat: [events, chance], and at the end its result. */
export function curves(
  all: readonly Chances[],
  seats: number,
  end: { n: number; shares: number[] } | null,
): [number, number][][] {
  const known = all.filter((c) => c.games > 0).sort((a, b) => a.n - b.n);
  return Array.from({ length: seats }, (_, i) => {
    const line = known.map((c): [number, number] => [c.n, (c.wins[i] ?? 0) / c.games]);
    const share = end?.shares[i];
    if (end && share !== undefined && line.length > 0) line.push([end.n, share]);
    return line;
  });
}

/** The chance at a move, interpolated between the two nearest points of a line. */
export function chanceAt(line: readonly [number, number][], n: number): number | undefined {
  const i = line.findLastIndex(([k]) => k <= n);
  const [k, chance] = line[Math.max(0, i)] ?? [];
  const [after, later] = line[i + 1] ?? [];
  if (k === undefined || chance === undefined || i < 0 || after === undefined || later === undefined) return chance;
  return chance + ((later - chance) * (n - k)) / Math.max(1, after - k);
}

/** At most `most` of some numbers, evenly spread, with the first and the last; every second one comes first, then those
 *  in between. */
export function thinned(list: readonly number[], most: number): number[] {
  const many = Math.min(most, list.length);
  const even = Array.from(
    { length: many },
    (_, i) => list[many === 1 ? 0 : Math.round((i * (list.length - 1)) / (many - 1))] ?? 0,
  );
  const once = [...new Set(even)];
  return [
    ...once.filter((_, i) => i % 4 === 0),
    ...once.filter((_, i) => i % 4 === 2),
    ...once.filter((_, i) => i % 2 === 1),
  ];
}
