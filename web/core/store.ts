// Keeping local games: in the browser's IndexedDB, or, where it keeps nothing, only as long as the page is
// open. Who plays and what happened is one record for each game; its entries are the truth (table/entry.h).
import type { LocalRecord } from './api';

export interface KeptGame extends LocalRecord {
  plan: string; // JSON, as clients are told
  seats: { kind: string; bot?: string }[];
  seed: Uint8Array;
  forked: boolean; // began with the events of a log
  entries: Uint8Array;
  next: string | null; // the rematch
}

export interface Store {
  readonly lasting: boolean; // does it outlive the page?
  put(game: KeptGame): Promise<void>; // begun when it is called: the last one holds
  get(id: string): Promise<KeptGame | null>;
  list(): Promise<KeptGame[]>;
  delete(id: string): Promise<void>;
}

export function memoryStore(): Store {
  const games = new Map<string, KeptGame>();
  return {
    lasting: false,
    put: async (game) => void games.set(game.id, structuredClone(game)),
    get: async (id) => games.get(id) ?? null,
    list: async () => [...games.values()],
    delete: async (id) => void games.delete(id),
  };
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'));
  });
}

/** IndexedDB if it can be had, else memory. */
export async function openStore(): Promise<Store> {
  try {
    const request = indexedDB.open('anden', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
    const db = await done(request);
    const games = (mode: IDBTransactionMode) => db.transaction('games', mode).objectStore('games');
    return {
      lasting: true,
      put(game) {
        // Committed at once: the worker may be busy with a bot's move for a while before it hears of success.
        const transaction = db.transaction('games', 'readwrite');
        transaction.objectStore('games').put(game);
        transaction.commit();
        return new Promise((resolve, reject) => {
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error ?? new Error('The browser keeps nothing.'));
        });
      },
      get: async (id) => ((await done(games('readonly').get(id))) as KeptGame | undefined) ?? null,
      list: async () => (await done(games('readonly').getAll())) as KeptGame[],
      delete: async (id) => done(games('readwrite').delete(id)),
    };
  } catch {
    return memoryStore();
  }
}
