// Keeping local games: in the browser's IndexedDB, or, if the browser keeps nothing, only as long as the page is open.
// Each game is one record of who plays and what happened; its entries are the truth (table/entry.h). The same game may
// be open in two tabs: entry n is written once, as in a server's store, and the second tab to write it is refused.
import type { Day, LocalRecord, Standing } from './api';

export interface KeptGame extends Pick<
  LocalRecord,
  'id' | 'game' | 'title' | 'names' | 'persons' | 'over' | 'changed'
> {
  standing?: Standing; // games of older pages have none
  daily?: string;

  plan: string; // JSON, as clients get it
  seats: { kind: string; bot?: string }[];
  seed: Uint8Array;
  forked: boolean; // began with the events of a log
  entries: Uint8Array;
  next: string | null; // the rematch
}

/** Another tab has written the next entries of the game. */
export class Overtaken extends Error {}

export interface Store {
  readonly lasting: boolean; // does it outlive the page?
  /** Keeps a game whose first `from` bytes of entries are already kept. Begins at the call itself. Rejects with
   *  Overtaken. */
  put(game: KeptGame, from: number): Promise<void>;
  get(id: string): Promise<KeptGame | null>;
  list(): Promise<KeptGame[]>;
  delete(id: string): Promise<void>;
  /** Keeps the result of a day, unless there is one already. */
  addDay(day: Day): Promise<void>;
  days(): Promise<Day[]>;
}

export function memoryStore(): Store {
  const games = new Map<string, KeptGame>();
  const days: Day[] = [];
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
    async addDay(day) {
      if (!days.some((d) => d.date === day.date && d.game === day.game)) days.push(day);
    },
    days: async () => structuredClone(days),
  };
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'));
  });
}

/** IndexedDB if there is one, or else memory. */
export async function openStore(): Promise<Store> {
  try {
    const request = indexedDB.open('anden', 3);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) request.result.createObjectStore('games', { keyPath: 'id' });
      if (oldVersion < 2) request.result.createObjectStore('written'); // a key [id, from] for every time that entries were added
      if (oldVersion < 3) request.result.createObjectStore('days', { keyPath: ['date', 'game'] });
    };
    const db = await done(request);
    db.onversionchange = () => db.close(); // a newer page needs it
    const games = (mode: IDBTransactionMode) => db.transaction('games', mode).objectStore('games');
    return {
      lasting: true,
      put(game, from) {
        // Committed at once: a bot's move may keep the worker busy for a while before it hears of success.
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
      async addDay(day) {
        const days = db.transaction('days', 'readwrite').objectStore('days');
        if ((await done(days.count([day.date, day.game]))) === 0) await done(days.add(day));
      },
      days: async () => (await done(db.transaction('days').objectStore('days').getAll())) as Day[],
    };
  } catch {
    return memoryStore();
  }
}
