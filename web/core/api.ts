// The interface that the page is written against: a table as one viewer sees it, and the questions
// about it that the engine answers. There is no framework here and no rule: everything legal, every
// reason and every number comes from the engine (compiled to wasm) or from the table (a server, or the
// same table in a worker).
import type { Board } from './board';
import type { Told } from './client';
import type { Legal, Position } from './position';
import type {
  Character,
  Device,
  Chair,
  Line,
  Listing,
  Plan,
  Rank,
  ReportMessage,
  Wish,
  Setting,
  Someone,
  Timing,
} from './messages';

/** A piece of a line: words; if they name something, also what they name. */
export type Run =
  string | { text: string; seat?: number; card?: string; city?: string; route?: number; square?: string };

/** Where on the board something is. */
export interface Place {
  routes?: number[];
  cities?: string[];
  squares?: string[];
}

/** A line of the log, in the language of the page. It grows as long as its turn goes on. */
export interface LogLine {
  n: number; // its own
  last: number; // number of the last entry that it is about
  of: 'turn' | 'game' | 'table'; // a turn of the seat; the set-up or chance; people
  seat: number | null;
  points: number | null; // that the seat gained in it
  runs: Run[];
  undone: boolean; // it was taken back
}

/** Something that an update shows: the page plays it once. */
export type Effect =
  | { kind: 'draw'; seat: number; slot: number; card: string | null } // slot: in the market, or DECK; null: hidden
  | { kind: 'refill'; slot: number; card: string }
  | { kind: 'sweep' }
  | { kind: 'claim'; seat: number; route: number }
  | { kind: 'turned'; seat: number; route: number } // a card of a tunnel that the seat tries
  | { kind: 'station'; seat: number; city: string }
  | { kind: 'tickets'; seat: number; count: number }
  | { kind: 'flag'; seat: number; points: number }
  | { kind: 'place'; seat: number; square: string; tile: string }
  | { kind: 'line'; station: number; points: number } // a line of Metro was completed
  | { kind: 'other'; seat: number | null };

export interface Clock {
  seat: number;
  ms: number; // time left at the moment `at` of performance.now()
  runs: boolean;
  at: number;
}

/** A table as one viewer sees it. Replaced as a whole by every change; never changed in place. */
export interface TableState {
  id: string;
  online: boolean; // at a server, not in this page
  status: 'open' | 'playing' | 'over';
  plan: Plan;
  board: Board;
  chairs: Chair[];
  host: boolean; // did the viewer make the table?
  seat: number | null; // the viewer's, from 1; null: only watches
  names: string[]; // of the seats, by seat - 1, in words: "Ana", "Bot 2", "You"
  acts: number[]; // seats that the table waits for
  myTurn: boolean;
  clocks: Clock[];
  position: Position | null; // null until the game has started
  legal: Legal[]; // empty unless myTurn
  sealed: string | null; // own choice of tickets that the others don't see yet
  log: LogLine[]; // all of it, oldest first
  news: { n: number; effects: Effect[] }; // of the last update; n grows with every update
  coming: readonly Told[] | null; // what the next update brings, if the screen shows that first: then call told()
  chat: Line[];
  last: number; // number of the last entry
  undo: 'no' | 'do' | 'ask'; // what undo would do for the viewer now
  undoAsked: number | null; // the seat that asks the others to undo
  result: Rank[] | null;
  seed: string | null; // of the dealer, once it is over
  next: string | null; // the table of the rematch, once there is one
  watching: number;
  cut: boolean; // the connection to the table is lost: nothing can be done until it is back
  shut?: string; // why the viewer can't stay: the game has begun without spectators, or the table is gone
  closed?: string; // those who run the server have closed the table
}

/** Refused: the sentence for people, and the rule if there is one. */
export interface Refusal {
  code: string;
  reason?: string; // a word that says more than the code: doc/protocol.md lists them
  message: string;
  rule?: string;
}
/** `recovery`: a code that replaces a lost passphrase, shown once. */
export type Answer = { ok: true; table?: string; seat?: number; recovery?: string } | { ok: false; why: Refusal };

/** Why something can't be done now: null if it can. */
export type Reason = { code: string; message: string; rule: string } | null;

