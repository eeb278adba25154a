// A connection to a server that repairs itself: it says hello, notices silence and what the browser says about the network,
// and when it breaks tries again after longer and longer pauses. Commands without an answer are sent again with the same ids, which the server
// knows.
import type { Link } from './api';
import { Channel } from './channel';
import { spoken } from './language';
import { PROTOCOL_VERSION, type ErrorMessage, type WelcomeMessage } from './messages';

const PAUSES = [0.5, 1, 2, 4, 8, 15]; // seconds
// Milliseconds.
const QUIET = 10_000; // after which a silent server is asked whether it is there
const SOON = 700; // the same, while the person waits for an answer
const ANSWER = 1000; // for its answer: a lost connection is said within two seconds of what the person does
const PATIENCE = 10_000; // for its answer on a slow connection, and for the greeting
const LATE = 500; // a timer that is so late shows that the page itself has slept: messages may be waiting

/** Where a token is kept. */
interface Place {
  get(): string | null;
  set(token: string | null): void;
}

/** Where our token is kept, and the one that this device had before it signed out: by that one the server knows the
 *  device. */
export interface Keep extends Place {
  known: Place;
}

/** The name of this browser in people's list of devices. */
function program(): string {
  const agent = typeof navigator === 'undefined' ? '' : navigator.userAgent;
  const first = (list: string[]) =>
    list
      .find((name) => agent.includes(name.split(':')[0] ?? name))
      ?.split(':')
      .pop();
  const browser = first(['Firefox', 'Edg:Edge', 'OPR:Opera', 'Chrome', 'Safari']);
  const system = first(['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS:macOS', 'Linux']);
  return [browser, system].filter(Boolean).join(', ') || 'page';
}

export interface SocketEvents {
  link(link: Link): void;
  welcome(message: WelcomeMessage): void;
}

export class Socket {
  readonly channel = new Channel((text) => {
    this.socket?.send(text);
    if (this.welcomed && this.listens === 'idle') this.listenFor(SOON, 'expecting');
  });
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private listens: 'idle' | 'expecting' | 'asking' = 'idle'; // asking: whether the server is there
  private patience = ANSWER; // with the server's answer to that: doubled when there was none, as if the network were slow
  private readonly watching = new AbortController();
  private ended = false;
  private welcomed = false; // on this connection
  private nameless = false; // signed out: our old name may be taken now, by our own account
  // The server remembers ids of commands for as long as this page runs, even if connections break.
  private readonly run = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

  constructor(
    private readonly url: string,
    private readonly keep: Keep,
    private readonly name: () => string,
    private readonly events: SocketEvents,
  ) {
    this.open();
    if (typeof document !== 'undefined') this.watch();
  }

  /** Follows what the browser knows: it has no network, has one again, or shows the page again. */
  private watch(): void {
    const { signal } = this.watching;
    const look = () => {
      if (this.ended) return;
      if (this.welcomed) this.probe();
      else this.restart(this.nameless);
    };
    addEventListener('offline', () => this.lost(), { signal });
    addEventListener('online', look, { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look(), { signal });
  }

  private open(): void {
    clearTimeout(this.timer);
    this.events.link({ state: 'connecting' });
    const socket = (this.socket = new WebSocket(this.url));
    this.welcomed = false;
    this.listenFor(PATIENCE, 'asking');
    socket.onopen = () => this.hello();
    socket.onmessage = (event: MessageEvent) => {
      if (socket === this.socket) this.heard(String(event.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  private hello(): void {
    const token = this.keep.get();
    const name = this.nameless ? '' : this.name();
    this.channel.say({
      type: 'hello',
      version: PROTOCOL_VERSION,
      view: 'events',
      language: spoken(),
      client: program(),
      run: this.run,
      ...(token === null ? (name === '' ? {} : { name }) : { token }),
    });
  }

  private heard(text: string): void {
    const message = JSON.parse(text) as WelcomeMessage | ErrorMessage | { type: string };
    if (this.welcomed && this.listens === 'asking') this.patience = Math.max(ANSWER, this.patience / 2);
    this.listenFor(QUIET, 'idle');
    if (message.type === 'welcome') {
      const welcome = message as WelcomeMessage;
      this.tries = 0;
      this.welcomed = true;
      if (welcome.token !== undefined) this.keep.set(welcome.token);
      this.events.welcome(welcome);
      this.events.link({ state: 'open' });
      this.channel.opened(welcome);
    } else if (message.type === 'error' && !('id' in message) && this.refused(message as ErrorMessage)) {
      return;
    } else {
      this.channel.receive(text);
    }
  }

  /** A refused greeting. False if the error is about something else. */
  private refused(error: ErrorMessage): boolean {
    if (error.code === 'token') {
      this.keep.set(null);
      this.restart(true);
    } else if (error.code === 'version') {
      this.end({ state: 'old' });
    } else if (
      error.code === 'bad_name' ||
      error.code === 'name_taken' ||
      error.code === 'name_reserved' ||
      error.code === 'bad_word' ||
      error.code === 'banned' ||
      error.code === 'too_many'
    ) {
      this.end({ state: 'refused', message: error.message, banned: error.code === 'banned' });
    } else if (!this.welcomed) {
      this.lost(); // the server has too much to do: later it may have time
    } else {
      return false;
    }
    return true;
  }

  /** After this time without a message the page asks the server; if no answer comes, it gives the connection up. */
  private listenFor(milliseconds: number, listens: Socket['listens']): void {
    clearTimeout(this.quiet);
    this.listens = listens;
    const due = performance.now() + milliseconds;
    this.quiet = setTimeout(() => {
      if (listens !== 'asking') return this.probe();
      if (performance.now() > due + LATE) return this.listenFor(milliseconds, listens);
      this.patience = Math.min(2 * this.patience, PATIENCE);
      this.lost();
    }, milliseconds);
  }

  /** Asks the server whether it is there. */
  private probe(): void {
    this.listenFor(this.patience, 'asking');
    void this.channel.ask({ type: 'ping' }, false);
  }

  /** Lets go of the present connection without noticing how it ends. */
  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    clearTimeout(this.quiet);
    socket?.close();
  }

  private lost(): void {
    if (this.ended) return;
    this.drop();
    this.channel.lost(true);
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)] ?? 15;
    const seconds = pause * (0.8 + 0.4 * Math.random()); // not everybody at once
    this.events.link({ state: 'lost', seconds });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), seconds * 1000);
  }

  /** Connects again at once: the person does not want to wait, is somebody else now, or has changed the language.
   *  `nameless`: as a guest who leaves the name to the server. */
  restart(nameless = false): void {
    if (this.ended) return;
    this.nameless = nameless;
    this.drop();
    this.channel.lost(false);
    this.open();
  }

  private end(link: Link): void {
    this.ended = true;
    this.watching.abort();
    clearTimeout(this.timer);
    this.drop();
    this.events.link(link);
    this.channel.close('');
  }

  close(): void {
    this.end({ state: 'lost', seconds: 0 });
  }
}
