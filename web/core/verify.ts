// Checking the log of a table against the seed of its dealer; the engine does it (web/wasm/verify.c).
import { loadModule, Wasm } from './wasm';

export type Verdict =
  | { ok: true; chance: number; events: number; undone: number; over: boolean; hash: string }
  | { ok: false; message: string; line?: number };

interface Answer {
  error?: { line: number; message: string };
  chance: number;
  events: number;
  undone: number;
  over: boolean;
  hash: string;
}

/** `board` is the text of the board file, if it is not one of the program's own. */
export async function verifyLog(log: string, board: string | null, language: string): Promise<Verdict> {
  const wasm = new Wasm(await loadModule());
  wasm.speak(language);
  if (board !== null) wasm.ask('verify_board', board);
  const answer = wasm.json<Answer>('verify', log);
  if (answer.error) return { ok: false, message: answer.error.message, line: answer.error.line };
  const { chance, events, undone, over, hash } = answer;
  return { ok: true, chance, events, undone, over, hash };
}
