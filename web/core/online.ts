// A server as the page sees it: who we are there, the lobby, our tables.
import type {
  Answer,
  DayList,
  Device,
  Engine,
  Hint,
  NewTable,
  OnlineState,
  PersonPage,
  Ranking,
  Report,
  Someone,
} from './api';
import { answerOf, refusalOf } from './channel';
import { onSpeak, t } from './language';
import type {
  CreateMessage,
  Listing,
  OkMessage,
  RecoverMessage,
  SigninMessage,
  TablesMessage,
  ToClient,
} from './messages';
import { TableSession, type Home } from './session';
import type { Thinking } from './serve';
import { Socket, type Keep } from './socket';

const MESSAGE_MAX = 15_000; // bytes; the server takes 16 KB, larger tables go by HTTP

export interface Setup {
  url: string; // http://host:port
  load: () => Promise<{ module: WebAssembly.Module; engine: Engine }>;
  keep: Keep;
  name: () => string; // the name of a new guest; '' leaves it to the server
  think: (position: Thinking) => Promise<Hint[]>;
}

/** A connection to a server. Follows the contract of Svelte's stores: `$server` is an OnlineState. */
export class Server {
  state: OnlineState = {
    link: { state: 'connecting' },
    me: null,
    server: '',
    bots: [],
    cast: [],
    games: [],
    lobby: null,
    more: false,
    mine: null,
    turn: null,
    invited: null,
    told: null,
  };
  private readonly runs = new Set<(state: OnlineState) => void>();
  private readonly socket: Socket;
  private readonly stopSpeaking: () => void;
  private inLobby = false;
  private further: Listing[] = []; // pages of the lobby after the first
  private next: string | undefined; // the name of the page after these