/** A question to the engine about the present position. Each family of games has its own. */
export interface Question<Answer> {
  ask: string; // the function of the module that answers
  input?: string | Uint8Array; // and what it is given
  numbers?: number[];
  turn?: boolean; // why not: while the connection is lost or it is not the viewer's turn, that is the reason
  answer?: Answer; // only its type
}

export interface Hint<L extends Legal = Legal> {
  event: number;
  legal: L;
  text: string; // the event in the notation of logs
  chance: number | null; // to win, 0 to 1
  reason: string | null; // a sentence
}

/** A connection to one table. Follows the contract of Svelte's stores: `$session` is a TableState. */
export interface Session {
  subscribe(run: (state: TableState) => void): () => void;
  readonly state: TableState;

  do(event: number): Promise<Answer>;
  undo(): Promise<Answer>;
  answer(agree: boolean): Promise<Answer>; // to undoAsked
  start(): Promise<Answer>;
  sit(seat?: number): Promise<Answer>;
  stand(): Promise<Answer>;
  setSeat(seat: number, kind: 'open' | 'bot', bot?: string): Promise<Answer>; // the host, before it starts
  resign(): Promise<Answer>;
  away(): Promise<Answer>;
  back(): Promise<Answer>;
  rematch(): Promise<Answer>;
  say(text: string): Promise<Answer>;
  close(): void;

  /** Set by a screen that shows some things before their consequences: is what an update brings such a thing? Then it is
   *  `coming` first. Otherwise updates are shown as they come. */
  first: (coming: readonly Told[]) => boolean;
  /** The screen has shown what is coming: now the update is shown. */
  told(): void;
  /** Lets a bot of this page move that waits for the person (the pace is Infinity). */
  step(): void;
  /** Shows nothing more that happens, until the returned function is called; bots of this page wait too. */
  hold(): () => void;

  /** The best events for the seat that is to act. Thinks in a worker. */
  hint(): Promise<Hint[]>;
  /** The log file: of everything when the game is over, else as the viewer may see it. */
  log(): Promise<string>;

  /** Answered at once by the engine in this thread. */
  ask<Answer>(question: Question<Answer>): Answer;
}

/** A game round this screen or against bots, without a server. */
export interface LocalGame {
  board: { id: string } | { text: string }; // one of the program's own, or a board file
  seats: Wish[]; // persons play at this screen
  names: string[]; // of all seats; '' for a player who is named after the seat (a person alone among bots: "You")
  options?: Setting[];
  timing?: Timing;
  undo?: string; // what may be taken back: never, safe or agreed; people at one screen can't be asked one by one
  seed?: string; // hexadecimal, for tests; without it the machine's own randomness is used
  daily?: string; // the date, if it is a daily deal: its seed comes from dailySeed()
  log?: string; // begins from this log (a fork); only with its first `events` events
  events?: number;
}

/**
 * A table in this page: the same table and the same messages as at a server, in a worker. With several
 * persons, `open(seat)` says who looks at the screen now: only that seat's view is asked for and kept.
 */
export interface LocalTable {
  readonly id: string; // games are kept in this browser under it
  readonly persons: number[]; // seats of people at this screen
  readonly names: string[]; // of all seats, as given; '' for a player without a name
  readonly daily: string | null; // the date, if it is a daily deal
  /** The session of the person at the screen, or of a spectator (seat 0); the old one is closed. */
  open(seat: number): Promise<Session>;
  close(): void;
  /** Reports trouble with keeping the game, also if it is known already; gives a function that ends this. */
  watch(run: (trouble: LocalTrouble) => void): () => void;
}

/** 'unkept': the browser stores nothing, so the game ends with the page. 'full': it has no room left. 'overtaken': another tab has
 *  played on, so this one must open the game again. */
export type LocalTrouble = 'unkept' | 'full' | 'overtaken';

export interface BoardError {
  line: number;
  column: number;
  message: string;
}

