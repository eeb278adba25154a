// What is computed again at every update, as a signal that changes only when it says something else; sets and maps when
// their contents change. A derived value would not do: everything that is drawn from it, a whole board or log, would be
// checked at every update.

type Collection = ReadonlySet<unknown> | ReadonlyMap<unknown, unknown>;
const isCollection = (x: unknown): x is Collection => x instanceof Set || x instanceof Map;

/** Are they the same, or do they have the same contents in the same order? */
function same(a: unknown, b: unknown): boolean {
  if (a === b || !isCollection(a) || !isCollection(b)) return a === b;
  if (a.size !== b.size) return false;
  const [left, right] = [a.entries(), b.entries()];
  for (;;) {
    const [x, y] = [left.next(), right.next()];
    if (x.done || y.done) return true;
    if (x.value[0] !== y.value[0] || x.value[1] !== y.value[1]) return false;
  }
}

/** To be called while a component is created. */
export function steady<T>(now: () => T): { readonly now: T } {
  let last: T;
  let kept = $state.raw<T>();
  $effect.pre(() => {
    const next = now();
    if (!same(last, next)) kept = last = next;
  });
  return {
    get now() {
      return kept!;
    },
  };
}

/** The same for some values: an object with a signal of this kind for each. */
export function steadies<T extends object>(values: { [K in keyof T]: () => T[K] }): Readonly<T> {
  const all = {};
  for (const [name, now] of Object.entries<() => unknown>(values)) {
    const value = steady(now);
    Object.defineProperty(all, name, { get: () => value.now });
  }
  return all as T;
}

/** Everything that has been in a set until now. */
export function ever<T>(set: () => ReadonlySet<T>): { readonly now: ReadonlySet<T> } {
  let last: ReadonlySet<T> = new Set();
  let all = $state.raw(last);
  $effect.pre(() => {
    all = last = new Set([...last, ...set()]);
  });
  return {
    get now() {
      return all;
    },
  };
}

/** The same for every key of a map: what is drawn from one of them changes only when that one does. */
export function steadily<K, V>(now: () => ReadonlyMap<K, V>): (key: K) => V | undefined {
  class Value {
    now = $state.raw<V>();
  }
  const values = new Map<K, Value>();
  $effect.pre(() => {
    for (const [key, value] of now()) {
      const known = values.get(key) ?? new Value();
      known.now = value;
      values.set(key, known);
    }
  });
  return (key) => values.get(key)?.now;
}
