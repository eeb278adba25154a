// The position that one viewer sees, held by the engine in this thread. Messages bring bytes that keep it
// up to date, and the page asks questions about it. The other side is web/wasm/client.c.
import type { LineChange, Reason, TicketWay } from './api';
import type { Chair, Plan } from './messages';
import type { Legal, Position } from './position';
import { Wasm } from './wasm';

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

  /** Who sits where: the names of the seats, and which of the people have given no name. */
  names(chairs: readonly Chair[]): void {
    chairs.forEach((chair, seat) => {
      const nameless = chair.kind === 'person' && chair.nameless;
      this.wasm.call('client_name', this.wasm.put(chair.name ?? ''), seat, nameless ? 1 : 0);
    });
  }

  view(base64: string): void {
    if (!this.wasm.call('client_view', this.wasm.put(base64))) throw new Error('This is no view of the engine.');
  }

  patch(base64: string): void {
    if (!this.wasm.call('client_patch', this.wasm.put(base64))) throw new Error('This is no patch of the view.');
  }

  bytes(): string {
    return this.wasm.ask('client_bytes', null);
  }

  position(events: number): Position {
    return this.wasm.json('client_position', null, events);
  }

  legal(): Legal[] {
    return this.wasm.json('client_legal', null);
  }

  logHeader(): string {
    return this.wasm.ask('client_log_header', null);
  }

  whyNotNow(): Reason {
    return this.wasm.json('why_not_now', null);
  }

  why(question: 'why_event' | 'why_route' | 'why_city', about: number): Reason {
    return this.wasm.json(question, null, about);
  }

  whyText(event: string): Reason {
    return this.wasm.json('why_text', event);
  }

  way(a: number, b: number, laid: readonly number[]): TicketWay | null {
    return this.wasm.json('ask_way', Uint8Array.from(laid), a, b);
  }

  travelled(seat: number, a: number, b: number): TicketWay | null {
    return this.wasm.json('ask_travelled', null, seat, a, b);
  }

  tunnel(event: number): { most: number; spare: number } {
    return this.wasm.json('ask_tunnel', null, event);
  }

  preview(event: number): LineChange[] {
    return this.wasm.json('ask_preview', null, event);
  }
}
