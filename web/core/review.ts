// How good the choices of a game were, by the players that search. The work is done in a worker of its own
// (study.worker.ts), choice by choice. web/wasm/review.c is the other side.
import type { Legal } from './position';
import type { Wasm } from './wasm';

export interface Judged {
  legal: Legal;
  chance: number | null; // to win, 0 to 1, as the seat could reckon it
  reason: string; // what speaks for it, without a full stop, or ''
}

export interface Reviewed {
  n: number; // the event's number: the position before it has n events
  seat: number; // from 1
  played: Judged;
  best: Judged | null; // null: nothing better was found
}

/** Judges one event; null if there was nothing to choose. */
export function reviewChoice(wasm: Wasm, n: number, iterations: number): Reviewed | null {
  const answer = wasm.json<Reviewed | Record<string, never>>('review_choice', null, n, iterations);
  return 'n' in answer ? (answer as Reviewed) : null;
}

/** How much a choice gave away, in chance to win. */
export function cost(r: Reviewed): number {
  return r.best ? Math.max(0, (r.best.chance ?? 0) - (r.played.chance ?? 0)) : 0;
}

/** The choices that cost most, dearest first; what chance could as well have made of it is left out. */
export function dearest(all: readonly Reviewed[], most: number, least = 0.05): Reviewed[] {
  return all.filter((r) => cost(r) >= least).sort((a, b) => cost(b) - cost(a) || a.n - b.n).slice(0, most);
}

/**
 * One line of the chart for each seat: [events, chance] at its own choices, evened out over three of them (a
 * single number comes from few games), and what became of it at the end.
 */
export function curves(all: readonly Reviewed[], seats: number, end: { n: number; shares: number[] } | null): [number, number][][] {
  return Array.from({ length: seats }, (_, i) => {
    const own = all.filter((r) => r.seat === i + 1 && r.played.chance !== null).sort((a, b) => a.n - b.n);
    const line = own.map((r, k): [number, number] => {
      const near = own.slice(Math.max(0, k - 1), k + 2);
      return [r.n, near.reduce((sum, x) => sum + (x.played.chance ?? 0), 0) / near.length];
    });
    const share = end?.shares[i];
    if (end && share !== undefined) line.push([end.n, share]);
    return line;
  });
}
