// Tables in this page, seen from the page's thread. They live in a worker (serve.ts), and the page talks to
// them in the same protocol as to those of a server.
import type { Day, Engine, Hint, LocalGame, LocalRecord, LocalTable, LocalTrouble } from './api';
import { Channel } from './channel';
import { onSpeak, spoken, t, wordsOf } from './language';
import { PROTOCOL_VERSION, type WelcomeMessage } from './messages';
import type { FromWorker, Port, Thinking, ToWorker } from './serve';
import type { Home, TableSession } from './session';

export class Local {
  private readonly calls = new Map<number, { resolve: (value: unknown) => void; reject: (why: Error) => void }>();
  private readonly channels = new Map<number, Channel>();
  private next = 1;
  private unkept: LocalTrouble | null = null; // the browser has said that it keeps nothing, or has no room
  private readonly watchers = new Map<string, Set<(trouble: LocalTrouble) => void>>(); // by table

  constructor(
    private readonly port: Port,
    readonly module: WebAssembly.Module,
    readonly engine: Engine,
  ) {
    port.onmessage = (event: MessageEvent) => this.heard(event.data as FromWorker);
    const speak = (language: string) => void this.call('speak', language, wordsOf(language));
    speak(spoken());
    onSpeak(speak);
  }

  private heard(message: FromWorker): void {
    if ('connection' in message) {
      this.channels.get(message.connection)?.receive(message.text);
    } else if ('trouble' in message) {
      const { trouble, id } = message;
      if (trouble !== 'overtaken') this.unkept = trouble;
      for (const [table, runs] of this.watchers)
        if (id === undefined || id === table) for (const run of runs) run(trouble);
    } else {
      const call = this.calls.get(message.call);
      this.calls.delete(message.call);
      if ('refused' in message) call?.reject(new Error(t(message.refused)));
      else call?.resolve(message.value);
    }
  }

  private post(message: ToWorker): void {
    this.port.postMessage(message);
  }

  /** Calls a function of the worker: see serve.ts. */
  call<T>(name: string, ...args: unknown[]): Promise<T> {
    const call = this.next++;
    return new Promise<T>((resolve, reject) => {
      this.calls.set(call, { resolve: resolve as (value: unknown) => void, reject });
      this.post({ call, name, args });
    });
  }

  think(position: Thinking): Promise<Hint[]> {
    return this.call('hint', position);
  }

  /** Milliseconds before a bot's move. */
  pace(milliseconds: number): Promise<void> {
    return this.call('pace', milliseconds);
  }

  list(): Promise<LocalRecord[]> {
    return this.call('list');
  }

  delete(id: string): Promise<void> {
    return this.call('delete', id);
  }

  async create(game: LocalGame): Promise<LocalTable> {
    return this.table(await this.call<LocalRecord>('create', game));
  }

  async open(id: string): Promise<LocalTable> {
    return this.table(await this.call<LocalRecord>('open', id));
  }

  /** A new game with the players of another. */
  async again(id: string): Promise<LocalTable> {
    return this.table(await this.call<LocalRecord>('again', id));
  }

  /** The first results of daily deals. */
  days(): Promise<Day[]> {
    return this.call('days');
  }

  /** The log of a game that is over. */
  log(id: string): Promise<string> {
    return this.call('log', id);
  }

  /** Do games outlive the page? */
  lasting(): Promise<boolean> {
    return this.call('lasting');
  }

  private table({ id, persons, names, daily }: LocalRecord): LocalTable {
    let session: TableSession | null = null;
    const close = () => {
      session?.close();
      session = null;
    };
    return {
      id,
      persons,
      names,
      daily,
      open: async (seat) => {
        close();
        return (session = await this.connect(id, seat));
      },
      close,
      watch: (run) => this.watch(id, run),
    };
  }

  private watch(table: string, run: (trouble: LocalTrouble) => void): () => void {
    const runs = this.watchers.get(table) ?? new Set();
    this.watchers.set(table, runs.add(run));
    if (this.unkept) run(this.unkept);
    return () => {
      runs.delete(run);
      if (runs.size === 0) this.watchers.delete(table);
    };
  }

  /** A conversation with one table, for one seat. */
  private async connect(table: string, seat: number): Promise<TableSession> {
    const connection = this.next++;
    const channel = new Channel((text) => this.post({ connection, text }));
    this.channels.set(connection, channel);
    // The code of sessions comes with the screen of a table: the first screen does without it.
    const [{ TableSession }] = await Promise.all([import('./session'), this.call('connect', table, connection, seat)]);
    const hello = () => {
      channel.say({ type: 'hello', version: PROTOCOL_VERSION, view: 'events', language: spoken() });
    };
    const welcomed = new Promise<void>((resolve) => {
      const stop = channel.listen((message) => {
        if (message.type !== 'welcome') return;
        stop();
        channel.opened(message as WelcomeMessage);
        resolve();
      });
    });
    hello();
    await welcomed;
    const stop = onSpeak(hello);
    let paused = false;
    const home: Home = {
      online: false,
      channel,
      module: this.module,
      engine: this.engine,
      person: () => null,
      think: (position) => this.think(position),
      log: (id) => this.call('log', id),
      step: () => void this.call('step', table),
      pause: (on) => {
        if (on !== paused) void this.call('pause', table, (paused = on));
      },
      closed: () => {
        stop();
        this.channels.delete(connection);
        channel.close('');
        void this.call('disconnect', connection);
      },
    };
    return TableSession.open(home, table);
  }
}