/** The engine in this thread. */
export interface Engine {
  readonly games: { id: string; name: string; seatsMin: number; seatsMax: number; family: string }[];
  /** A board of the program's own, or null. */
  board(id: string): Board | null;
  boardText(id: string): string;
  /** Reads a board file. If there are errors, `board` has only the lines without mistakes: it can be
   *  drawn, but not played on. */
  readBoard(text: string): { board: Board | null; errors: BoardError[] };
  /** The options of a match on a board, with help in words. */
  options(board: Board): { name: string; help: string; min: number; max: number; preset: number }[];
  /** The levels for people, weakest first: easy, medium, hard, expert. */
  readonly levels: string[];
  /** Bots with a name, a level and a manner, weakest first. */
  readonly cast: Character[];
  /** SHA-256 of a text, in hexadecimal digits. */
  digest(text: string): string;
  /** The language of options and errors: 'en' or 'es'. */
  speak(language: string): void;
}

/** How a game stands: whose turn it is, and what everybody may know about each seat, by seat - 1. */
export interface Standing {
  acts: number[];
  // `turn`: the turn that the seat is in (games of older pages have none). `rank`: once the game is over; then
  // `points` is the final total.
  seats: { points: number; turn?: number; rank?: number }[];
}

/** The first result of a daily deal. */
export interface Day {
  date: string; // in UTC: 2026-11-16
  game: string; // id of the board
  id: string; // the game
  points: number;
  rank: number;
  of: number; // seats
}

/** A game as this browser keeps it. */
export interface LocalRecord {
  id: string;
  game: string; // id of the board
  title: string; // its name for people
  names: string[]; // of the seats, by seat - 1
  persons: number[]; // seats of people at this screen
  bots: string[]; // of the seats, by seat - 1: a level, or a character of the cast; '' for a person
  over: boolean;
  changed: number; // milliseconds since 1970
  standing: Standing | null; // null: nobody knows
  forked: boolean; // began in the middle of another game
  daily: string | null; // the date, if it is a daily deal
  damaged: boolean; // can't be read, only deleted
}

/** How a connection to a server stands. */
export type Link =
  | { state: 'connecting' }
  | { state: 'open' }
  | { state: 'lost'; seconds: number } // tries again in so many seconds (0: now)
  | { state: 'old' } // the server speaks a newer protocol: the page must be loaded again
  | { state: 'refused'; message: string; banned: boolean }; // the server does not let us in; the sentence says why

export interface Person {
  person: number;
  name: string;
  secured: boolean; // has a passphrase
}

export type { Device, Someone };

/** What we report about somebody to those who run the server. */
export type Report = Omit<ReportMessage, 'type' | 'id'>;

/** Replaced as a whole by every change. */
export interface OnlineState {
  link: Link;
  me: Person | null; // null until welcomed
  server: string; // name and version of the program
  bots: string[]; // that can be asked for, weakest first
  cast: Character[]; // the bots with a name
  games: string[];
  lobby: Listing[] | null; // public tables; null until asked for with watchLobby(true)
  more: boolean; // there are more of them: moreLobby()
  mine: Listing[] | null; // own tables; null until asked for with loadMine()
  turn: { table: string; game: string; n: number } | null; // the last "your turn" notice; n grows
  invited: { table: string; game: string; by: Someone; n: number } | null; // to play again with the same people; n grows
  told: { words: string; n: number } | null; // the last message to us from those who run the server; n grows
}

export interface NewTable {
  game?: string;
  board?: string; // the text of a board file
  seats: Wish[];
  options?: Setting[];
  timing?: Timing;
  undo?: 'never' | 'safe' | 'agreed';
  public?: boolean;
  spectators?: 'none' | 'watch' | 'chat'; // what people without a seat may do
  rated?: boolean;
  start?: boolean; // at once: all other seats are bots
  sit?: number; // own seat
}

/** GET /api/people/NAME */
export interface PersonPage {
  person: number;
  name: string;
  since: number; // seconds since 1970
  ratings: { game: string; rating: number; games: number }[];
  results: {
    table: string;
    game: string;
    title?: string; // of a board that the server does not have
    seat: number;
    rank: number;
    score: number;
    rating_before?: number;
    rating_after?: number;
    time: number; // seconds since 1970
  }[];
}

/** GET /api/ratings/GAME: the best of a game, best first. */
export type Ranking = { name: string; rating: number; games: number }[];

/** GET /api/daily/GAME: the results of the people of the server with the deal of a date, best first. */
export interface DayList {
  date: string;
  results: { name: string; score: number; rank: number }[];
}
