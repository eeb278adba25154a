// The worker's side of the conversation with the page: calls with answers, and the messages of tables. Long
// work is done here: bots, hints. The page's side is local.ts.
import type { Hint, LocalGame, LocalRecord, LocalTrouble } from './api';
import { Hosts, isSound, Refused } from './host';
import { learn } from './language';
import type { Chair, Happening, Plan } from './messages';
import type { KeptGame, Store } from './store';
import { Wasm } from './wasm';

/** A worker, or one end of a MessageChannel. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

export type ToWorker = { call: number; name: string; args: unknown[] } | { connection: number; text: string };
export type FromWorker =
  | { call: number; value: unknown }
  | { call: number; refused: string }
  | { connection: number; text: string }
  | { trouble: LocalTrouble; id?: string | undefined };

/** A position to think about: as one viewer sees it. */
export interface Thinking {
  plan: Plan;
  seat: number | null;
  chairs: Chair[];
  happenings: Happening[]; // all that led to it
  language: string;
  bot: string;
  milliseconds: number;
}

/** What the page shows about a kept game. */
function record(kept: KeptGame): LocalRecord {
  const damaged = !isSound(kept) || (kept.over && !kept.standing);
  const { id, game = '', title = game, names = [], persons = [], seats = [] } = kept;
  return {
    id,
    game,
    title,
    names,
    persons,
    bots: damaged ? [] : seats.map((wish) => (wish.kind === 'bot' ? (wish.bot ?? '') : '')),
    over: kept.over,
    changed: kept.changed || 0,
    standing: kept.standing ?? null,
    forked: kept.forked,
    daily: kept.daily ?? null,
    damaged,
  };
}

function think(module: WebAssembly.Module, position: Thinking): Hint[] {
  const wasm = new Wasm(module);
  wasm.speak(position.language);
  wasm.ask('client_open', JSON.stringify(position.plan));
  wasm.call('client_begin', position.seat ?? 0);
  wasm.ask('client_names', JSON.stringify({ table: '', watching: 0, chairs: position.chairs }));
  wasm.ask('client_follow', JSON.stringify({ table: '', happenings: position.happenings }), 2);
  return wasm.json<Hint[]>('client_hints', position.bot, position.milliseconds);
}

export function serve(port: Port, module: WebAssembly.Module, store: Store): void {
  const post = (message: FromWorker) => port.postMessage(message);
  const hosts = new Hosts(
    module,
    store,
    (connection, text) => post({ connection, text }),
    (trouble, id) => post({ trouble, id }),
  );
  if (!store.lasting) post({ trouble: 'unkept' });
  const calls: Record<string, (...args: never[]) => unknown> = {
    create: (game: LocalGame) => record(hosts.create(game)),
    open: async (id: string) => record(await hosts.open(id)),
    connect: (id: string, connection: number, seat: number) => hosts.connect(id, connection, seat),
    disconnect: (connection: number) => hosts.disconnect(connection),
    list: async () => (await hosts.list()).map(record),
    again: async (id: string) => record(await hosts.again(id)),
    days: () => hosts.days(),
    lasting: () => store.lasting,
    delete: (id: string) => hosts.delete(id),
    log: (id: string) => hosts.log(id),
    speak: (language: string, words?: Uint8Array) => {
      if (words) learn(language, words);
      hosts.speak(language);
    },
    pace: (milliseconds: number) => hosts.setPace(milliseconds),
    step: (id: string) => hosts.step(id),
    pause: (id: string, on: boolean) => hosts.pause(id, on),
    hint: (position: Thinking) => think(module, position),
  };
  port.onmessage = async (event: MessageEvent) => {
    const message = event.data as ToWorker;
    if ('connection' in message) {
      hosts.receive(message.connection, message.text);
      return;
    }
    try {
      const call = calls[message.name] as (...args: unknown[]) => unknown;
      post({ call: message.call, value: await call(...message.args) });
    } catch (why) {
      if (!(why instanceof Refused)) console.error(why);
      post({ call: message.call, refused: why instanceof Error ? why.message : String(why) });
    }
  };
}
