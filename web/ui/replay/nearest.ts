// Finding the moment of a replay that belongs to a number of events.

/** The index of the last moment with at most n events. */
export function momentAt(moments: readonly { n: number }[], n: number): number {
  let low = 0;
  let high = moments.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((moments[middle]?.n ?? 0) <= n) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
