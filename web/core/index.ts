// What the page uses of core: factories. The types are in api.ts.
import type { LocalGame, LocalTable, Online } from './api';
import { loadEngine } from './engine';
import { Local } from './local';
import { Server, type Setup } from './online';
import type { Port } from './serve';
import type { Keep } from './socket';
import { loadModule } from './wasm';

export { NoEngine } from './wasm';

export { loadEngine } from './engine';
export { speak } from './language';
export { NoTable } from './session';

let local: Promise<Local> | null = null;

/** The worker with the tables of this page, started when it is first needed. */
export function loadLocal(): Promise<Local> {
  local ??= (async () => {
    const [module, engine] = await Promise.all([loadModule(), loadEngine()]);
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.postMessage(module);
    return new Local(worker as unknown as Port, module, engine);
  })();
  local.catch(() => (local = null));
  return local;
}

export async function createLocal(game: LocalGame): Promise<LocalTable> {
  return (await loadLocal()).create(game);
}

export async function openLocal(id: string): Promise<LocalTable> {
  return (await loadLocal()).open(id);
}

export async function listLocal() {
  return (await loadLocal()).list();
}

export async function deleteLocal(id: string): Promise<void> {
  return (await loadLocal()).delete(id);
}

/** The pause before a bot's move, in milliseconds, so that people can follow. */
export async function setPace(milliseconds: number): Promise<void> {
  await (await loadLocal()).pace(milliseconds);
}

const TOKEN = 'anden.token';

/** Who we are at a server, kept in this browser; without storage, as long as the page is open. */
/** What the browser keeps under a name; a browser that keeps nothing forgets it with the page. */
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

function keepOf(url: string): Keep {
  const key = url === location.origin ? TOKEN : `${TOKEN} ${url}`;
  return { ...kept(key), known: kept(`${key} known`) };
}

/** Connects to the server at an address such as location.origin. `name`: how a new guest is to be called. */
export function connect(url: string = location.origin, name: () => string = () => ''): Online {
  const load: Setup['load'] = async () => ({ module: await loadModule(), engine: await loadEngine() });
  const think: Setup['think'] = async (position) => (await loadLocal()).think(position);
  return new Server({ url, load, keep: keepOf(url), name, think });
}
