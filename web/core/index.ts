// What the page uses of core from its first screen on: factories. The types are in api.ts; connect.ts has what is only
// needed with a server.
import type { LocalGame, LocalTable } from './api';
import { loadEngine } from './engine';
import { Local } from './local';
import type { Port } from './serve';
import { loadModule } from './wasm';

export { NoEngine } from './wasm';

export { loadEngine } from './engine';
export { speak } from './language';

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
