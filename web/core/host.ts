// Tables in this page: an offline server for the people at one screen and for bots. Runs in a worker (or, in
// tests, in Node): the tables themselves are in web/wasm/host.c, one instance of the module for each. This
// file makes, keeps and restores them, and lets time pass for them. A table speaks the protocol of a server.
import type { Day, LocalGame, LocalTrouble, Standing } from './api';
import { t } from './language';
import type { Plan, Setting } from './messages';
import { Overtaken, type KeptGame, type Store } from './store';
import { Wasm } from './wasm';

const ENTRY_SIZE = 24; // table/entry.h

interface Failed {
  error: { message: string };
}

export class Refused extends Error {}

/** Sends a message of a table to a connection. */
export type Send = (connection: number, text: string) => void;

/** What can go wrong with keeping games: the browser keeps nothing any more or has no room left, or another tab has
 *  played on in a game (`id`). */
export type Trouble = (kind: LocalTrouble, id?: string) => void;

/** One table. */
class HostedTable {
  private readonly wasm: Wasm;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private clock: ReturnType<typeof setTimeout> | null = null;
  private writing: Promise<void> = Promise.resolve();
  private readonly places = new Map<number, number>(); // connection of the page → of the module
  private gone = false;
  kept = true; // if not, the game is only here
  private paused = false; // the page is still showing what happened, and bots wait

  constructor(
    private readonly hosts: Hosts,
    module: WebAssembly.Module,
    readonly game: KeptGame,
  ) {
    this.wasm = new Wasm(module, {
      send: (place, at, length) => {
        for (const [connection, its] of this.places)
          if (its === place) hosts.send(connection, this.wasm.text(at, length));
      },
    });
    this.speak(hosts.language);
    this.wasm.call('host_seed', this.wasm.put(game.seed));
    this.wasm.call('host_id', this.wasm.put(game.id));
    game.names.forEach((name, seat) => this.wasm.call('host_name', this.wasm.put(name), seat));
    game.seats.forEach((wish, seat) => this.wasm.call('host_bot', this.wasm.put(wish.bot ?? ''), seat));
    game.plan = this.expect(this.wasm.ask('host_open', game.plan, game.forked ? 1 : 0));
  }

  /** Each connection says which language it wants; the table has to know the words of that language. */
  speak(language: string): void {
    this.wasm.speak(language);
  }

  /** An answer that may be a refusal. */
  private expect(answer: string): string {
    const { error } = (answer ? JSON.parse(answer) : {}) as Partial<Failed>;
    if (error) throw new Refused(error.message);
    return answer;
  }

  /** A new table: everybody sits down, and the game starts, at its beginning or with the events of a log. */
  begin(log: string | undefined, events: number | undefined): void {
    this.game.seats.forEach((wish, seat) => {
      const bot = wish.kind === 'bot' ? (wish.bot ?? 'random') : '';
      if (!this.wasm.call('host_sit', this.wasm.put(bot), seat, bot ? 0 : 1))
        throw new Refused(t('There is no such bot for this game.'));
    });
    if (log === undefined) this.wasm.call('host_start');
    else this.expect(this.wasm.ask('host_fork', log, events ?? 0xffffffff));
    this.keep();
  }

  restore(): void {
    this.expect(this.wasm.ask('host_restore', this.game.entries));
  }

  /** Writes what is new. */
  private keep(): void {
    const from = this.game.entries.length / ENTRY_SIZE;
    if (this.wasm.call('host_count') === from) return;
    const length = this.wasm.call('host_entries', from);
    const added = this.wasm.bytes(this.wasm.call('output'), length);
    const entries = new Uint8Array(this.game.entries.length + length);
    entries.set(this.game.entries);
    entries.set(added, this.game.entries.length);
    this.game.entries = entries;
    this.game.over = this.wasm.call('host_over') !== 0;
    this.game.standing = this.standing();
    this.write(from * ENTRY_SIZE);
    const day = dayOf(this.game);
    if (day) this.hosts.store.addDay(day).catch(() => this.hosts.trouble('unkept'));
  }

  standing(): Standing {
    return this.wasm.json<Standing>('host_standing', null);
  }

  private write(from = this.game.entries.length): void {
    if (this.gone) return;
    this.game.changed = Date.now();
    const written = this.hosts.store.put(this.game, from).then(
      () => void (this.kept = true),
      (why: unknown) => {
        this.kept = false;
        if (!(why instanceof Overtaken)) this.hosts.trouble(isFull(why) ? 'full' : 'unkept');
        else if (!this.gone) this.hosts.overtaken(this);
      },
    );
    this.writing = Promise.all([this.writing, written]).then(() => undefined);
  }

  /** Resolves when everything that happened is written. */
  settled(): Promise<void> {
    return this.writing;
  }

  pause(on: boolean): void {
    this.paused = on;
    this.goOn();
  }

  /** Lets a bot move now, if it is a bot's turn. */
  step(): void {
    if (!this.paused && this.wasm.call('host_owes')) this.wasm.call('host_think');
    this.goOn();
  }

