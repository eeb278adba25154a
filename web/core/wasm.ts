// The engine's module: loading it once, and instances of it. An instance holds one of each thing (one table,
// one position, one replay), so if you need two, make two instances. web/wasm/wasm.h is the other side.
import { t, wordsOf } from './language';

/** What the module needs from outside. */
export interface Imports {
  now(): number; // milliseconds of a steady clock
  time(): number; // milliseconds since 1970
  send(connection: number, at: number, length: number): void; // web/wasm/host.c: a message for a connection
}

type Call = (...args: number[]) => number;

export class Wasm {
  private readonly calls: Record<string, Call>;
  private readonly memory: WebAssembly.Memory;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private learnt = 'en'; // the language whose words it has been given

  constructor(module: WebAssembly.Module, imports: Partial<Imports> = {}) {
    const anden: Imports = { now: () => performance.now(), time: () => Date.now(), send: () => undefined, ...imports };
    const instance = new WebAssembly.Instance(module, { anden: { ...anden } });
    this.calls = instance.exports as unknown as Record<string, Call>;
    this.memory = instance.exports['memory'] as WebAssembly.Memory;
  }

  /** Calls an export with numbers. */
  call(name: string, ...args: number[]): number {
    const call = this.calls[name];
    if (!call) throw new Error(`The engine has no ${name}.`);
    return call(...args);
  }

  /** Puts a text (as UTF-8) or bytes into the module's input; gives the number of bytes. */
  put(input: string | Uint8Array): number {
    const bytes = typeof input === 'string' ? this.encoder.encode(input) : input;
    if (bytes.length >= this.call('input_size')) throw new Error(t('The text is too long for the engine.'));
    new Uint8Array(this.memory.buffer, this.call('input'), bytes.length).set(bytes);
    return bytes.length;
  }

  /** Bytes of the module's memory, copied. */
  bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer, at, length).slice();
  }

  text(at: number, length: number): string {
    return this.decoder.decode(new Uint8Array(this.memory.buffer, at, length));
  }

  /** Calls an export whose answer is a text in the module's output. The input, if given, goes first. */
  ask(name: string, input: string | Uint8Array | null, ...args: number[]): string {
    const length = input === null ? this.call(name, ...args) : this.call(name, this.put(input), ...args);
    return this.text(this.call('output'), length);
  }

  /** The same for an answer in JSON. */
  json<T>(name: string, input: string | Uint8Array | null, ...args: number[]): T {
    const text = this.ask(name, input, ...args);
    if (text === '') throw new Error(`The engine's answer to ${name} does not fit.`);
    return JSON.parse(text) as T;
  }

  /** Sets the language of the instance's sentences. */
  speak(language: string): void {
    const words = this.learnt === language ? undefined : wordsOf(language);
    if (words) {
      if (!this.call('learn', this.put(words))) throw new Error(`The engine can't learn ${language}.`);
      this.learnt = language;
    }
    this.call('speak', this.put(language));
  }
}

/** The engine can't run here, or could not be fetched: nothing can be played in this browser now. */
export class NoEngine extends Error {}

let loading: Promise<WebAssembly.Module> | null = null;

/** The compiled module, loaded once. In Node, tests give the bytes themselves. */
export function loadModule(bytes?: BufferSource): Promise<WebAssembly.Module> {
  loading ??= bytes ? WebAssembly.compile(bytes) : fetchModule();
  loading.catch(() => (loading = null)); // so that it can be tried again
  return loading;
}

async function fetchModule(): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === 'undefined')
    throw new NoEngine(t('This browser has no WebAssembly, or it is switched off. A current browser has it.'));
  try {
    const url = (await import('../generated/anden.wasm?url')).default;
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(String(answer.status));
    return await WebAssembly.compile(await answer.arrayBuffer());
  } catch {
    throw new NoEngine(
      t('The engine could not be loaded: there is no connection, or the page has been renewed meanwhile.'),
    );
  }
}
