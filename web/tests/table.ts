// What tests of tables share: the engine in Node, a page and its worker as the two ends of a MessageChannel,
// and waiting for a state.
import { readFileSync } from 'node:fs';
import type { Session, TableState } from '../core/api';
import { engineOf } from '../core/engine';
import { Local } from '../core/local';
import { serve, type Port } from '../core/serve';
import { memoryStore, type Store } from '../core/store';
import { Wasm } from '../core/wasm';

// Another module can be tried: tests/family/meson.build.
const file = process.env.ANDEN_MODULE ?? new URL('../generated/anden.wasm', import.meta.url);
export const module = new WebAssembly.Module(readFileSync(file));
export const engine = engineOf(new Wasm(module));

/** A page with its worker. `spy` sees every text that leaves the worker. */
export function page(store: Store = memoryStore(), spy: (text: string) => void = () => undefined) {
  const { port1, port2 } = new MessageChannel();
  const worker = port2 as unknown as Port;
  const post = worker.postMessage.bind(worker);
  const watched: Port = {
    postMessage: (message) => {
      spy(JSON.stringify(message));
      post(message);
    },
    get onmessage() {
      return worker.onmessage;
    },
    set onmessage(call) {
      worker.onmessage = call;
    },
  };
  serve(watched, module, store);
  const local = new Local(port1 as unknown as Port, module, engine);
  return {
    local,
    store,
    close() {
      port1.close();
      port2.close();
    },
  };
}

/** The next state that fulfils a condition; the present one counts too. */
export function when(session: Session, holds: (state: TableState) => boolean): Promise<TableState> {
  return new Promise((resolve) => {
    let stop: (() => void) | null = null;
    let done = false;
    stop = session.subscribe((state) => {
      if (done || !holds(state)) return;
      done = true;
      resolve(state);
      queueMicrotask(() => stop?.());
    });
  });
}

/** Dice that roll the same in every run of a test. */
export function dice(seed: number): (n: number) => number {
  let state = seed >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
}

export const SEED = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