  /** Follows a change of the pace. */
  again(): void {
    this.goOn();
  }

  /** Keeps what happened, and sets the timers for what is to come. While nobody watches, nothing goes on. */
  private goOn(): void {
    this.keep();
    if (this.timer) clearTimeout(this.timer);
    if (this.clock) clearTimeout(this.clock);
    this.timer = this.clock = null;
    if (this.places.size === 0) return;
    if (!this.paused && this.hosts.pace !== Infinity && this.wasm.call('host_owes'))
      this.timer = setTimeout(() => {
        this.wasm.call('host_think');
        this.goOn();
      }, this.hosts.pace);
    const due = this.wasm.call('host_due');
    if (due >= 0)
      this.clock = setTimeout(
        () => {
          this.wasm.call('host_timeout');
          this.goOn();
        },
        Math.min(due, 0x7fffffff),
      );
  }

  connect(connection: number, seat: number): void {
    const taken = new Set(this.places.values());
    let place = 0;
    while (taken.has(place)) place++;
    this.places.set(connection, place);
    this.wasm.call('host_connect', place, seat);
    this.goOn();
  }

  /** True if nobody is left. */
  disconnect(connection: number): boolean {
    const place = this.places.get(connection);
    if (place !== undefined) this.wasm.call('host_disconnect', place);
    this.places.delete(connection);
    this.goOn();
    return this.places.size === 0;
  }

  receive(connection: number, text: string): void {
    const place = this.places.get(connection);
    if (place === undefined) return;
    if (this.wasm.call('host_receive', this.wasm.put(text), place)) this.rematch(place, text);
    this.goOn();
  }

  private rematch(place: number, text: string): void {
    if (!this.game.next) {
      const from = this.game.seats.map((_, seat) => this.wasm.call('host_rematch_seat', seat));
      const seats = from.map((seat) => this.game.seats[seat] ?? { kind: 'open' });
      const names = from.map((seat) => this.game.names[seat] ?? '');
      this.game.next = this.hosts.create({ ...sameTable(this.game), seats, names }).id;
      this.write();
    }
    const { id } = JSON.parse(text) as { id?: number };
    this.wasm.call('host_again', this.wasm.put(this.game.next), place, id ?? 0);
  }

  log(): string {
    return this.wasm.ask('host_log', null);
  }

  /** The game was deleted, or somebody plays on elsewhere: nothing goes on here, and nothing more is written. */
  remove(): void {
    this.gone = true;
    this.places.clear();
    this.goOn();
  }
}

/** Another game like this one: the same seats, and the same way to play. */
function sameTable({ plan: text, seats, names }: KeptGame): LocalGame {
  const plan = JSON.parse(text) as Plan;
  const board = plan.board === undefined ? { id: plan.game } : { text: plan.board };
  return {
    board,
    seats: seats as LocalGame['seats'],
    names,
    options: plan.options,
    timing: plan.timing,
    undo: plan.undo,
  };
}

function isFull(why: unknown): boolean {
  return (why as Partial<DOMException> | null)?.name === 'QuotaExceededError';
}

/** The result of a daily deal that is over. */
function dayOf({ daily, over, game, id, persons, standing }: KeptGame): Day | null {
  const own = standing?.seats[(persons[0] ?? 1) - 1];
  if (!daily || !over || own?.rank === undefined) return null;
  return { date: daily, game, id, points: own.points, rank: own.rank, of: standing?.seats.length ?? 0 };
}

/** Does something from the store have the form of a game? */
export function isSound(game: Partial<KeptGame>): game is KeptGame {
  return (
    typeof game.plan === 'string' &&
    typeof game.game === 'string' &&
    game.entries instanceof Uint8Array &&
    game.seed instanceof Uint8Array &&
    [game.names, game.persons, game.seats].every(Array.isArray)
  );
}

function hexadecimal(text: string): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2) || '0', 16));
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/** All tables of the page. */
export class Hosts {
  private readonly tables = new Map<string, HostedTable>();
  private readonly connections = new Map<number, HostedTable>();
  pace = 0; // milliseconds before a bot's move, so that people can follow; Infinity: bots wait for step()
  language = 'en'; // of the sentences about mistakes in a new table

  constructor(
    private readonly module: WebAssembly.Module,
    readonly store: Store,
    readonly send: Send,
    readonly trouble: Trouble = () => undefined,
  ) {}

  speak(language: string): void {
    this.language = language;
    for (const table of this.tables.values()) table.speak(language);
  }

