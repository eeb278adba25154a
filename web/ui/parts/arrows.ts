// Arrow keys: from one thing to the next.

/** The directions of the arrow keys on a board. */
export const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Where a key leads from place `at` of so many in a row, round and round; Home and End lead to the first and the last.
 *  The key then does nothing else. Null if it leads nowhere. */
export function stepTo(e: KeyboardEvent, at: number, count: number): number | null {
  const arrow = ARROWS[e.key];
  const to = arrow ? at + arrow.x + arrow.y : { Home: 0, End: count - 1 }[e.key];
  if (to === undefined || count === 0) return null;
  e.preventDefault();
  e.stopPropagation();
  return (to + count) % count;
}
