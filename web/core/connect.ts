// The way to a server, and who we are there. Kept apart from index.ts, because the first screen needs neither.
import type { Online } from './api';
import { loadEngine, loadLocal } from './index';
import { Server, type Setup } from './online';
import type { Keep } from './socket';
import { loadModule } from './wasm';

const TOKEN = 'anden.token';

/** A text that the browser keeps under a name. A browser that keeps nothing forgets it with the page. */
function kept(key: string): { get(): string | null; set(next: string | null): void } {
  let value: string | null = null;
  try {
    value = localStorage.getItem(key);
  } catch {
    // a browser that keeps nothing
  }
  return {
    get: () => value,
    set(next) {
      value = next;
      try {
        if (next === null) localStorage.removeItem(key);
        else localStorage.setItem(key, next);
      } catch {
        // as above
      }
    },
  };
}

/** Who we are at a server, kept in this browser; without storage, only as long as the page is open. */
function keepOf(url: string): Keep {
  const key = url === location.origin ? TOKEN : `${TOKEN} ${url}`;
  return { ...kept(key), known: kept(`${key} known`) };
}

/** Connects to the server at an address such as location.origin. `name`: the name of a new guest. */
export function connect(url: string = location.origin, name: () => string = () => ''): Online {
  const load: Setup['load'] = async () => ({ module: await loadModule(), engine: await loadEngine() });
  const think: Setup['think'] = async (position) => (await loadLocal()).think(position);
  return new Server({ url, load, keep: keepOf(url), name, think });
}
