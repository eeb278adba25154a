// A table as one viewer sees it, built from the messages of the protocol, whatever the transport. See
// Session in api.ts. Nothing here knows a rule: positions, legal events and reasons come from the engine.
import type { Answer, Clock, Engine, Hint, Question, Session, TableState } from './api';
import { answerOf, type Channel, type Command } from './channel';
import { Client, type Told, Way } from './client';
import { onSpeak, spoken, t } from './language';
import { type Story, withLines } from './log';
import type {
  Chair,
  Clock as Ticks,
  ErrorMessage,
  Happening,
  Plan,
  SnapshotMessage,
  ToClient,
  UpdateMessage,
} from './messages';
import { effectsOf } from './news';
import { shared } from './position';
import type { Thinking } from './serve';

/** Where a session's table is. */
export interface Home {
  readonly online: boolean;
  readonly channel: Channel;
  readonly module: WebAssembly.Module;
  readonly engine: Engine;
  /** The viewer's number as a person there. */
  person(): number | null;
  think(position: Thinking): Promise<Hint[]>;
  /** The log of a game that is over. */
  log(table: string): Promise<string>;
  closed(table: string): void;
  /** Asks for a bot's next move, at the pace "wait for me". */
  step(): void;
  /** Bots wait, or go on. */
  pause(on: boolean): void;
}

/** The table could not be opened. */
export class NoTable extends Error {
  constructor(readonly answer: Answer & { ok: false }) {
    super(answer.why.message);
  }
}

const LATER = ['busy', 'unavailable', 'slow_down']; // refusals of a server that has too much to do
const AGAIN = 2000; // milliseconds until it is asked again
const LOST = { code: 'lost', rule: '' };
const HINT_BOT = 'expert';
const HINT_TIME = 450; // milliseconds: half a second with everything that comes after it

function namesOf(chairs: readonly Chair[]): string[] {
  return chairs.map((chair) => chair.name ?? '');
}

function clocksOf(clocks: readonly Ticks[]): Clock[] {
  return clocks.map(({ seat, ms, runs }) => ({ seat, ms, runs: runs ?? false, at: performance.now() }));
}

const linesOf = (told: readonly Told[]): Story[] => told.flatMap(({ story }) => story ?? []);

export class TableSession implements Session {
  state!: TableState;
  first: Session['first'] = () => false;
  private client!: Client;
  private readonly runs = new Set<(state: TableState) => void>();
  private readonly stops: (() => void)[] = [];
  private happenings: Happening[] = []; // all of them, as they came, and events in words
  private chairs: readonly Chair[] = []; // as they came
  private actor: number | null = null;
  private joining = false;
  private again: ReturnType<typeof setTimeout> | undefined; // the next try to join
  private language = ''; // of the lines of the log
  private later: UpdateMessage[] = []; // not shown yet, because the page still shows something else
  private holds = 0;

  private constructor(
    private readonly home: Home,
    private readonly id: string,
  ) {}

  /** Joins a table. Throws NoTable. */
  static async open(home: Home, table: string): Promise<TableSession> {
    const session = new TableSession(home, table);
    const answer = await home.channel.ask({ type: 'join', table, after: 0 });
    if (answer.type !== 'snapshot') throw new NoTable(answerOf(answer) as Answer & { ok: false });
    session.shot(answer, true);
    session.stops.push(
      home.channel.listen((message) => session.heard(message)),
      home.channel.onLost(() => session.change({ cut: true, myTurn: false, legal: [], undo: 'no' })),
      onSpeak(() => session.client.speak(spoken())),
    );
    return session;
  }

  subscribe(run: (state: TableState) => void): () => void {
    this.runs.add(run);
    run(this.state);
    return () => this.runs.delete(run);
  }

  private change(change: Partial<TableState>): void {
    this.state = { ...this.state, ...change };
    for (const run of this.runs) run(this.state);
  }

  // ---- what the table tells

  private heard(message: ToClient): void {
    if (message.type === 'welcome') void this.rejoin(); // the connection is a new one
    if (!('table' in message) || message.table !== this.id) return;
    switch (message.type) {
      case 'update':
        this.later.push(message);
        this.catchUp();
        break;
      case 'snapshot':
        this.shot(message, false);
        break;
      case 'chat':
        if (!this.state.chat.some((line) => line.n === message.line.n))
          this.change({ chat: [...this.state.chat, message.line] });
        break;
      case 'presence': {
        const chairs = this.seated(message.chairs);
        this.change({ chairs, names: namesOf(chairs), watching: message.watching });
        break;
      }
      case 'again':
        this.change({ next: message.next });
        break;
      case 'error':
        if (message.code === 'no_spectators' || message.code === 'table_deleted')
          this.change({ shut: message.message });
        if (message.code === 'table_closed' && message.id === undefined) this.change({ closed: message.message });
        break;
    }
  }

