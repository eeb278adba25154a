// A set or map that is computed again at every update, as a signal that changes only when its contents change. A
// derived value would not do: everything that is drawn from it, a whole board, would be checked at every update.
import { untrack } from 'svelte';

type Collection = ReadonlySet<unknown> | ReadonlyMap<unknown, unknown>;

/** Do they have the same contents in the same order? */
function same(a: Collection | undefined, b: Collection): boolean {
  if (a?.size !== b.size) return false;
  const [left, right] = [a.entries(), b.entries()];
  for (;;) {
    const [x, y] = [left.next(), right.next()];
    if (x.done || y.done) return true;
    if (x.value[0] !== y.value[0] || x.value[1] !== y.value[1]) return false;
  }
}

/** To be called while a component is created. */
export function steady<T extends Collection>(now: () => T): { readonly now: T } {
  let kept = $state.raw<T>();
  $effect.pre(() => {
    const next = now();
    if (
      !same(
        untrack(() => kept),
        next,
      )
    )
      kept = next;
  });
  return {
    get now() {
      return kept!;
    },
  };
}
