// People's own maps, kept in this browser: the text of each by the id of its board.
const KEPT = 'anden.map.';

/** The text of a kept map, or null. */
export function keptMap(id: string): string | null {
  try {
    return localStorage.getItem(KEPT + id);
  } catch {
    return null;
  }
}

/** Keeps a map. False if the browser doesn't. */
export function keepMap(id: string, text: string): boolean {
  try {
    localStorage.setItem(KEPT + id, text);
    return true;
  } catch {
    return false;
  }
}

export function dropMap(id: string): void {
  try {
    localStorage.removeItem(KEPT + id);
  } catch {
    // Nothing was kept then.
  }
}

/** The ids of all kept maps, in order. */
export function keptMaps(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(KEPT))
      .map((key) => key.slice(KEPT.length))
      .sort();
  } catch {
    return [];
  }
}