  /** Shows the waiting updates in order, until one of them needs something to be seen first. */
  private catchUp(): void {
    while (!this.joining && this.later.length > 0 && this.holds === 0 && !this.telling) {
      const [update] = this.later as [UpdateMessage];
      const coming = this.follows(update) ? this.firstOf(update) : null;
      if (coming) this.change({ coming, legal: [], undo: 'no' });
      else this.updated(this.later.shift()!);
    }
    this.home.pause(this.holds > 0 || this.telling);
  }

  private get telling(): boolean {
    return this.state.coming !== null;
  }

  /** Is it the next update? */
  private follows({ happenings: [first] }: UpdateMessage): boolean {
    return !this.joining && first?.n === this.state.last + 1;
  }

  /** What an update brings, if the screen has to show that before. */
  private firstOf({ happenings }: UpdateMessage): readonly Told[] | null {
    if (happenings.some(({ kind }) => kind === 'undo')) return null;
    const told = this.client.follow(happenings, Way.Look);
    return this.first(told) ? told : null;
  }

  told(): void {
    if (!this.telling || this.later.length === 0) return;
    this.state = { ...this.state, coming: null };
    this.updated(this.later.shift()!);
    this.catchUp();
  }

  step(): void {
    this.home.step();
  }

  hold(): () => void {
    let held = true;
    this.holds += 1;
    this.home.pause(true);
    return () => {
      if (!held) return;
      held = false;
      this.holds -= 1;
      this.catchUp();
    };
  }

  /** Asks for everything that has come since, or for all of the game. */
  private async rejoin(whole = false): Promise<void> {
    if (this.joining) return;
    clearTimeout(this.again);
    this.joining = true;
    const after = whole ? 0 : this.state.last;
    const answer = await this.home.channel.ask({ type: 'join', table: this.id, after }, false);
    this.joining = false;
    if (answer.type === 'snapshot') this.shot(answer, whole);
    else if (answer.type === 'error' && answer.code !== 'lost') this.refused(answer);
    this.catchUp();
  }

  /** The table does not let us in again: for the moment, or because there is no place for us any more. */
  private refused({ code, message }: ErrorMessage): void {
    if (LATER.includes(code)) this.again = setTimeout(() => void this.rejoin(), AGAIN);
    else this.change({ shut: message });
  }

  /** Who sits where, with names in words. */
  private seated(chairs: readonly Chair[]): Chair[] {
    this.chairs = chairs;
    return this.client.names(chairs);
  }

  /** Follows new entries, and keeps them. */
  private take(happenings: readonly Happening[]): Told[] {
    const told = this.client.follow(happenings);
    this.happenings.push(...told.map(({ what: _what, story: _story, ...happening }) => happening));
    return told;
  }

  private shot(shot: SnapshotMessage, whole: boolean): void {
    const seat = shot.your_seat ?? null;
    if (!whole && seat !== this.state.seat) return void this.rejoin(true); // the game looks different from there
    if (!this.client) this.client = new Client(this.home.module, shot.plan, spoken());
    const chairs = this.seated(shot.chairs);
    let log = whole ? [] : this.state.log;
    if (whole || this.language !== spoken()) {
      const old = whole ? [] : this.happenings;
      this.happenings = [];
      this.language = spoken();
      this.client.begin(seat);
      log = withLines([], linesOf(this.take(old)));
    }
    const told = this.take(shot.happenings.filter((happening) => happening.n > this.happenings.length));
    const effects = whole ? [] : effectsOf(told, this.actor);
    log = withLines(log, linesOf(told));
    this.actor = shot.acts[0] ?? null;
    // An update may have come right behind the snapshot, and before it was read.
    this.later = this.later.filter(({ happenings: [first] }) => first !== undefined && first.n > shot.last);
    this.state = {
      ...(this.state ?? { next: null, watching: 0, news: { n: 0, effects: [] } }),
      id: this.id,
      online: this.home.online,
      plan: shot.plan,
      board: this.state?.board ?? this.boardOf(shot.plan),
      chairs,
      names: namesOf(chairs),
      host: this.home.person() === shot.plan.host || !this.home.online,
      seat,
      chat: shot.chat,
      log,
      ...this.now(shot, seat),
      coming: null,
      cut: false,
    };
    this.change({ news: { n: this.state.news.n + 1, effects } });
  }

  private boardOf(plan: Plan): TableState['board'] {
    const board =
      plan.board === undefined ? this.home.engine.board(plan.game) : this.home.engine.readBoard(plan.board).board;
    if (!board || (plan.hash !== undefined && board.hash !== plan.hash))
      throw new NoTable({ ok: false, why: { code: 'old', message: 'This page has another board than the table.' } });
    return board;
  }