  create(game: LocalGame): KeptGame {
    const wasm = new Wasm(this.module);
    wasm.speak(this.language);
    let options: Setting[] = game.options ?? [];
    let names = game.names;
    let hash: string | undefined; // of the board: a log may be of an earlier edition
    if (game.log !== undefined) {
      const header = wasm.json<{ hash: string; options: Setting[]; names: string[] } | Failed>('log_plan', game.log);
      if ('error' in header) throw new Refused(header.error.message);
      ({ hash, options } = header);
      names = game.names.map((name, seat) => name || (header.names[seat] ?? ''));
    }
    const persons = game.seats.flatMap((wish, seat) => (wish.kind === 'person' ? [seat + 1] : []));
    const board = 'text' in game.board ? { game: '', board: game.board.text } : { game: game.board.id };
    const plan = {
      ...board,
      hash,
      seats: game.seats.length,
      options,
      timing: game.timing ?? { kind: 'none' },
      undo: game.undo ?? (persons.length > 1 ? 'safe' : 'agreed'), // people at one screen can't be asked one by one
      public: false,
      since: Date.now(),
    };
    const kept: KeptGame = {
      id: newId(),
      game: '',
      title: '',
      names,
      persons,
      over: false,
      changed: Date.now(),
      plan: JSON.stringify(plan),
      seats: game.seats,
      seed: game.seed ? hexadecimal(game.seed) : crypto.getRandomValues(new Uint8Array(32)),
      ...(game.daily ? { daily: game.daily } : {}),
      forked: game.log !== undefined,
      entries: new Uint8Array(),
      next: null,
    };
    const table = new HostedTable(this, this.module, kept);
    const made = JSON.parse(kept.plan) as Plan;
    kept.game = made.game;
    kept.title = made.title ?? made.game;
    table.begin(game.log, game.events);
    this.tables.set(kept.id, table);
    return kept;
  }

  private async table(id: string): Promise<HostedTable> {
    const here = this.tables.get(id);
    if (here) return here;
    const table = this.restored(await this.kept(id));
    const now = this.tables.get(id) ?? table; // somebody else may have asked meanwhile
    this.tables.set(id, now);
    return now;
  }

  private async kept(id: string): Promise<KeptGame> {
    const kept = await this.store.get(id);
    if (!kept) throw new Refused(t('There is no such table.'));
    return kept;
  }

  private restored(kept: KeptGame): HostedTable {
    if (!isSound(kept)) throw new Refused(t('This game is damaged.'));
    const table = new HostedTable(this, this.module, kept);
    table.restore();
    return table;
  }

  /** A new game with the players of another. */
  async again(id: string): Promise<KeptGame> {
    return this.create(sameTable(this.tables.get(id)?.game ?? (await this.kept(id))));
  }

  async open(id: string): Promise<KeptGame> {
    return (await this.table(id)).game;
  }

  /** A connection for one seat (from 1), or 0 to watch: what goes to it is that seat's view. */
  async connect(id: string, connection: number, seat: number): Promise<void> {
    const table = await this.table(id);
    if (seat !== 0 && !table.game.persons.includes(seat)) throw new Refused(t('Nobody at this screen has this seat.'));
    this.connections.set(connection, table);
    table.connect(connection, seat);
  }

  receive(connection: number, text: string): void {
    this.connections.get(connection)?.receive(connection, text);
  }

  async disconnect(connection: number): Promise<void> {
    const table = this.connections.get(connection);
    this.connections.delete(connection);
    if (!table?.disconnect(connection)) return;
    await table.settled();
    if (table.kept && ![...this.connections.values()].includes(table)) this.forget(table);
  }

  private forget(table: HostedTable): void {
    if (this.tables.get(table.game.id) === table) this.tables.delete(table.game.id);
  }

  /** The table here differs from the kept one: it stops here, and is read again when somebody next asks for it. */
  overtaken(table: HostedTable): void {
    table.remove();
    this.forget(table);
    this.trouble('overtaken', table.game.id);
  }

  step(id: string): void {
    this.tables.get(id)?.step();
  }

  setPace(milliseconds: number): void {
    if (milliseconds === this.pace) return;
    this.pace = milliseconds;
    for (const table of this.tables.values()) table.again();
  }

  pause(id: string, on: boolean): void {
    this.tables.get(id)?.pause(on);
  }

  async list(): Promise<KeptGame[]> {
    await Promise.all([...this.tables.values()].map((table) => table.settled()));
    const list = await this.store.list();
    for (const game of list) if (game.over && !game.standing) this.complete(game);
    return list.sort((a, b) => (b.changed || 0) - (a.changed || 0));
  }

  /** Adds how a game ended, which older pages have not kept. A game that can't be read stays without it. */
  private complete(game: KeptGame): void {
    try {
      game.standing = this.restored(game).standing();
      void this.store.put(game, game.entries.length).catch(() => undefined);
    } catch {
      // it is damaged
    }
  }

  days(): Promise<Day[]> {
    return this.store.days();
  }

  async delete(id: string): Promise<void> {
    const table = this.tables.get(id);
    table?.remove();
    await table?.settled();
    this.tables.delete(id);
    await this.store.delete(id);
  }

  async log(id: string): Promise<string> {
    const table = this.tables.get(id) ?? this.restored(await this.kept(id));
    return table.log();
  }
}
