// A game from its log, step by step and from any point of view. It has its own instance of the engine, in this
// thread, since logs are short. web/wasm/replay.c is the other side.
import type { BoardError, Run } from './api';
import type { Board } from './board';
import { engineOf } from './engine';
import type { Position } from './position';
import { loadModule, Wasm } from './wasm';

/** The point of view: a seat (from 1), somebody who only watches, or all hands open. */
export type Viewer = number | 'spectator' | 'everything';

/** A position in which a seat is to act, or the last one, and what led to it. */
export interface Moment {
  n: number; // events that led here
  seat: number | null; // whose choice; null: chance alone
  acts: number | null; // who is to act
  runs: Run[]; // the words about it
  points: number | null;
}

interface Opened {
  board: string;
  seats: number;
  names: string[];
  players: string[]; // by seat: 'human', a bot, or '' if the log does not say
  events: number;
  undone: number; // events that were taken back; they are left out
  over: boolean;
}

/** The log can't be replayed. If its board is the reason, `board` is the id of that board. */
export class LogError extends Error {
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly board: string | null;

  constructor(error: BoardError & { rule: string }, board: string | null) {
    super(error.message);
    this.line = error.line;
    this.column = error.column;
    this.rule = error.rule;
    this.board = board;
  }
}

const SPECTATOR = 253;
const EVERYTHING = 252;

function number(viewer: Viewer): number {
  if (viewer === 'spectator') return SPECTATOR;
  return viewer === 'everything' ? EVERYTHING : viewer - 1;
}

/** Opens a log in an instance of the engine. Throws a LogError. */
export function openLog(wasm: Wasm, log: string, boardText: string | null): Opened {
  const encoder = new TextEncoder();
  const parts = [encoder.encode(log), encoder.encode(boardText ?? '')] as const;
  const both = new Uint8Array(parts[0].length + parts[1].length);
  both.set(parts[0]);
  both.set(parts[1], parts[0].length);
  wasm.put(both);
  const answer = wasm.json<Opened | { error: BoardError & { rule: string }; board?: string }>(
    'replay_open',
    null,
    parts[0].length,
    parts[1].length,
  );
  if ('error' in answer) throw new LogError(answer.error, answer.error.line === 0 ? (answer.board ?? null) : null);
  return answer;
}

export class Replay implements Opened {
  readonly boardText: string | null; // of a map that somebody has made
  readonly boardData: Board;
  readonly board: string;
  readonly seats: number;
  readonly names: string[];
  readonly players: string[];
  readonly events: number;
  readonly undone: number;
  readonly over: boolean;
  private readonly wasm: Wasm;

  constructor(wasm: Wasm, log: string, boardText: string | null) {
    const opened = openLog(wasm, log, boardText);
    const engine = engineOf(wasm);
    const board = boardText === null ? engine.board(opened.board) : engine.readBoard(boardText).board;
    if (!board) throw new Error('The board can’t be described.');
    this.wasm = wasm;
    this.boardText = boardText;
    this.boardData = board;
    this.board = opened.board;
    this.seats = opened.seats;
    this.names = opened.names;
    this.players = opened.players;
    this.events = opened.events;
    this.undone = opened.undone;
    this.over = opened.over;
  }

  /** All moments in order, in words, as far as the viewer may know them. */
  moments(viewer: Viewer): Moment[] {
    return this.wasm.json<Moment[]>('replay_moments', null, number(viewer));
  }

  position(n: number, viewer: Viewer): Position {
    return this.wasm.json<Position>('replay_position', null, n, number(viewer));
  }

  /** The log of the first n events. */
  log(n: number): string {
    return this.wasm.ask('replay_log', null, n);
  }

  speak(language: string): void {
    this.wasm.speak(language);
  }
}

/** Opens a log. Throws a LogError with the line of a mistake. */
export async function openReplay(log: string, boardText: string | null, language: string): Promise<Replay> {
  const wasm = new Wasm(await loadModule());
  wasm.speak(language);
  return new Replay(wasm, log, boardText);
}
