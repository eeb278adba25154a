// The way to a server, and who we are there. Kept apart from index.ts, because the first screen needs neither.
import { loadEngine, loadLocal } from './index';
import { Server, type Setup } from './online';
import type { Keep } from './socket';
import { loadModule } from './wasm';
import { keep, kept } from './kept';

const TOKEN = 'anden.token';

/** A text that the browser keeps under a name, as this page knows it: another tab may change it. */
function text(key: string): { get(): string | null; set(next: string | null): void } {
  let value = kept(key);
  return {
    get: () => value,
    set(next) {
      value = next;
      keep(key, next);
    },
  };
}

/** Who we are at a server, kept in this browser; without storage, only as long as the page is open. */
function keepOf(url: string): Keep {
  const key = url === location.origin ? TOKEN : `${TOKEN} ${url}`;
  return { ...text(key), known: text(`${key} known`) };
}

/** Connects to the server at an address such as location.origin. `name`: the name of a new guest. */
export function connect(url: string = location.origin, name: () => string = () => ''): Server {
  const load: Setup['load'] = async () => ({ module: await loadModule(), engine: await loadEngine() });
  const think: Setup['think'] = async (position) => (await loadLocal()).think(position);
  return new Server({ url, load, keep: keepOf(url), name, think });
}
