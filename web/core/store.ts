// Keeping local games: in the browser's IndexedDB, or, where it keeps nothing, only as long as the page is
// open. Who plays and what happened is one record for each game; its entries are the truth (table/entry.h).
// The same game may be open in two tabs: entry n is written once, as in a server's store, and who comes second is refused.
import type { LocalRecord } from './api';

export interface KeptGame extends LocalRecord {
  plan: string; // JSON, as clients get it
  seats: { kind: string; bot?: string }[];
  seed: Uint8Array;
  forked: boolean; // began with the events of a log
  entries: Uint8Array;
  next: string | null; // the rematch
}

/** Another tab has written what comes next in the game. */
export class Overtaken extends Error {}

export interface Store {
  readonly lasting: boolean; // does it outlive the page?
  /** Keeps a game whose first `from` bytes of entries are already kept. Begun when it is called. Rejects with Overtaken. */
  put(game: KeptGame, from: number): Promise<void>;
  get(id: string): Promise<KeptGame | null>;
  list(): Promise<KeptGame[]>;
  delete(id: string): Promise<void>;
}

export function memoryStore(): Store {
  const games = new Map<string, KeptGame>();
  return {
    lasting: false,
    async put(game, from) {
      const kept = games.get(game.id);
      if (kept && kept.entries.length > from && game.entries.length > from) throw new Overtaken();
      games.set(game.id, structuredClone(game));
    },
    get: async (id) => structuredClone(games.get(id) ?? null),
    list: async () => structuredClone([...games.values()]),
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
    const request = indexedDB.open('anden', 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) request.result.createObjectStore('games', { keyPath: 'id' });
      request.result.createObjectStore('written'); // a key [id, from] for every time that entries were added
    };
    const db = await done(request);
    db.onversionchange = () => db.close(); // a newer page needs it
    const games = (mode: IDBTransactionMode) => db.transaction('games', mode).objectStore('games');
    return {
      lasting: true,
      put(game, from) {
        // Committed at once: the worker may be busy with a bot's move for a while before it hears of success.
        const transaction = db.transaction(['games', 'written'], 'readwrite');
        if (game.entries.length > from) transaction.objectStore('written').add(0, [game.id, from]);
        transaction.objectStore('games').put(game);
        transaction.commit();
        return new Promise((resolve, reject) => {
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => {
            const { error } = transaction;
            reject(
              error?.name === 'ConstraintError' ? new Overtaken() : (error ?? new Error('The browser keeps nothing.')),
            );
          };
        });
      },
      get: async (id) => ((await done(games('readonly').get(id))) as KeptGame | undefined) ?? null,
      list: async () => (await done(games('readonly').getAll())) as KeptGame[],
      async delete(id) {
        const transaction = db.transaction(['games', 'written'], 'readwrite');
        transaction.objectStore('written').delete(IDBKeyRange.bound([id], [id, []]));
        await done(transaction.objectStore('games').delete(id));
      },
    };
  } catch {
    return memoryStore();
  }
}
