// What this browser keeps for the page, under names: short texts and small values. Some browsers keep nothing; for them
// everything lasts until the page is closed.

/** What is kept under a name, or null. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, or forgets it (null). False if the browser doesn't keep it. */
export function keep(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The value whose JSON is kept under a name; null if there is none, or no JSON. It may have any form. */
export function keptValue(key: string): unknown {
  try {
    return JSON.parse(kept(key) ?? 'null');
  } catch {
    return null;
  }
}

/** What follows a beginning in the names of all that is kept, in order. */
export function keptAfter(beginning: string): string[] {
  try {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(beginning));
    return names.map((key) => key.slice(beginning.length)).sort();
  } catch {
    return [];
  }
}
