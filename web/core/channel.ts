// One conversation in the protocol: commands with answers, and messages that come by themselves. The
// transport carries the messages (socket.ts to a server, local.ts to a table in the page).
import type { Answer } from './api';
import type { ErrorMessage, OkMessage, PieceMessage, ToClient, ToServer, WelcomeMessage } from './messages';

/** A command without its id, which the channel gives. */
export type Command = ToServer extends infer M ? (M extends { id?: number } ? Omit<M, 'id'> : never) : never;

interface Waiting {
  text: string;
  again: boolean; // send it again on a new connection
  pieces: PieceMessage[]; // of a long record, which come before the answer
  answer: (message: ToClient) => void;
}

/** A snapshot together with the pieces that came before it. */
function whole(message: ToClient, pieces: PieceMessage[]): ToClient {
  if (message.type !== 'snapshot' || pieces.length === 0) return message;
  return { ...message, happenings: [...pieces, message].flatMap((piece) => piece.happenings) };
}

export class Channel {
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<(message: ToClient) => void>();
  private readonly whenLost = new Set<() => void>();
  private next = 1;
  private ready = false;

  constructor(private readonly post: (text: string) => void) {}

  /** Calls `hear` with every message that is not an answer to a command. */
  listen(hear: (message: ToClient) => void): () => void {
    this.listeners.add(hear);
    return () => this.listeners.delete(hear);
  }

  /** Calls `run` when the connection breaks. */
  onLost(run: () => void): () => void {
    this.whenLost.add(run);
    return () => this.whenLost.delete(run);
  }

  /** Sends a command; gives its answer, whenever it comes. */
  ask(command: Command, again = true): Promise<ToClient> {
    const id = this.next++;
    const text = JSON.stringify({ ...command, id });
    return new Promise((answer) => {
      this.waiting.set(id, { text, again, pieces: [], answer });
      if (this.ready) this.post(text);
    });
  }

  /** The same, for commands that are answered by ok or error. */
  async command(command: Command): Promise<Answer> {
    return answerOf(await this.ask(command));
  }

  /** A message that needs no answer and is not repeated: hello. */
  say(message: ToServer): void {
    this.post(JSON.stringify(message));
  }

  receive(text: string): void {
    const message = JSON.parse(text) as ToClient;
    const id = 'id' in message ? message.id : undefined;
    const waits = id === undefined ? undefined : this.waiting.get(id);
    if (waits && message.type === 'piece') {
      waits.pieces.push(message);
    } else if (id !== undefined && waits) {
      this.waiting.delete(id);
      waits.answer(whole(message, waits.pieces));
    } else {
      for (const hear of this.listeners) hear(message);
    }
  }

  /** The other side has said welcome: sends the commands that have no answer yet, in their order. */
  opened(welcome: WelcomeMessage): void {
    this.ready = true;
    for (const { text } of this.waiting.values()) this.post(text);
    for (const hear of this.listeners) hear(welcome);
  }

  /** The connection is gone. Commands that must not be repeated are given up. `broken`: it was not closed on
   *  purpose. */
  lost(broken: boolean): void {
    this.ready = false;
    if (broken) for (const run of this.whenLost) run();
    for (const [id, waits] of this.waiting) {
      waits.pieces = [];
      if (waits.again) continue;
      this.waiting.delete(id);
      waits.answer({ type: 'error', code: 'lost', message: '' });
    }
  }

  /** Closes for good: nothing will be answered any more. */
  close(message: string): void {
    this.ready = false;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const waits of all) waits.answer({ type: 'error', code: 'closed', message });
    this.listeners.clear();
  }
}

export function refusalOf(message: ErrorMessage): Answer {
  const { code, reason, rule } = message;
  const why = { code, message: message.message };
  return {
    ok: false,
    why: { ...why, ...(reason === undefined ? {} : { reason }), ...(rule === undefined ? {} : { rule }) },
  };
}

export function answerOf(message: ToClient): Answer {
  if (message.type === 'error') return refusalOf(message);
  const { table, seat, recovery } = message as OkMessage;
  return {
    ok: true,
    ...(table === undefined ? {} : { table }),
    ...(seat === undefined ? {} : { seat }),
    ...(recovery === undefined ? {} : { recovery }),
  };
}
