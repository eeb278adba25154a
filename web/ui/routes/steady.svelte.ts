// What is worked out anew at every update, as a signal that changes only when it says something else. A derived value would not do:
// all that is drawn from it, and that is a whole board, would be asked at every update whether it is to be drawn anew.
import { untrack } from 'svelte';

type Collection = ReadonlySet<unknown> | ReadonlyMap<unknown, unknown>;

/** Do they say the same in the same order? */
function same(a: Collection | undefined, b: Collection): boolean {
  if (a?.size !== b.size) return false;
  const [left, right] = [a.entries(), b.entries()];
  for (;;) {
    const [x, y] = [left.next(), right.next()];
    if (x.done || y.done) return true;
    if (x.value[0] !== y.value[0] || x.value[1] !== y.value[1]) return false;
  }
}

/** To be called while a component is made. */
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