  /** What snapshots and updates have in common. The view must be up to date. */
  private now(message: SnapshotMessage | UpdateMessage, seat: number | null) {
    const myTurn = seat !== null && message.acts.includes(seat);
    const status = message.status as TableState['status'];
    return {
      status,
      last: message.last,
      acts: message.acts,
      myTurn,
      clocks: clocksOf(message.clocks),
      position: status === 'open' ? null : shared(this.state?.position, this.client.position()),
      legal: myTurn ? this.client.legal() : [],
      sealed: message.sealed ?? null,
      undo: (message.can_undo ?? 'no') as TableState['undo'],
      undoAsked: message.undo_asked ?? null,
      result: message.result ?? null,
      seed: message.seed ?? null,
    };
  }

  private updated(update: UpdateMessage): void {
    const first = update.happenings[0];
    if (!this.state || this.joining) return; // the snapshot that is on its way contains it
    if (first && first.n !== this.state.last + 1) {
      if (first.n > this.state.last + 1) void this.rejoin();
      return;
    }
    const chairs = update.chairs ? this.seated(update.chairs) : this.state.chairs;
    const told = this.take(update.happenings);
    const lines = linesOf(told);
    const log = lines.length ? withLines(this.state.log, lines) : this.state.log;
    const effects = effectsOf(told, this.actor);
    this.actor = update.happenings.findLast((happening) => happening.seat !== undefined)?.seat ?? this.actor;
    this.change({
      chairs,
      names: update.chairs ? namesOf(chairs) : this.state.names, // the same list as long as no name changes
      log,
      ...this.now(update, this.state.seat),
      news: { n: this.state.news.n + 1, effects },
    });
  }

  // ---- what the viewer does

  private command(command: Command): Promise<Answer> {
    return this.home.channel.command(command);
  }

  do(event: number): Promise<Answer> {
    return this.command({ type: 'do', table: this.id, at: this.state.last, number: event });
  }

  undo(): Promise<Answer> {
    return this.command({ type: 'undo', table: this.id, at: this.state.last });
  }

  answer(agree: boolean): Promise<Answer> {
    return this.command({ type: 'answer', table: this.id, at: this.state.last, agree });
  }

  start(): Promise<Answer> {
    return this.command({ type: 'start', table: this.id });
  }

  sit(seat?: number): Promise<Answer> {
    return this.command({ type: 'sit', table: this.id, ...(seat === undefined ? {} : { seat }) });
  }

  stand(): Promise<Answer> {
    return this.command({ type: 'stand', table: this.id });
  }

  setSeat(seat: number, kind: 'open' | 'bot', bot?: string): Promise<Answer> {
    return this.command({ type: 'seat', table: this.id, seat, kind, ...(bot === undefined ? {} : { bot }) });
  }

  resign(): Promise<Answer> {
    return this.command({ type: 'resign', table: this.id });
  }

  away(): Promise<Answer> {
    return this.command({ type: 'away', table: this.id });
  }

  back(): Promise<Answer> {
    return this.command({ type: 'back', table: this.id });
  }

  rematch(): Promise<Answer> {
    return this.command({ type: 'rematch', table: this.id });
  }

  say(text: string): Promise<Answer> {
    return this.command({ type: 'say', table: this.id, text });
  }

  close(): void {
    for (const stop of this.stops) stop();
    clearTimeout(this.again);
    this.runs.clear();
    this.home.pause(false);
    this.home.closed(this.id);
  }

  // ---- questions

  async hint(): Promise<Hint[]> {
    if (!this.state.myTurn) return [];
    return this.home.think({
      plan: this.state.plan,
      seat: this.state.seat,
      chairs: [...this.chairs],
      happenings: this.happenings,
      language: spoken(),
      bot: HINT_BOT,
      milliseconds: HINT_TIME,
    });
  }

  async log(): Promise<string> {
    if (this.state.status === 'over') return this.home.log(this.id);
    const lines = this.happenings.map(({ kind, left, text }) => {
      if (kind === 'undo') return `undo ${left}\n`;
      return (kind === 'choice' || kind === 'chance') && text ? `${text}\n` : '';
    });
    return this.client.logHeader() + lines.join('');
  }

  ask<Answer>(question: Question<Answer>): Answer {
    if (question.turn && this.state.cut)
      return { ...LOST, message: t('The connection is lost. You can go on when it is back.') } as Answer;
    return this.client.ask(question.turn && !this.state.myTurn ? { ask: 'why_not_now' } : question);
  }
}
