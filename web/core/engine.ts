// The engine in this thread, apart from any game: games, boards, options. See Engine in api.ts.
import type { BoardError, Engine } from './api';
import type { Board } from './board';
import { drawable } from './layout';
import { loadModule, Wasm } from './wasm';

export function engineOf(wasm: Wasm): Engine {
  const { games, levels, cast } = wasm.json<Pick<Engine, 'games' | 'levels' | 'cast'>>('games', null);
  const boards = new Map<string, Board>();
  const boardText = (id: string) => wasm.ask('board_text', id);
  const readBoard = (text: string): { board: Board | null; errors: BoardError[] } => {
    const [board, errors] = wasm.json<[Board | null, BoardError[]]>('read_board', text);
    return { board: board && drawable(board), errors };
  };
  return {
    games,
    levels,
    cast,
    boardText,
    readBoard,
    board(id) {
      const text = boards.has(id) ? '' : boardText(id);
      const board = text ? readBoard(text).board : null;
      if (board) boards.set(id, board);
      return boards.get(id) ?? null;
    },
    options: (board) => wasm.json('options', board.family),
    digest: (text) => wasm.ask('digest', text),
    speak: (language) => wasm.speak(language),
  };
}

let engine: Promise<Engine> | null = null;

export function loadEngine(): Promise<Engine> {
  engine ??= loadModule().then((module) => engineOf(new Wasm(module)));
  engine.catch(() => (engine = null));
  return engine;
}