  constructor(private readonly setup: Setup) {
    const url = setup.url.replace(/^http/, 'ws').replace(/\/*$/, '/ws');
    this.socket = new Socket(url, setup.keep, setup.name, {
      link: (link) => this.change({ link }),
      welcome: ({ person, name, secured, server, bots, cast = [], games }) =>
        this.change({ me: { person, name, secured }, server, bots, cast, games }),
    });
    this.socket.channel.listen((message) => this.heard(message));
    this.stopSpeaking = onSpeak(() => this.socket.restart());
  }

  subscribe(run: (state: OnlineState) => void): () => void {
    this.runs.add(run);
    run(this.state);
    return () => this.runs.delete(run);
  }

  private change(change: Partial<OnlineState>): void {
    this.state = { ...this.state, ...change };
    for (const run of this.runs) run(this.state);
  }

  private heard(message: ToClient): void {
    if (message.type === 'welcome' && this.inLobby) void this.watchLobby(true);
    if (message.type === 'tables') this.listed(message);
    if (message.type === 'error' && message.code === 'renamed') {
      this.change({ told: { words: message.message, n: (this.state.told?.n ?? 0) + 1 } });
      this.socket.restart(); // the welcome has the new name
    }
    if (message.type === 'again' && message.by && message.by.person !== this.state.me?.person)
      this.change({
        invited: { table: message.next, game: message.game ?? '', by: message.by, n: (this.state.invited?.n ?? 0) + 1 },
      });
    if (message.type === 'turn')
      this.change({ turn: { table: message.table, game: message.game, n: (this.state.turn?.n ?? 0) + 1 } });
  }

  private listed({ of, list, next }: TablesMessage): void {
    if (of === 'mine') return this.change({ mine: list });
    if (this.further.length === 0) this.next = next;
    const first = new Set(list.map((l) => l.table));
    this.change({
      lobby: [...list, ...this.further.filter((l) => !first.has(l.table))],
      more: this.next !== undefined,
    });
  }

  /** The next page of the lobby. */
  async moreLobby(): Promise<Answer> {
    if (this.next === undefined) return { ok: true };
    const answer = await this.socket.channel.ask({ type: 'lobby', on: true, page: this.next });
    if (answer.type === 'tables') {
      this.next = answer.next;
      this.further = [...this.further, ...answer.list];
      this.change({ lobby: [...(this.state.lobby ?? []), ...answer.list], more: this.next !== undefined });
    }
    return answerOf(answer);
  }

  /** A command whose answer is a list. */
  private async lists(command: { type: 'lobby'; on: boolean } | { type: 'mine' }): Promise<Answer> {
    const answer = await this.socket.channel.ask(command);
    if (answer.type === 'tables') this.listed(answer);
    return answerOf(answer);
  }

  watchLobby(on: boolean): Promise<Answer> {
    this.inLobby = on;
    this.further = [];
    return this.lists({ type: 'lobby', on });
  }

  loadMine(): Promise<Answer> {
    return this.lists({ type: 'mine' });
  }

  /** Asks the people of a game that is over to play again; the answer has the new table. */
  invite(table: string): Promise<Answer> {
    return this.socket.channel.command({ type: 'rematch', table });
  }

  /** A new table; the answer has its id. */
  async create(table: NewTable): Promise<Answer> {
    const message: CreateMessage = { type: 'create', ...table };
    if (JSON.stringify(message).length < MESSAGE_MAX) return this.socket.channel.command(message);
    const answer = await this.fetch('/api/tables', {
      method: 'POST',
      headers: { ...this.bearer(), 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    return 'failed' in answer ? answer.failed : answerOf((await answer.json()) as OkMessage);
  }

  /** A table of our own with today's deal of a game; the answer has its id. */
  daily(game: string): Promise<Answer> {
    return this.socket.channel.command({ type: 'daily', game });
  }

  /** Joins a table, as a player if the person has a seat there, else as a spectator. Throws NoTable (session.ts)
   *  with the server's refusal if there is no such table; with 'old' if the page has different rules or boards. */
  async open(table: string): Promise<TableSession> {
    const home: Home = {
      ...(await this.setup.load()),
      online: true,
      channel: this.socket.channel,
      person: () => this.state.me?.person ?? null,
      think: this.setup.think,
      log: (id) => this.log(id),
      step: () => undefined,
      pause: () => undefined, // players at a server don't wait for this page
      closed: (id) => void this.socket.channel.ask({ type: 'leave', table: id }, false),
    };
    return TableSession.open(home, table);
  }

  async rename(name: string): Promise<Answer> {
    const answer = await this.socket.channel.command({ type: 'rename', name });
    if (answer.ok && this.state.me) this.change({ me: { ...this.state.me, name } });
    return answer;
  }

  /** `old`: the present passphrase, if there is one. All other devices are signed out. */
  async secure(passphrase: string, old?: string): Promise<Answer> {
    const answer = await this.socket.channel.command({
      type: 'secure',
      passphrase,
      ...(old === undefined ? {} : { old }),
    });
    if (answer.ok && this.state.me) this.change({ me: { ...this.state.me, secured: true } });
    return answer;
  }

  /** A command after which we are somebody else. */
  private async become(command: SigninMessage | RecoverMessage): Promise<Answer> {
    const answer = await this.socket.channel.ask(command);
    if (answer.type === 'ok' && answer.token !== undefined) {
      this.setup.keep.set(answer.token);
      this.setup.keep.known.set(null);
      this.socket.restart();
    }
    return answerOf(answer);
  }

  signin(name: string, passphrase: string): Promise<Answer> {
    const device = this.setup.keep.known.get();
    return this.become({ type: 'signin', name, passphrase, ...(device === null ? {} : { device }) });
  }

  /** Sets a new passphrase with the recovery code. */
  recover(name: string, code: string, passphrase: string): Promise<Answer> {
    return this.become({ type: 'recover', name, code, passphrase });
  }

  /** The devices where we are signed in, the last used first; null if the server can't be asked. */
  async devices(): Promise<Device[] | null> {
    const answer = await this.socket.channel.ask({ type: 'devices' });
    return answer.type === 'device_list' ? answer.list : null;
  }

  /** Signs out a device of ours by its number, or all but this one. */
  dismiss(device: number | 'others'): Promise<Answer> {
    return this.socket.channel.command(
      device === 'others' ? { type: 'signout', others: true } : { type: 'signout', device },
    );
  }

  /** The people we ignore, as our account lists them; null if the server can't be asked. Guests have no such list. */
  async ignored(): Promise<Someone[] | null> {
    const answer = await this.socket.channel.ask({ type: 'ignored' });
    return answer.type === 'people' ? answer.list : null;
  }

  ignore(person: number, on: boolean): Promise<Answer> {
    return this.socket.channel.command({ type: 'ignore', person, on });
  }

  report(report: Report): Promise<Answer> {
    return this.socket.channel.command({ type: 'report', ...report });
  }

  /** Forgets who we are on this device: the next visit is a new guest. */
  signout(): void {
    void this.socket.channel.ask({ type: 'signout' }, false);
    if (this.state.me?.secured) this.setup.keep.known.set(this.setup.keep.get());
    this.setup.keep.set(null);
    this.change({ me: null, mine: null });
    this.socket.restart(true);
  }

  /** All that the server keeps about us, as a file. */
  async data(): Promise<{ ok: true; file: Blob } | (Answer & { ok: false })> {
    const answer = await this.fetch('/api/account', {
      headers: { authorization: `Bearer ${this.setup.keep.get() ?? ''}` },
    });
    return 'failed' in answer ? answer.failed : { ok: true, file: await answer.blob() };
  }

  /** Deletes our account; needs its passphrase, if it has one. Then we are a new guest. */
  async erase(passphrase?: string): Promise<Answer> {
    const answer = await this.socket.channel.command({
      type: 'erase',
      ...(passphrase === undefined ? {} : { passphrase }),
    });
    if (answer.ok) {
      this.setup.keep.set(null);
      this.setup.keep.known.set(null);
      this.socket.restart(true);
    }
    return answer;
  }

  /** An answer over HTTP, or why there is none. */
  private async fetch(path: string, init?: RequestInit): Promise<Response | { failed: Answer & { ok: false } }> {
    try {
      const answer = await fetch(this.setup.url.replace(/\/*$/, '') + path, init);
      if (answer.ok) return answer;
      const { error } = (await answer.json()) as { error: { code?: string; message: string } };
      return {
        failed: refusalOf({
          type: 'error',
          code: error.code ?? String(answer.status),
          message: t(error.message),
        }) as Answer & { ok: false },
      };
    } catch {
      return { failed: { ok: false, why: { code: 'unavailable', message: t('The server cannot be reached.') } } };
    }
  }

  /** Says who asks: the server shows a private table to those who sit there. */
  private bearer(): Record<string, string> {
    const token = this.setup.keep.get();
    return token ? { authorization: `Bearer ${token}` } : {};
  }

  async person(name: string): Promise<PersonPage | null> {
    const answer = await this.fetch(`/api/people/${encodeURIComponent(name)}`, { headers: this.bearer() });
    return 'failed' in answer ? null : ((await answer.json()) as PersonPage);
  }

  /** Null if the server does not answer. */
  async ranking(game: string): Promise<Ranking | null> {
    const answer = await this.fetch(`/api/ratings/${encodeURIComponent(game)}`);
    return 'failed' in answer ? null : ((await answer.json()) as { ratings: Ranking }).ratings;
  }

  async day(game: string): Promise<DayList | null> {
    const answer = await this.fetch(`/api/daily/${encodeURIComponent(game)}`);
    return 'failed' in answer ? null : ((await answer.json()) as DayList);
  }

  /** The log of a game that is over. */
  async log(table: string): Promise<string> {
    const answer = await this.fetch(`/api/tables/${encodeURIComponent(table)}/log`, { headers: this.bearer() });
    if ('failed' in answer) throw new Error(answer.failed.why.message);
    return answer.text();
  }

  /** Tries to connect at once, when the link is lost. */
  retry(): void {
    this.socket.restart();
  }

  close(): void {
    this.stopSpeaking();
    this.socket.close();
    this.runs.clear();
  }
}
