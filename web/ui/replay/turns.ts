// The turns of a replayed game: which of them a moment belongs to, and where the next one begins.

interface Acting {
  acts: number | null; // who is to act
}

/** By moment: how many turns of single seats had begun. */
function begun(moments: readonly Acting[]): number[] {
  let count = 0;
  let last: number | null = null;
  return moments.map(({ acts }) => {
    if (acts !== null && acts !== last) count++;
    last = acts ?? last;
    return count;
  });
}

/** By moment: the turn of the table, in which every seat acts once; it is 0 until every seat has acted. */
export function turnsOf(moments: readonly Acting[], seats: number): number[] {
  return begun(moments).map((n) => Math.floor(Math.max(0, n - 1) / seats));
}

/** The moment at which the next turn of a seat begins, or the present or the previous one. */
export function turnFrom(moments: readonly Acting[], at: number, by: 1 | -1): number {
  const all = begun(moments);
  const here = all[at] ?? 0;
  if (by > 0) {
    const next = all.findIndex((n) => n > here);
    return next < 0 ? moments.length - 1 : next;
  }
  const start = all.indexOf(here);
  return start < at ? start : Math.max(0, all.indexOf(here - 1));
}
