// A game as one viewer sees it, held by the engine in this thread. Messages bring the entries that it follows, and the
// page asks questions about it. The other side is web/wasm/client.c.
import type { Question } from './api';
import type { Story } from './log';
import type { Chair, Happening, Plan } from './messages';
import type { What } from './news';
import type { Legal, Position } from './position';
import { Wasm } from './wasm';

/** An entry, and what the engine makes of it. */
export interface Told extends Happening {
  what?: What; // an event and its results
  story?: Story; // the line of the log that it has made or changed
}

/** How entries are followed: for good, or only to see what is in them. */
export enum Way {
  Follow,
  Look,
}

export class Client {
  private readonly wasm: Wasm;

  constructor(module: WebAssembly.Module, plan: Plan, language: string) {
    this.wasm = new Wasm(module);
    this.wasm.speak(language);
    const answer = this.wasm.ask('client_open', JSON.stringify(plan));
    if (answer) throw new Error((JSON.parse(answer) as { error: { message: string } }).error.message);
  }

  speak(language: string): void {
    this.wasm.speak(language);
  }

  /** Nothing has been seen yet; the viewer's seat, or null for a spectator. */
  begin(seat: number | null): void {
    this.wasm.call('client_begin', seat ?? 0);
  }

  /** Who sits where, with names for people to read. */
  names(chairs: readonly Chair[]): Chair[] {
    const names = this.asked<Pick<Chair, 'name' | 'nameless'>[]>('client_names', { table: '', watching: 0, chairs });
    return chairs.map((chair, i) => ({ ...chair, ...names[i] }));
  }

  /** Goes on with entries that are all new. Throws if they can't follow. */
  follow(happenings: readonly Happening[], way: Way = Way.Follow): Told[] {
    const told = this.asked<Omit<Told, keyof Happening>[]>('client_follow', { table: '', happenings }, way);
    return happenings.map((happening, i) => ({ ...happening, ...told[i] }));
  }

  private asked<T>(name: string, input: unknown, ...args: number[]): T {
    const answer = this.wasm.json<T | { error: { message: string } }>(name, JSON.stringify(input), ...args);
    if (answer && typeof answer === 'object' && 'error' in answer) throw new Error(answer.error.message);
    return answer as T;
  }

  position(): Position {
    return this.wasm.json('client_position', null);
  }

  legal(): Legal[] {
    return this.wasm.json('client_legal', null);
  }

  logHeader(): string {
    return this.wasm.ask('client_log_header', null);
  }

  ask<Answer>({ ask, input, numbers = [] }: Question<Answer>): Answer {
    return this.wasm.json(ask, input ?? null, ...numbers);
  }
}
